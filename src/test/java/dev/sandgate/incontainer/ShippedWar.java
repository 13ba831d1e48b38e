package dev.sandgate.incontainer;

import java.io.File;
import org.eu.ingwar.tools.arquillian.extension.suite.annotations.ArquillianSuiteDeployment;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.importer.ZipImporter;
import org.jboss.shrinkwrap.api.spec.WebArchive;

/** One deployment for all in-container tests: the WAR as it ships, and the classes of this package beside it. */
@ArquillianSuiteDeployment
public class ShippedWar {

    @Deployment
    public static WebArchive war() {
        return ShrinkWrap.create(ZipImporter.class, "sandgate.war")
                .importFrom(new File(System.getProperty("war.file")))
                .as(WebArchive.class)
                .addPackage(ShippedWar.class.getPackage());
    }
}
