// Command assay tests SMT solvers. Everything it does is in internal/cli.
package main

import (
	"os"

	"github.com/assay-smt/assay/internal/cli"
)

func main() { os.Exit(cli.Main()) }
