package dev.sandgate.blackbox;

import java.io.File;
import java.nio.file.Path;
import java.util.Map;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.exporter.ZipExporter;
import org.jboss.shrinkwrap.api.importer.ZipImporter;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** A server of its own with the WAR as it ships and the fixtures of the conformance suite beside its classes. */
final class FixtureServer implements AutoCloseable {
    private static final String FIXTURES = "dev.sandgate.fixtures";
    private static final Path OVERLAID = Path.of("target/sandgate-fixtures.war").toAbsolutePath();

    private final OwnServer server;

    private FixtureServer(OwnServer server) {
        this.server = server;
    }

    static FixtureServer started() {
        ShrinkWrap.create(ZipImporter.class, "sandgate-fixtures.war")
                .importFrom(new File(System.getProperty("war.file", "target/sandgate.war")))
                .as(WebArchive.class)
                .addPackage(FIXTURES)
                .as(ZipExporter.class)
                .exportTo(OVERLAID.toFile(), true);
        return new FixtureServer(OwnServer.prepared("fixtures", Map.of("sandgate.local.warm-pool", "1"), OVERLAID)
                .startAndAwaitFirstAnswer());
    }

    OwnServer server() {
        return server;
    }

    @Override
    public void close() {
        server.close();
    }
}
