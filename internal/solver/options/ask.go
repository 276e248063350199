package options

import (
	"bytes"
	"context"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/assay-smt/assay/internal/solver"
)

// Read makes a solver list its options and asks about those whose type, values or default the list does not give. It asks at most
// jobs questions at a time, one process each; for cvc5 these are a few hundred, in some seconds.
func Read(ctx context.Context, t solver.Target, jobs int) (*Catalogue, error) {
	return ReadAbout(ctx, t, jobs, func(*Option) bool { return true })
}

// ReadAbout does the same, but asks only about options that are wanted; it decides by what the list says. Of the others, Catalogue has
// what the list says.
func ReadAbout(ctx context.Context, t solver.Target, jobs int, wanted func(*Option) bool) (*Catalogue, error) {
	a, err := newAsker(t)
	if err != nil {
		return nil, err
	}
	defer a.close()
	c, err := a.list(ctx)
	if err != nil {
		return nil, err
	}
	if err := a.defaults(ctx, c); err != nil {
		return nil, err
	}
	var open []*Option
	for i := range c.Options {
		// The list gives every option with a value the kind Text.
		if o := &c.Options[i]; o.Kind == Text && o.Use != solver.UseOutput && o.Use != solver.UseFile && o.Use != solver.UseInput && wanted(o) {
			open = append(open, o)
		}
	}
	if !a.asks() {
		return c, nil
	}
	var wait sync.WaitGroup
	errs := make(chan error, len(open))
	slots := make(chan struct{}, max(1, jobs))
	for _, o := range open {
		slots <- struct{}{}
		wait.Go(func() {
			defer func() { <-slots }()
			if err := a.learn(ctx, o); err != nil {
				errs <- err
			}
		})
	}
	wait.Wait()
	close(errs)
	for err := range errs {
		return nil, err
	}
	for _, o := range open {
		if o.Kind == Text && o.Use == solver.UseSearch {
			c.Unasked++
		}
	}
	return c, nil
}

// asks reports whether the profile has questions about types and values.
func (a *asker) asks() bool {
	q := a.space.Ask
	return q.Values != "" || len(q.Int)+len(q.Uint)+len(q.Double) > 0
}

// learn asks for the values of an option, then for its type.
func (a *asker) learn(ctx context.Context, o *Option) error {
	q := a.space.Ask
	if q.Values != "" {
		words := strings.Fields(strings.ReplaceAll(q.Values, "{name}", o.Name))
		out, err := a.say(ctx, a.about(words), toAsk)
		if err != nil {
			return err
		}
		if values, standard := modes([]byte(out.text())); len(values) > 0 {
			o.Kind, o.Values = Mode, values
			if standard != "" {
				o.Default = standard
			} else if !slices.Contains(values, o.Default) {
				o.Default = ""
			}
			return nil
		}
	}
	var said strings.Builder
	for _, wrong := range []string{"x", "-1", "1e30"} {
		out, err := a.say(ctx, a.about(a.space.Assign(o.Name, wrong)), toAsk)
		if err != nil {
			return err
		}
		text := out.text()
		said.WriteString(text)
		if least, ok := q.Least.Group(text); ok && wrong == "-1" {
			o.Least = value(least)
		}
		if most, ok := q.Most.Group(text); ok {
			o.Most = value(most)
		}
	}
	switch text := said.String(); {
	case q.Uint.Match(text):
		o.Kind = Uint
		if o.Least == "" {
			o.Least = "0"
		}
	case q.Int.Match(text):
		o.Kind = Int
	case q.Double.Match(text):
		o.Kind = Double
	}
	return nil
}

// about is the command line of a question about a single option.
func (a *asker) about(words []string) []string {
	return slices.Concat([]string{a.target.Path()}, words, a.target.Profile().Living.Args)
}

var modeLine = regexp.MustCompile(`^\+ ([A-Za-z0-9][\w.+-]*)( \(default\))?$`)

// modes reads lines such as "+ full (default)".
func modes(text []byte) (values []string, standard string) {
	for _, line := range lines(text) {
		m := modeLine.FindStringSubmatch(line)
		if m == nil || len(values) == maxValues || len(m[1]) > maxValue {
			continue
		}
		values = append(values, m[1])
		if m[2] != "" {
			standard = m[1]
		}
	}
	return values, standard
}

// marker precedes the answer about an option.
const marker = "assay-option "

// maxAgain bounds how often the script of questions is restarted after an option that ended the solver.
const maxAgain = 20

// defaults asks for all defaults in one script, and continues in another one if the solver ends.
func (a *asker) defaults(ctx context.Context, c *Catalogue) error {
	command := a.space.Ask.Default
	if command == "" {
		return nil
	}
	const name = "defaults.smt2"
	var open []*Option
	for i := range c.Options {
		if c.Options[i].Default == "" {
			open = append(open, &c.Options[i])
		}
	}
	for range maxAgain {
		if len(open) == 0 {
			break
		}
		var script bytes.Buffer
		for _, o := range open {
			script.WriteString(`(echo "` + marker + o.Name + "\")\n" + strings.ReplaceAll(command, "{name}", o.Name) + "\n")
		}
		if _, err := a.temp.Write(name, script.Bytes()); err != nil {
			return err
		}
		argv := a.target.Command(solver.Query{File: a.temp.Path(name)})
		out, err := a.say(ctx, argv, toDefaults)
		if err != nil {
			return err
		}
		last := answers(out.stdout, open)
		open = open[min(last+1, len(open)):]
		if last < 0 {
			break // it says nothing about any of them
		}
	}
	return nil
}

// answers enters the answers to a script of questions, and returns the index of the last option about which it asked, -1 for none.
func answers(text []byte, asked []*Option) int {
	index := -1
	for _, line := range lines(text) {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(strings.Trim(line, `"`), marker); ok {
			if i := slices.IndexFunc(asked[index+1:], func(o *Option) bool { return o.Name == name }); i >= 0 {
				index += 1 + i
			}
			continue
		}
		if index < 0 || asked[index].Default != "" || line == "unsupported" || strings.HasPrefix(line, "(error") {
			continue
		}
		asked[index].Default = plain(asked[index].Kind, line)
	}
	return index
}

// plain is a value without quotes; "" for what is not a value of its kind, such as the name of a constant in the solver's source.
func plain(kind Kind, line string) string {
	line = strings.Trim(line, `"`)
	if kind == Bool && line != "true" && line != "false" || strings.Contains(line, "::") {
		return ""
	}
	return value(line)
}
