package findings_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/judge/oracle"
)

// hostile is text that a solver or a seed may contain to mislead the reader of a report, or the page that shows it.
var hostile = []string{
	"\x1b[2J\x1b]0;title\x07overwritten\rline", "a\u202egnp.exe\u202c\u2066x\u2069", "zero\u200bwidth\ufeff\u2060",
	"<script>alert(1)</script><img src=x onerror=y>", "<!-- hidden", "&lt;b&gt; &#64;x", "![image](http://evil/x.png)",
	"[link](javascript:alert(1)) [ref]: http://evil", "http://evil.example/x www.evil.example mailto:a@evil.example",
	"@everyone @maintainer see #1 and owner/repo#22 GH-33 !44", "`` ` ``` code ``` `", "```\n# out\n```", "~~~\nout\n~~~",
	"# heading", "- list", "1. one", "> quote", "=====", "-----", "***bold*** __x__ _y_ ~~z~~", "| a | b |\n|---|---|", "$x$ $$y$$",
	"\n\n# heading after blank lines\n\n<b>", "\\", "`", "", " ", "ends with \\", "\u2028<i>", "\xff\xfe@x",
}

// Hostile text in any field neither leaves its place nor has an effect.
func TestReportIsSafe(t *testing.T) {
	for _, h := range hostile {
		for _, class := range oracle.Classes() {
			f := findings.Finding{
				Class: class, Solver: h, Other: h, Family: h, Version: h, Logic: h, Signature: h, Suspect: true,
				Open: []string{h, h}, Lost: []string{h},
				Evidence: findings.Evidence{Kind: oracle.EvidenceKind(h), Summary: h, Reason: h, Detail: h, Sat: []string{h}, Unsat: []string{h}, Expected: h, Observed: h},
			}
			f.Runs = []findings.Run{{Solver: h, Family: h, Version: h, Command: []string{h}, Answers: []string{h}, Reason: h, File: h, Stdin: true, Mode: h}, {Solver: h, Reason: h}}
			f.Provenance.Mutant, f.Provenance.SeedName, f.Provenance.Steps = h, h, []string{h}
			f.Base = &findings.Base{Step: h, Run: f.Runs[0]}
			f.Session = &findings.Session{Run: f.Runs[0], Shows: oracle.Class(h)}
			for n, evidence := range []string{"", h, "", h, "", h} {
				f.Evidence.Expected = evidence
				if n == 2 {
					run := f.Runs[0]
					run.Stdout, run.Stderr = h, h
					f.Evidence.Model = h
					f.Reduction = &findings.Reduction{
						Certificate: h, By: []string{h}, Words: h, Operators: []string{h, h}, How: []string{h, h}, Plain: &run, Idle: []string{h}, Commands: []string{h},
						Build: h, System: h, Options: []findings.UsedOption{{Option: findings.Option{Name: h, Value: h}, Level: h, Default: h}},
					}
				}
				if n >= 4 {
					f.Family = []string{"z3", "cvc5"}[n-4]
				}
				report := string(findings.Report(&f, []byte(h), map[string][]byte{findings.BaseFile: []byte(h), findings.SessionFile: []byte(h)}))
				if problem := unsafe(report); problem != "" {
					t.Errorf("%q in a report of class %s: %s\n%s", h, class, problem, report)
				}
			}
		}
	}
}

var (
	fenceLine = regexp.MustCompile("^(`{3,})([a-z0-9]*)$")
	effect    = regexp.MustCompile("(?i)[*\\[\\]<>&~|$`]|@|[#!][0-9]|\\bgh-[0-9]|://|mailto:|www\\.")
	ownLine   = regexp.MustCompile(`^(# |##+ |\*\*[A-Za-z0-9 ./]+\*\*(: |$)|- (sat|unsat|unknown): |- |[0-9]+\. |\(cut here)`)
	block     = regexp.MustCompile(`^([-+#=>]|[0-9]{1,9}[.)])`)
)

// unsafe says what in a report is shown differently from its text, "" for nothing.
func unsafe(report string) string {
	for _, r := range report {
		if r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == 0x2028) {
			return fmt.Sprintf("character %U", r)
		}
	}
	fence, blocks := "", 0
	for line := range strings.Lines(report) {
		line = strings.TrimRight(line, "\n")
		if m := fenceLine.FindStringSubmatch(line); m != nil && (fence == "" || len(m[1]) >= len(fence) && m[2] == "") {
			if fence == "" {
				fence = m[1]
				blocks++
			} else {
				fence = ""
			}
			continue
		}
		if fence != "" {
			continue
		}
		text := withoutCode(line)
		if m := ownLine.FindString(text); m != "" {
			text = text[len(m):]
		} else if block.MatchString(text) {
			return fmt.Sprintf("a block begins with %q", line)
		}
		text = regexp.MustCompile(`\\[[:punct:]]`).ReplaceAllString(text, "x")
		if found := effect.FindString(text); found != "" {
			return fmt.Sprintf("%q has an effect in %q", found, line)
		}
	}
	if fence != "" || blocks < 3 {
		return fmt.Sprintf("%d blocks of code, the last one ends: %v", blocks, fence == "")
	}
	return ""
}

// withoutCode replaces the code spans of a line.
func withoutCode(line string) string {
	var b strings.Builder
	for i := 0; i < len(line); {
		if line[i] == '\\' && i+1 < len(line) {
			b.WriteString(line[i : i+2])
			i += 2
			continue
		}
		if line[i] != '`' {
			b.WriteByte(line[i])
			i++
			continue
		}
		n := len(line[i:]) - len(strings.TrimLeft(line[i:], "`"))
		end := -1
		for k := i + n; k < len(line); {
			run := len(line[k:]) - len(strings.TrimLeft(line[k:], "`"))
			if run == n {
				end = k
				break
			}
			k += max(run, 1)
		}
		if end < 0 {
			b.WriteString(line[i : i+n])
			i += n
			continue
		}
		b.WriteString("CODE")
		i = end + n
	}
	return b.String()
}

// Ordinary text reads as before.
func TestReportOfOrdinaryText(t *testing.T) {
	f := findings.Finding{Class: oracle.RefutationSoundness, Family: "z3", Version: "4.8.12", Logic: "QF_S", Solver: "z3 -q"}
	f.Evidence.Summary = "z3 says unsat, the formula is sat (model of cvc5 1.0.3): x = 1.5"
	report := string(findings.Report(&f, []byte("(check-sat)\n"), nil))
	for _, want := range []string{"# Wrong unsat in QF_S\n", "The formula is satisfiable; z3 answers `unsat`.\n", "```smt2\n(check-sat)\n```\n", "- Program: `z3@4.8.12`\n"} {
		if !strings.Contains(report, want) {
			t.Errorf("%q is not in\n%s", want, report)
		}
	}
}
