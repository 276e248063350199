package cli

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/assay-smt/assay/internal/base/disk"
)

type manOptions struct {
	*Streams
	OutDir string
	JSON   bool
}

func newMan(s *Streams) *cobra.Command {
	opts := &manOptions{Streams: s}
	cmd := &cobra.Command{
		Use:   "man [--out DIR] [COMMAND]",
		Short: "Write manual pages",
		Long: `Write the manual page of a command to standard output, or with --out the pages of all commands into a folder, as assay.1,
assay-fuzz.1 and so on. They say what --help says.

With --json, one object for each page: {page, file} with --out, {page, text} without.`,
		Example: `  assay man fuzz | man -l -
  assay man --out pages && cp pages/*.1 ~/.local/share/man/man1`,
		RunE: func(cmd *cobra.Command, args []string) error { return opts.run(cmd.Root(), args) },
	}
	cmd.Flags().StringVarP(&opts.OutDir, "out", "o", "", "the `DIR` to write all pages to")
	jsonFlag(cmd, &opts.JSON)
	return cmd
}

// manPage is what the command says about one page.
type manPage struct {
	Page string `json:"page"`
	File string `json:"file,omitempty"`
	Text string `json:"text,omitempty"`
}

func (opts *manOptions) run(root *cobra.Command, args []string) error {
	found, rest, err := root.Find(args)
	if err != nil || len(rest) > 0 {
		return notBelow(found, rest)
	}
	if opts.OutDir == "" {
		page := manPage{Page: manName(found), Text: roff(found)}
		if opts.JSON {
			return opts.printJSON(page)
		}
		_, err := fmt.Fprint(opts.Out, page.Text)
		return err
	}
	if len(args) > 0 {
		return usagef("--out writes the pages of all commands: leave out %s", strings.Join(args, " "))
	}
	if _, err := takeOut(opts.OutDir, pagesKind); err != nil {
		return err
	}
	return opts.write(root)
}

// write writes the pages of a command and of those below it.
func (opts *manOptions) write(cmd *cobra.Command) error {
	page := manPage{Page: manName(cmd)}
	page.File = filepath.Join(opts.OutDir, page.Page+".1")
	if err := disk.Replace(page.File, []byte(roff(cmd))); err != nil {
		return withExit(exitOutput, err)
	}
	if opts.JSON {
		if err := opts.printJSON(page); err != nil {
			return errOutput
		}
	} else if err := opts.say("%s\n", page.File); err != nil {
		return errOutput
	}
	for _, sub := range pagesBelow(cmd) {
		if err := opts.write(sub); err != nil {
			return err
		}
	}
	return nil
}

// manName is the name of a command's page.
func manName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

// pagesBelow returns the commands below a command that its help lists.
func pagesBelow(cmd *cobra.Command) []*cobra.Command {
	var all []*cobra.Command
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() && sub.Name() != "help" {
			all = append(all, sub)
		}
	}
	return all
}

// roff returns the page of a command in the language of man(7).
func roff(cmd *cobra.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 1 \"\" %s \"Assay\"\n", roffWord(strings.ToUpper(manName(cmd))), roffWord("assay "+thisVersion().Version))
	section := func(name string) { fmt.Fprintf(&b, ".SH %s\n", name) }
	section("NAME")
	fmt.Fprintf(&b, "%s \\- %s\n", roffText(manName(cmd)), roffText(cmd.Short))
	section("SYNOPSIS")
	fmt.Fprintf(&b, ".nf\n%s\n.fi\n", roffText(cmd.UseLine()))
	section("DESCRIPTION")
	text := cmd.Long
	if text == "" {
		text = cmd.Short + "."
	}
	// The help texts are laid out by hand, with lists and indentation that mean something.
	fmt.Fprintf(&b, ".nf\n%s\n.fi\n", roffText(text))
	if subs := pagesBelow(cmd); len(subs) > 0 {
		section("COMMANDS")
		for _, sub := range subs {
			fmt.Fprintf(&b, ".TP\n\\fB%s\\fR\n%s\n", roffText(sub.Name()), roffText(sub.Short))
		}
	}
	if cmd.Flags().HasAvailableFlags() {
		section("OPTIONS")
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			if !f.Hidden {
				b.WriteString(roffFlag(f))
			}
		})
	}
	if cmd.Example != "" {
		section("EXAMPLES")
		fmt.Fprintf(&b, ".nf\n%s\n.fi\n", roffText(cmd.Example))
	}
	return b.String() + roffSeeAlso(cmd)
}

// roffFlag returns the entry of a flag.
func roffFlag(f *pflag.Flag) string {
	kind, usage := pflag.UnquoteUsage(f)
	var names strings.Builder
	if f.Shorthand != "" {
		fmt.Fprintf(&names, "\\fB%s\\fR, ", roffText("-"+f.Shorthand))
	}
	fmt.Fprintf(&names, "\\fB%s\\fR", roffText("--"+f.Name))
	if kind != "" {
		fmt.Fprintf(&names, " \\fI%s\\fR", roffText(kind))
	}
	if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "[]" && f.DefValue != "0" && f.DefValue != "0s" {
		usage += fmt.Sprintf(" (default %s)", f.DefValue)
	}
	return fmt.Sprintf(".TP\n%s\n%s\n", names.String(), roffText(usage))
}

// roffSeeAlso names the pages of the parent command, of the subcommands, and of the manual.
func roffSeeAlso(cmd *cobra.Command) string {
	var names []string
	if cmd.HasParent() {
		names = append(names, manName(cmd.Parent()))
	}
	for _, sub := range pagesBelow(cmd) {
		names = append(names, manName(sub))
	}
	for i, name := range names {
		names[i] = fmt.Sprintf("\\fB%s\\fR(1)", roffText(name))
	}
	if len(names) == 0 {
		return ""
	}
	return ".SH SEE ALSO\n" + strings.Join(names, ",\n") + "\n"
}

// roffText escapes a text so that it stands for itself: backslashes, hyphens that can be copied, and lines that begin like requests.
func roffText(s string) string {
	s = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(s)
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}

// roffWord is a text as one argument of a request.
func roffWord(s string) string { return `"` + strings.ReplaceAll(roffText(s), `"`, `""`) + `"` }
