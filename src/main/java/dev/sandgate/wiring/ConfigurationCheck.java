package dev.sandgate.wiring;

import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.spi.AfterDeploymentValidation;
import jakarta.enterprise.inject.spi.Extension;
import org.eclipse.microprofile.config.ConfigProvider;

/** Stops the deployment before any bean exists when the configuration is not one to start with. */
public class ConfigurationCheck implements Extension {

    void check(@Observes AfterDeploymentValidation event) {
        try {
            Configuration.of(ConfigProvider.getConfig());
        } catch (BadSetting bad) {
            System.getLogger("sandgate")
                    .log(System.Logger.Level.ERROR, "Sandgate does not start. {0}", bad.getMessage());
            event.addDeploymentProblem(bad);
        }
    }
}
