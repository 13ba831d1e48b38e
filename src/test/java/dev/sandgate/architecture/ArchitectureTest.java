package dev.sandgate.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.sandgate.architecture.Rooms.Walls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The walls of the house, as the README draws them. */
class ArchitectureTest {
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages(Rooms.ROOT);

    private static final Pattern GRAB_BAG =
            Pattern.compile(".*(Util|Utils|Helper|Helpers|Common|Core|Impl|Service|Manager|Dto|DTO)");
    private static final Set<String> GRAB_BAG_ROOMS =
            Set.of("util", "utils", "common", "helper", "helpers", "core", "impl", "service", "manager", "dto");

    @Test
    void everyRoom_isInTheTable() {
        Set<String> unknown = new TreeSet<>(rooms());
        unknown.removeAll(Rooms.TABLE.keySet());
        unknown.remove(Rooms.WIRING);
        assertEquals(Set.of(), unknown, "rooms that the import table does not know");
    }

    @Test
    void rooms_importOnlyWhatTheTableAllows() {
        assertEquals(List.of(), broken(Reach.OURS));
    }

    @Test
    void rooms_importOnlyTheForeignPackagesOfTheTable() {
        assertEquals(List.of(), broken(Reach.FOREIGN));
    }

    @Test
    void rooms_formNoCycle() {
        slices().matching(Rooms.ROOT + ".(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void packages_holdClassesOrPackages_neverBoth() {
        for (String room : rooms()) {
            assertTrue(
                    rooms().stream().noneMatch(other -> other.startsWith(room + ".")),
                    room + " holds classes and packages");
        }
        assertFalse(rooms().contains(""), "no class lies at the root");
    }

    @Test
    void everyRoom_hasASignOnItsDoor() throws IOException {
        for (String room : rooms()) {
            Path sign =
                    Path.of("src/main/java", Rooms.ROOT.replace('.', '/'), room.replace('.', '/'), "package-info.java");
            assertTrue(Files.exists(sign), sign + " is missing");
            assertTrue(Files.readString(sign).contains("Not here: "), sign + " does not say what is not there");
        }
    }

    @Test
    void names_areNoGrabBags() {
        for (JavaClass type : CLASSES) {
            assertFalse(GRAB_BAG.matcher(type.getSimpleName()).matches(), type.getName());
        }
        for (String room : rooms()) {
            assertTrue(Stream.of(room.split("\\.")).noneMatch(GRAB_BAG_ROOMS::contains), room);
        }
    }

    private enum Reach {
        OURS,
        FOREIGN
    }

    private static List<String> broken(Reach reach) {
        return CLASSES.stream()
                .filter(type -> Rooms.TABLE.containsKey(room(type)))
                .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
                .filter(dependency -> ours(target(dependency)) == (reach == Reach.OURS))
                .filter(dependency -> !allowed(room(dependency.getOriginClass()), target(dependency)))
                .map(dependency -> dependency.getOriginClass().getName() + " -> "
                        + target(dependency).getName())
                .distinct()
                .sorted()
                .toList();
    }

    private static boolean allowed(String from, JavaClass to) {
        Walls walls = Rooms.TABLE.get(from);
        if (ours(to)) {
            return from.equals(room(to)) || walls.rooms().contains(room(to));
        }
        String there = to.getPackageName();
        return to.isPrimitive()
                || below("java", there)
                || walls.foreign().stream().anyMatch(allowed -> below(allowed, there));
    }

    private static boolean below(String ancestor, String name) {
        return name.equals(ancestor) || name.startsWith(ancestor + ".");
    }

    private static JavaClass target(Dependency dependency) {
        return dependency.getTargetClass().getBaseComponentType();
    }

    private static boolean ours(JavaClass type) {
        return below(Rooms.ROOT, type.getPackageName());
    }

    private static Set<String> rooms() {
        return CLASSES.stream().map(ArchitectureTest::room).collect(Collectors.toCollection(TreeSet::new));
    }

    private static String room(JavaClass type) {
        String name = type.getPackageName();
        return name.equals(Rooms.ROOT) ? "" : name.substring(Rooms.ROOT.length() + 1);
    }
}
