package dev.sandgate.sandbox.model;

/**
 * What a program printed on one stream. Bytes that are not UTF-8 have become U+FFFD; where the middle was left out, the text
 * has one line in its place that says how many bytes are missing, and no character is split there.
 *
 * @param bytes how many bytes the program printed in truth
 */
public record Output(String text, long bytes, boolean truncated) {}
