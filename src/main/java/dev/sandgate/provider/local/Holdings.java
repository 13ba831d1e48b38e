package dev.sandgate.provider.local;

import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What was acquired for a sandbox, to be let go in reverse order (B5). When something cannot be let go, what it was built on stays
 * too: the next sweep needs it. Confined to one thread at a time.
 */
final class Holdings {
    private static final System.Logger LOG = System.getLogger(Holdings.class.getName());

    /** One thing to let go; false when it would not. */
    interface Release {
        boolean run() throws IOException;
    }

    private record Step(String what, Release release) {}

    private final Deque<Step> steps = new ArrayDeque<>();

    void add(String what, Release release) {
        steps.push(new Step(what, release));
    }

    /** True when everything is gone. */
    boolean release() {
        while (!steps.isEmpty()) {
            Step step = steps.peek();
            if (!attempt(step)) {
                return false;
            }
            steps.pop();
        }
        return true;
    }

    private static boolean attempt(Step step) {
        try {
            if (step.release.run()) {
                return true;
            }
            LOG.log(Level.ERROR, "a sandbox leaves something behind: " + step.what);
        } catch (IOException | RuntimeException e) {
            LOG.log(Level.ERROR, "a sandbox leaves something behind: " + step.what, e);
        }
        return false;
    }
}
