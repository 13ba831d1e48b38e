package dev.sandgate.blackbox;

import jakarta.json.JsonObject;
import java.util.ArrayList;
import java.util.List;

/** Reads the text of an event stream: the messages in its data lines; comments and empty data are passed over. */
final class Events {

    private Events() {}

    static List<JsonObject> messages(String stream) {
        var messages = new ArrayList<JsonObject>();
        for (var event : stream.split("\r?\n\r?\n", -1)) {
            var data = event.lines()
                    .filter(line -> line.startsWith("data:"))
                    .map(line -> line.substring(5).stripLeading())
                    .reduce((first, second) -> first + "\n" + second)
                    .orElse("");
            if (!data.isEmpty()) {
                messages.add(Json.parse(data));
            }
        }
        return messages;
    }
}
