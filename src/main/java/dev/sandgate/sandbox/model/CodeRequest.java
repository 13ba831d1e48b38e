package dev.sandgate.sandbox.model;

import java.time.Duration;

/** Source text for the sandbox's interpreter of a language. */
public record CodeRequest(String code, Language language, Duration timeout) {}
