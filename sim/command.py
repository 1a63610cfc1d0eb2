"""The program ``shalab``: the command line, and a way out for Ctrl-C that comes while it is still being imported."""

import sys

INTERRUPTED = 130  # exit status


def main() -> None:
    """Run the command line; Ctrl-C leaves with status 130 from the first import on."""
    try:
        from sim.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


if __name__ == "__main__":
    main()
