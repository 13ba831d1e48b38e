package dev.sandgate.wiring;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ConfigurationTest {

    @Test
    void nothingSet_meansTheDefaults() {
        Configuration configuration = configured(Map.of());
        assertEquals(300, configuration.get(Keys.SANDBOX_TIMEOUT));
        assertEquals(Optional.empty(), configuration.find(Keys.LOCAL_ROOT));
        assertEquals(List.of(), configuration.get(Keys.MCP_ALLOWED_ORIGINS));
        assertEquals(Map.of("local", "local"), configuration.providers());
        assertEquals("http://localhost:9080", configuration.baseUrl());
    }

    @Test
    void whatIsSet_holds() {
        Configuration configuration = configured(Map.of(
                "sandgate.sandbox.timeout", "600",
                "sandgate.mcp.allowed-origins", "https://a.example, https://b.example",
                "http.port", "9601",
                "java.home", "/somewhere"));
        assertEquals(600, configuration.get(Keys.SANDBOX_TIMEOUT));
        assertEquals(List.of("https://a.example", "https://b.example"), configuration.get(Keys.MCP_ALLOWED_ORIGINS));
        assertEquals("http://localhost:9601", configuration.baseUrl());
    }

    @Test
    void environmentVariables_setToo() {
        assertEquals(4, configured(Map.of("SANDGATE_LOCAL_CPU", "4")).get(Keys.LOCAL_CPU));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sandgate.local.cpus",
                "sandgate.nonsense",
                "SANDGATE_LOCAL_CPUS",
                "sandgate.provider.Local.type",
                "sandgate.provider.x.colour",
                "sandgate.auth.api-keys"
            })
    void unknownKey_isNamed(String key) {
        assertComplaint(key, Map.of(key, "s3cret"));
    }

    @ParameterizedTest
    @CsvSource({
        "sandgate.sandbox.timeout,0",
        "sandgate.sandbox.timeout,86401",
        "sandgate.sandbox.timeout,5m",
        "sandgate.sandbox.timeout,1.5",
        "sandgate.local.cpu,-1",
        "sandgate.local.network,host-net",
        "sandgate.local.minimum-isolation,perfect-walls",
        "sandgate.output.limit,99999999",
        "sandgate.output.file-limit,-17",
        "sandgate.mcp.calls,many-calls",
        "sandgate.task.max,-200",
        "sandgate.task.spool,4095",
        "sandgate.task.memory,1GiB",
    })
    void badValue_isComplainedOfByKey_neverByValue(String key, String value) {
        assertComplaint(key, Map.of(key, value));
    }

    @Test
    void badValueInTheEnvironment_isComplainedOf() {
        assertComplaint("sandgate.local.cpu", Map.of("SANDGATE_LOCAL_CPU", "seventeen"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"e2b", "docker"})
    void unknownProviderType_isNamedByKey(String type) {
        assertComplaint("sandgate.provider.cloud.type", Map.of("sandgate.provider.cloud.type", type));
    }

    @Test
    void providerWithoutType_isNamedByKey() {
        assertComplaint("sandgate.provider.cloud.type", Map.of("sandgate.provider.cloud.url", "https://x.example"));
    }

    @Test
    void localProvider_hasNoUrl() {
        assertComplaint("sandgate.provider.local.url", Map.of("sandgate.provider.local.url", "https://x.example"));
    }

    @Test
    void defaultProvider_mustBeThere() {
        assertComplaint("sandgate.provider.default", Map.of("sandgate.provider.default", "cloudy"));
    }

    @Test
    void variablesOfKubernetes_areNotOurs() {
        configured(Map.of(
                "SANDGATE_SERVICE_HOST", "10.0.0.1",
                "SANDGATE_SERVICE_PORT_HTTP", "80",
                "SANDGATE_PORT", "tcp://10.0.0.1:80",
                "SANDGATE_PORT_80_TCP_ADDR", "10.0.0.1"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "*", "::", "192.0.2.7"})
    void openDoor_isRefused(String host) {
        assertComplaint("http.host", Map.of("http.host", host));
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "localhost", "::1", "127.0.0.5"})
    void loopback_isServed(String host) {
        configured(Map.of("http.host", host));
    }

    private static void assertComplaint(String key, Map<String, String> set) {
        String line = assertThrows(BadSetting.class, () -> configured(set)).getMessage();
        assertEquals(key, line.substring(0, line.indexOf(": ")));
        assertEquals(1, line.lines().count());
        set.values().forEach(value -> assertFalse(line.substring(key.length()).contains(" " + value), line));
    }

    /** Looks a key up as MicroProfile Config does: as it is, then as an environment variable. */
    private static Configuration configured(Map<String, String> set) {
        Map<String, String> all = new HashMap<>(set);
        return Configuration.of(
                all.keySet(),
                key -> Optional.ofNullable(all.get(key))
                        .or(() -> Optional.ofNullable(
                                all.get(key.replaceAll("[^A-Za-z0-9]", "_").toUpperCase(Locale.ROOT)))));
    }
}
