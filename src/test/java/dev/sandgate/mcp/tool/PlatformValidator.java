package dev.sandgate.mcp.tool;

import jakarta.validation.Validation;
import jakarta.validation.Validator;
import org.hibernate.validator.messageinterpolation.ParameterMessageInterpolator;

/** The validator that the server has, without a container. Messages are never read, so no expression language is needed. */
public final class PlatformValidator {
    public static final Validator INSTANCE = Validation.byDefaultProvider()
            .configure()
            .messageInterpolator(new ParameterMessageInterpolator())
            .buildValidatorFactory()
            .getValidator();

    private PlatformValidator() {}
}
