/*
 * sandgate-supervisor: one binary, two lives.
 *   launch  on the host: gives up every right, then becomes bubblewrap.
 *   run     inside the sandbox, as its pid 1: runs programs and file operations for the server.
 * Both read their configuration from stdin, so that nothing secret or host-specific stands in argv or environment.
 */
#include "sandgate.h"

#include <stdio.h>
#include <unistd.h>

_Noreturn void give_up(const char *what, int error)
{
    char line[512];
    int length = error ? snprintf(line, sizeof line, "sandgate-supervisor: %s: %s\n", what, strerror(error))
                       : snprintf(line, sizeof line, "sandgate-supervisor: %s\n", what);
    if (length > 0) {
        size_t size = (size_t)length < sizeof line ? (size_t)length : sizeof line - 1;
        if (write(STDERR_FILENO, line, size) < 0)
            _exit(EXIT_START_FAILED);
    }
    _exit(EXIT_START_FAILED);
}

int main(int argc, char **argv)
{
    if (argc == 2 && strcmp(argv[1], "launch") == 0)
        launch();
    if (argc == 2 && strcmp(argv[1], "run") == 0)
        supervise();
    give_up("usage: sandgate-supervisor launch|run, configuration on stdin", 0);
}
