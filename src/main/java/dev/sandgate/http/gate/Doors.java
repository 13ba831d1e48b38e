package dev.sandgate.http.gate;

import jakarta.ws.rs.ApplicationPath;
import jakarta.ws.rs.core.Application;
import org.eclipse.microprofile.openapi.annotations.OpenAPIDefinition;
import org.eclipse.microprofile.openapi.annotations.info.Info;

/** All JAX-RS resources, at the root of the server. */
@ApplicationPath("/")
@OpenAPIDefinition(
        info = @Info(title = "Sandgate", version = "1", description = "Disposable, isolated Linux sandboxes over MCP"))
public class Doors extends Application {}
