"""`python -m cutcard` is the `cutcard` command."""

from cutcard.cli import main

if __name__ == "__main__":
    main()
