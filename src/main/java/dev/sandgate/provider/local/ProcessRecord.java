package dev.sandgate.provider.local;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the next server needs in order to remove a sandbox that this one left behind: who its processes are, beyond doubt, and
 * which control groups are its own.
 *
 * @param boot identity of this run of the kernel; process numbers of another mean nothing
 */
record ProcessRecord(String boot, List<ProcessIdentity> processes, List<Path> groups) {
    private static final String BOOT = "boot=";
    private static final String PROCESS = "process=";
    private static final String GROUP = "cgroup=";

    static String currentBoot() throws IOException {
        return SmallFile.read(Path.of("/proc/sys/kernel/random/boot_id")).trim();
    }

    void write(Path file) throws IOException {
        var text = new StringBuilder(BOOT).append(boot).append('\n');
        for (ProcessIdentity process : processes) {
            text.append(PROCESS)
                    .append(process.pid())
                    .append(' ')
                    .append(process.startTicks())
                    .append('\n');
        }
        groups.forEach(group -> text.append(GROUP).append(group).append('\n'));
        SmallFile.write(file, text.toString());
    }

    /** Empty when there is none, or half of one. */
    static Optional<ProcessRecord> read(Path file) {
        try {
            String boot = "";
            var processes = new ArrayList<ProcessIdentity>();
            var groups = new ArrayList<Path>();
            for (String line : SmallFile.lines(file)) {
                if (line.startsWith(BOOT)) {
                    boot = line.substring(BOOT.length());
                } else if (line.startsWith(PROCESS)) {
                    String[] numbers = line.substring(PROCESS.length()).split(" ", -1);
                    processes.add(new ProcessIdentity(Long.parseLong(numbers[0]), Long.parseLong(numbers[1])));
                } else if (line.startsWith(GROUP)) {
                    groups.add(Path.of(line.substring(GROUP.length())));
                }
            }
            return Optional.of(new ProcessRecord(boot, processes, groups));
        } catch (IOException | NumberFormatException | ArrayIndexOutOfBoundsException e) {
            return Optional.empty();
        }
    }
}
