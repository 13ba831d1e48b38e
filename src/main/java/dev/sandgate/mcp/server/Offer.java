package dev.sandgate.mcp.server;

/** What this server has for a client: tools to call and resources to read. */
public record Offer(Catalogue tools, ResourceCatalogue resources) {}
