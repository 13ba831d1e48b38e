package dev.sandgate.wiring;

import dev.sandgate.sandbox.model.OutputLimits;
import java.util.List;

/** Every key there is, what it may be and what holds when nobody says anything; the README's table has the same rows. */
final class Keys {
    private static final int DAY = 86_400;
    private static final int YEAR = 365 * DAY;
    private static final int CORES = Runtime.getRuntime().availableProcessors();

    static final Setting<String> PROVIDER_DEFAULT = Setting.text("sandgate.provider.default", "local");

    static final Setting<String> SANDBOX_TEMPLATE = Setting.text("sandgate.sandbox.template", "base");
    static final Setting<Integer> SANDBOX_TIMEOUT = Setting.number("sandgate.sandbox.timeout", 300, 1, DAY);
    static final Setting<Integer> SANDBOX_MAX_LIFETIME =
            Setting.number("sandgate.sandbox.max-lifetime", 7 * DAY, 1, YEAR);
    static final Setting<Integer> SANDBOX_PAUSED_RETENTION =
            Setting.number("sandgate.sandbox.paused-retention", DAY, 1, YEAR);
    static final Setting<Integer> CONVERSATION_TIMEOUT = Setting.number("sandgate.conversation.timeout", 1800, 1, DAY);

    static final Setting<String> LOCAL_ROOT = Setting.text("sandgate.local.root");
    static final Setting<String> LOCAL_MINIMUM_ISOLATION =
            Setting.oneOf("sandgate.local.minimum-isolation", "namespaces+rlimits", "namespaces+cgroups");
    static final Setting<Integer> LOCAL_CPU = Setting.number("sandgate.local.cpu", Math.min(2, CORES), 1, 1024);
    static final Setting<Integer> LOCAL_MEMORY = Setting.number("sandgate.local.memory", 2048, 16, 1 << 20);
    static final Setting<Integer> LOCAL_DISK = Setting.number("sandgate.local.disk", 1024, 8, 1 << 20);
    static final Setting<Integer> LOCAL_PIDS = Setting.number("sandgate.local.pids", 512, 16, 1 << 20);
    static final Setting<Integer> LOCAL_WARM_POOL = Setting.number("sandgate.local.warm-pool", 8, 0, 1000);
    static final Setting<String> LOCAL_NETWORK = Setting.oneOf("sandgate.local.network", "none");
    static final Setting<Integer> LOCAL_ORPHAN_WINDOW = Setting.number("sandgate.local.orphan-window", 60, 1, DAY);
    static final Setting<Integer> LOCAL_MAX_SANDBOXES = Setting.number("sandgate.local.max-sandboxes", 1000, 1, 10_000);
    static final Setting<Integer> LOCAL_UID_BASE = Setting.number("sandgate.local.uid-base", 700_000, 1000, 1 << 30);

    static final Setting<Integer> MCP_CALLS = Setting.number("sandgate.mcp.calls", 1000, 1, 100_000);
    static final Setting<Integer> MCP_SESSION_IDLE = Setting.number("sandgate.mcp.session.idle", 3600, 1, YEAR);
    static final Setting<Integer> MCP_SESSION_MAX = Setting.number("sandgate.mcp.session.max", 1000, 1, 1_000_000);
    static final Setting<List<String>> MCP_ALLOWED_ORIGINS = Setting.list("sandgate.mcp.allowed-origins");
    static final Setting<List<String>> MCP_ALLOWED_HOSTS = Setting.list("sandgate.mcp.allowed-hosts");

    static final Setting<Integer> OUTPUT_LIMIT =
            Setting.number("sandgate.output.limit", 65_536, 2, OutputLimits.MAX_SHOWN);
    static final Setting<Long> OUTPUT_FILE_LIMIT = Setting.bytes("sandgate.output.file-limit", 64L << 20, 1L << 40);

    static final Setting<Integer> TASK_MAX = Setting.number("sandgate.task.max", 200, 1, 10_000);
    static final Setting<Integer> TASK_MAX_PER_SANDBOX = Setting.number("sandgate.task.max-per-sandbox", 32, 1, 10_000);
    static final Setting<Integer> TASK_SPOOL = Setting.number("sandgate.task.spool", 1 << 20, 4096, 1 << 30);
    static final Setting<Long> TASK_MEMORY = Setting.bytes("sandgate.task.memory", 128L << 20, 1L << 40);
    static final Setting<Integer> TASK_RETENTION = Setting.number("sandgate.task.retention", 3600, 1, YEAR);
    static final Setting<Integer> TASK_MAX_KEPT = Setting.number("sandgate.task.max-kept", 1000, 1, 1_000_000);

    static final Setting<String> PREVIEW_DOMAIN = Setting.text("sandgate.preview.domain", "localhost:9080");

    static final List<Setting<?>> ALL = List.of(
            PROVIDER_DEFAULT,
            SANDBOX_TEMPLATE,
            SANDBOX_TIMEOUT,
            SANDBOX_MAX_LIFETIME,
            SANDBOX_PAUSED_RETENTION,
            CONVERSATION_TIMEOUT,
            LOCAL_ROOT,
            LOCAL_MINIMUM_ISOLATION,
            LOCAL_CPU,
            LOCAL_MEMORY,
            LOCAL_DISK,
            LOCAL_PIDS,
            LOCAL_WARM_POOL,
            LOCAL_NETWORK,
            LOCAL_ORPHAN_WINDOW,
            LOCAL_MAX_SANDBOXES,
            LOCAL_UID_BASE,
            MCP_CALLS,
            MCP_SESSION_IDLE,
            MCP_SESSION_MAX,
            MCP_ALLOWED_ORIGINS,
            MCP_ALLOWED_HOSTS,
            OUTPUT_LIMIT,
            OUTPUT_FILE_LIMIT,
            TASK_MAX,
            TASK_MAX_PER_SANDBOX,
            TASK_SPOOL,
            TASK_MEMORY,
            TASK_RETENTION,
            TASK_MAX_KEPT,
            PREVIEW_DOMAIN);

    private Keys() {}
}
