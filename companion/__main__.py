"""`python -m companion` is `queban`."""

import sys

from companion.cli import main

sys.exit(main())
