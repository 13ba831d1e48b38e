/* floor N PROGRAM [ARGUMENT…]: starts the program N times, one after the other, and prints the microseconds from just
   before each start until its end was seen. What nothing that starts a program can undercut. */
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>

extern char **environ;

static double microseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

int main(int argc, char **argv)
{
    if (argc < 3)
        return 2;
    for (int left = atoi(argv[1]); left > 0; left--) {
        double began = microseconds();
        pid_t child;
        int status;
        if (posix_spawnp(&child, argv[2], NULL, NULL, argv + 2, environ) != 0)
            return 3;
        if (waitpid(child, &status, 0) != child || status != 0)
            return 4;
        printf("%.1f\n", microseconds() - began);
    }
    return 0;
}
