package dev.sandgate.mcp.server;

import dev.sandgate.mcp.resource.ListedResource;
import dev.sandgate.mcp.resource.ResourceContents;
import dev.sandgate.mcp.resource.ResourceSource;
import dev.sandgate.mcp.resource.ResourceTemplate;
import dev.sandgate.mcp.tool.CallContext;
import dev.sandgate.sandbox.model.SandboxException;
import dev.sandgate.sandbox.model.Situation;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Resources for the tests of the protocol. */
final class FakeResources {
    final Held held = new Held();

    ResourceCatalogue catalogue() {
        return new ResourceCatalogue(List.of(held, new Greetings()));
    }

    /** A text and some bytes, listed; and one failure for every situation. */
    static final class Greetings implements ResourceSource {
        @Override
        public List<ListedResource> resources() {
            return List.of(
                    new ListedResource("fake://text", "text", "A text.", "text/plain"),
                    new ListedResource("fake://bytes", "bytes", "Two bytes.", "image/png"));
        }

        @Override
        public List<ResourceTemplate> templates() {
            return List.of(new ResourceTemplate("fake://fails/{situation}", "failure", "Fails."));
        }

        @Override
        public Optional<ResourceContents> read(String uri, CallContext context) {
            if (uri.startsWith("fake://fails/")) {
                throw SandboxException.of(Situation.valueOf(uri.substring("fake://fails/".length())));
            }
            return switch (uri) {
                case "fake://text" ->
                    Optional.of(ResourceContents.text(
                            uri, "text/plain", context.caller().scope().toString()));
                case "fake://bytes" -> Optional.of(ResourceContents.blob(uri, "image/png", new byte[] {1, (byte) 255}));
                case "fake://large" -> {
                    context.reserve(1000);
                    yield Optional.of(ResourceContents.text(uri, "text/plain", "large"));
                }
                case "fake://defect" -> throw new IllegalStateException("secret");
                default -> Optional.empty();
            };
        }
    }

    /** Is read until it is interrupted. */
    static final class Held implements ResourceSource {
        final CountDownLatch reading = new CountDownLatch(1);
        final CountDownLatch interrupted = new CountDownLatch(1);

        @Override
        public Optional<ResourceContents> read(String uri, CallContext context) {
            if (!uri.equals("fake://held")) {
                return Optional.empty();
            }
            reading.countDown();
            try {
                if (!interrupted.await(20, TimeUnit.SECONDS)) {
                    throw new IllegalStateException("never interrupted");
                }
            } catch (InterruptedException cancelled) {
                interrupted.countDown();
            }
            return Optional.empty();
        }
    }
}
