// Smtfmt lays out SMT-LIB text from standard input, or from the files that it is given.
//
//	smtfmt < f.smt2
//	smtfmt a.smt2 b.smt2
package main

import (
	"fmt"
	"io"
	"os"

	"github.com/assay-smt/assay/smt"
)

func main() {
	if err := run(os.Args[1:], os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(files []string, in io.Reader, out io.Writer) error {
	if len(files) == 0 {
		text, err := io.ReadAll(in)
		if err != nil {
			return err
		}
		return format("<stdin>", string(text), out)
	}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if err := format(name, string(text), out); err != nil {
			return err
		}
	}
	return nil
}

func format(name, text string, out io.Writer) error {
	script, err := smt.Parse(name, text)
	if err != nil {
		return err // with file, line and column
	}
	_, err = io.WriteString(out, script.Format())
	return err
}
