package dev.sandgate.tools.outcome;

import dev.sandgate.sandbox.model.Failure;
import dev.sandgate.sandbox.model.Situation;
import java.util.Optional;
import java.util.regex.Pattern;

/** What a model can do about a failure. Static text; at most a fixed word of ours is put in. */
final class Advice {
    private static final Pattern FIXED_WORD = Pattern.compile("[A-Za-z0-9][A-Za-z0-9 ._+()-]{0,63}");

    private Advice() {}

    static String on(Failure failure) {
        Optional<String> subject =
                failure.subject().filter(word -> FIXED_WORD.matcher(word).matches());
        return switch (failure.situation()) {
            case BAD_ARGUMENT ->
                "An argument is missing, unknown, of the wrong type or out of range: see field and the tool's"
                        + " input schema.";
            case NOT_TEXT -> "The file is not UTF-8 text. Use download_file to get its bytes.";
            case TOO_LARGE_TO_READ ->
                subject.map(word -> "The file is larger than " + word + ". ").orElse("The file is too large. ")
                        + "Use download_file, which reads it in pieces.";
            case UNAUTHENTICATED ->
                "The access token is missing, invalid or expired. Ask the operator for a valid one.";
            case FORBIDDEN -> "The access token does not grant this. Ask the operator for the right.";
            case SANDBOX_NOT_FOUND ->
                "There is no such sandbox: it never existed, it has ended and its files are gone, or it"
                        + " is not yours. list_sandboxes shows yours; create_sandbox makes a new one.";
            case NO_DEFAULT_SANDBOX ->
                "There is no default sandbox yet. Pass sandbox_id, or make one with create_sandbox.";
            case DEFAULT_SANDBOX_ENDED ->
                "The default sandbox has ended and its files are gone. Call create_sandbox, or repeat"
                        + " an execution or file call to get a fresh one, and restore what you need.";
            case NO_CONVERSATION ->
                "A stateless call has no default sandbox. Either pass sandbox_id from create_sandbox, or"
                        + " send a conversation id (header X-Conversation-Id).";
            case FILE_NOT_FOUND -> "There is nothing of that name in the sandbox. list_files shows what is there.";
            case TASK_NOT_FOUND ->
                "There is no such task: it never existed, it ended long ago and is forgotten, or it is not yours."
                        + " start_task starts a new one.";
            case CONFLICT ->
                "The request contradicts the present state, or repeats an idempotency key with other arguments or"
                        + " for a sandbox that has ended. Look at the state with get_sandbox, or use a new key.";
            case LIMIT_REACHED ->
                subject.map(word -> "A limit is reached: " + word + ". ").orElse("A limit is reached. ")
                        + "Ask for less, end what is no longer needed with kill_sandbox, or try again later.";
            case TOO_LARGE ->
                subject.map(word -> "Too large: the limit is " + word + ". ").orElse("Too large. ")
                        + "Send it in smaller pieces.";
            case DISK_FULL -> "The sandbox's disk is full. Remove files, or make a sandbox with more room.";
            case UNSUPPORTED ->
                subject.map(word -> "Not available here: " + word + ". ")
                                .orElse("This provider, template or host cannot do that. ")
                        + "Use another way.";
            case PROVIDER_REJECTED ->
                "The provider refused. Change what is asked for: other resources, template or region.";
            case PROVIDER_UNAVAILABLE -> "The provider cannot be reached at present. Try again later.";
            case TIMED_OUT -> "The operation took too long and was given up. Try again, or do less at once.";
            case INTERNAL -> "An error inside the server; the operator finds it in the log by request_id.";
        };
    }

    /** Whether the same call may succeed later, unchanged. */
    static boolean retryable(Situation situation) {
        return switch (situation) {
            case DEFAULT_SANDBOX_ENDED, LIMIT_REACHED, PROVIDER_UNAVAILABLE, TIMED_OUT -> true;
            case BAD_ARGUMENT,
                    NOT_TEXT,
                    TOO_LARGE_TO_READ,
                    UNAUTHENTICATED,
                    FORBIDDEN,
                    SANDBOX_NOT_FOUND,
                    NO_DEFAULT_SANDBOX,
                    NO_CONVERSATION,
                    FILE_NOT_FOUND,
                    TASK_NOT_FOUND,
                    CONFLICT,
                    TOO_LARGE,
                    DISK_FULL,
                    UNSUPPORTED,
                    PROVIDER_REJECTED,
                    INTERNAL -> false;
        };
    }
}
