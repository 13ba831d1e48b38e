package dev.sandgate.provider.local;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The kernel's resource limits, whichever version of control groups this machine has. */
interface Cgroups {
    int CPU_PERIOD_US = 100_000;

    /** For the report: {@code cgroup v2}, {@code cgroup v1}. */
    String kind();

    /** Do they limit anything? */
    default boolean limiting() {
        return true;
    }

    /** Makes the group of one sandbox, limited before anything is in it. Leaves nothing behind when it fails. */
    Group create(String name, Shape shape) throws IOException;

    /** Directories under which all groups of this instance lie. */
    List<Path> bases();

    /** Removes what the instance itself needed. */
    void close();

    /** The limits of one sandbox. */
    interface Group {
        /** Files into which the launcher writes its pid. */
        List<Path> joins();

        List<Path> directories();

        void limit(Shape shape) throws IOException;
    }

    /** No limits by the kernel. */
    final class None implements Cgroups {
        @Override
        public String kind() {
            return "no control groups";
        }

        @Override
        public boolean limiting() {
            return false;
        }

        @Override
        public Group create(String name, Shape shape) {
            return new Unlimited();
        }

        @Override
        public List<Path> bases() {
            return List.of();
        }

        @Override
        public void close() {}
    }

    /** A group that is none. */
    record Unlimited() implements Group {
        @Override
        public List<Path> joins() {
            return List.of();
        }

        @Override
        public List<Path> directories() {
            return List.of();
        }

        @Override
        public void limit(Shape shape) {}
    }
}
