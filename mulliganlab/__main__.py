"""``python -m mulliganlab``."""

from mulliganlab.cli import main

if __name__ == "__main__":
    main()
