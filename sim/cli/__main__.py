"""The command line as ``python -m sim.cli``."""

from sim.command import main

if __name__ == "__main__":
    main()
