package dev.sandgate.mcp.server;

import java.time.InstantSource;
import java.util.function.LongSupplier;

/**
 * What time it is.
 *
 * @param millis a clock that only goes forward, for durations
 * @param wall for moments that clients are told
 */
public record McpTime(LongSupplier millis, InstantSource wall) {}
