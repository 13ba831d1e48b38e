"""The supervisor for builds that had no C compiler: the program of src/main/c again, slower, with the same two lives.

    python3 -ISB supervisor launch    on the host: gives up every right, then becomes bubblewrap
    python3 -ISB supervisor run       inside the sandbox, as its pid 1: runs programs and file operations for the server

Python 3.9 or later, standard library only. Both read their configuration from standard input. The directory is a program: its other
files are its parts, named as their counterparts in C, where the reasons stand; here stand only those that differ.
"""

import os
import sys

from record import Defect

EXIT_START_FAILED = 125


def main(arguments):
    if sys.version_info < (3, 9):
        raise Defect("the supervisor in Python needs Python 3.9 or later")
    if arguments == ["launch"]:
        from launch import launch

        launch()
    elif arguments == ["run"]:
        from supervise import supervise

        supervise()
    raise Defect("usage: supervisor launch|run, configuration on stdin")


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except (Defect, OSError) as defect:
        os.write(2, f"sandgate-supervisor: {defect}\n".encode(errors="replace")[:512])
        os._exit(EXIT_START_FAILED)
