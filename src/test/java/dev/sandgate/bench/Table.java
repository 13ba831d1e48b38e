package dev.sandgate.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What was wanted beside what was reached. */
final class Table {

    private final List<String> rows = new ArrayList<>();
    private int missed;

    /** A figure without a target. */
    void tell(String what, double reached, String unit) {
        rows.add(row(what, "", figure(reached, unit), ""));
    }

    void atMost(String what, double target, double reached, String unit) {
        judge(what, "≤ " + figure(target, unit), reached, unit, reached <= target, reached / target);
    }

    void atLeast(String what, double target, double reached, String unit) {
        judge(what, "≥ " + figure(target, unit), reached, unit, reached >= target, target / reached);
    }

    /** A section that could not be measured. */
    void failed(String what, Throwable why) {
        missed++;
        rows.add(row(what, "", "—", "NOT MEASURED: " + why));
    }

    void print(PrintStream out) {
        out.println();
        out.print(row("What", "Target", "Reached", ""));
        out.println("-".repeat(120));
        rows.forEach(out::print);
        out.println("-".repeat(120));
        out.printf("%s%n%n", missed == 0 ? "All targets reached." : missed + " missed.");
    }

    private void judge(String what, String target, double reached, String unit, boolean ok, double factor) {
        if (!ok) {
            missed++;
        }
        var verdict = ok ? "ok" : String.format(Locale.ROOT, "MISSED by a factor of %.2f", factor);
        rows.add(row(what, target, figure(reached, unit), verdict));
    }

    private static String figure(double value, String unit) {
        var digits = value >= 1000 ? "%,.0f %s" : value >= 10 ? "%.1f %s" : "%.3f %s";
        return String.format(Locale.ROOT, digits, value, unit);
    }

    private static String row(String what, String target, String reached, String verdict) {
        return String.format(Locale.ROOT, "%-66s %14s %14s   %s%n", what, target, reached, verdict);
    }
}
