package options_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/options"
	"github.com/assay-smt/assay/internal/testing/solvertest"
	"github.com/assay-smt/assay/internal/testing/trialtest"
)

// fake returns the fake solver with a profile that ends with the given text.
func fake(t *testing.T, profile string) solver.Target {
	t.Helper()
	set, err := solver.Builtin()
	if err != nil {
		t.Fatal(err)
	}
	if set, err = set.With("fake.toml", []byte(string(solvertest.Profile)+profile)); err != nil {
		t.Fatal(err)
	}
	target, err := solver.Resolve(t.Context(), solvertest.Binary(t), set)
	if err != nil {
		t.Fatal(err)
	}
	return target
}

// The fake solver says what --do makes it say, whatever it is asked.
const asked = `
[options]
set = "--opt-{name}={value}"

[[options.list]]
args = ["--no-such-option"]
form = "usage"

[[options.list]]
args = ['--do=out "  --alpha=MODE  the first\n  --beta=N  the second (EXPERTS only)\n  --gamma=X  the third\n  --delta=FILE  the fourth\n  --tick  a tick [*]\n"', "/dev/null"]
form = "usage"

[[options.list]]
args = ['--do=out "{\"name\":\"beyond\",\"kind\":\"double\",\"default\":\"1\"}\n"', "/dev/null"]
form = "json"
more = true

[[options.list]]
args = ['--do=out "{\"name\":\"never\",\"kind\":\"double\"}\n"', "/dev/null"]
form = "json"

[options.ask]
default = "(get-default {name})"

[[options.values]]
names = ["gam*"]
values = ["x", "y", "z"]

[[options.exclude]]
use = "file"
why = "it names a file"
names = ["delta"]

[[options.exclude]]
use = "unwelcome"
why = "not for everybody"
classes = ["expert"]
names = ["tick"]

[[options.exclude]]
use = "other"
why = "z is broken"
names = ["gamma"]
values = ["z"]
`

func TestRead(t *testing.T) {
	got, err := options.Read(t.Context(), fake(t, asked), 2)
	if err != nil {
		t.Fatal(err)
	}
	want := []options.Option{
		{Name: "alpha", Kind: options.Text, Class: options.Regular, Doc: "the first", Use: solver.UseSearch},
		{Name: "beta", Kind: options.Text, Class: options.Expert, Doc: "the second", Use: solver.UseUnwelcome, Why: "not for everybody"},
		{Name: "beyond", Kind: options.Double, Default: "1", Class: options.Regular, Use: solver.UseSearch},
		{Name: "delta", Kind: options.Text, Class: options.Regular, Doc: "the fourth", Use: solver.UseFile, Why: "it names a file"},
		{Name: "gamma", Kind: options.Mode, Values: []string{"x", "y", "z"}, Class: options.Regular, Doc: "the third", Use: solver.UseSearch,
			Without: []options.Excluded{{Value: "z", Use: solver.UseOther, Why: "z is broken"}}},
		{Name: "tick", Kind: options.Bool, Class: options.Regular, Doc: "a tick", Use: solver.UseUnwelcome, Why: "not for everybody"},
	}
	if diff := cmp.Diff(want, got.Options); diff != "" {
		t.Errorf("options (-want +got):\n%s", diff)
	}
	if got.Solver != "fake" || got.Version != "1.2.3" || got.Unread != 0 || got.Unasked != 0 {
		t.Errorf("the catalogue of %s %s has %d unread, %d unasked", got.Solver, got.Version, got.Unread, got.Unasked)
	}
	if o, ok := got.Option("gamma"); !ok || o.Range() != "x|y|z" {
		t.Errorf("gamma is %+v", o)
	}
	if o, ok := got.Option("none"); ok {
		t.Errorf("there is an option %+v", o)
	}
}

// TestAsk makes the solver complain about each option in the words of the profile, or list its values.
func TestAsk(t *testing.T) {
	const form = `
[options]
set = '--when=.*=>err"VALUE_{name}={value}_bad_at_least_3._" /dev/null'
[[options.list]]
args = ['--do=out "  --alpha=N  text\n  --omega=N  text\n"', "/dev/null"]
form = "usage"
[options.ask]
`
	for _, tt := range []struct{ name, ask, want string }{
		{"uint", `uint = ['VALUE_\w+=-1_bad']`, `alpha uint 0.. · omega uint 0..`},
		{"int", `int = ['VALUE_\w+=x_bad']`, `alpha int  · omega int `},
		{"one of them", `double = ['VALUE_omega=x_bad']`, `alpha string  · omega double `},
		{"bounds", "int = ['VALUE']\n" + `least = ['at_least_(\d)']` + "\n" + `most = ['VALUE_(alpha)']`, `alpha int 3..alpha · omega int 3..`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, err := options.Read(t.Context(), fake(t, form+tt.ask), 3)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, o := range c.Options {
				got = append(got, o.Name+" "+string(o.Kind)+" "+o.Range())
			}
			if s := strings.Join(got, " · "); s != tt.want {
				t.Errorf("%s, want %s", s, tt.want)
			}
		})
	}
}

// TestAskValues uses a program that prints the same whatever it is asked: a list of options, and one of
// values.
func TestAskValues(t *testing.T) {
	target := trialtest.Printing(t, "cvc4", "This is CVC4 version 1.8\n  --alpha=MODE  text\n  --beta  text [*]\n\nAvailable modes:\n+ none\n+ full (default)\n")
	c, err := options.Read(t.Context(), target, 2)
	if err != nil {
		t.Fatal(err)
	}
	want := []options.Option{
		{Name: "alpha", Kind: options.Mode, Values: []string{"none", "full"}, Default: "full", Class: options.Regular, Doc: "text", Use: solver.UseSearch},
		{Name: "beta", Kind: options.Bool, Class: options.Regular, Doc: "text", Use: solver.UseSearch},
	}
	if diff := cmp.Diff(want, c.Options); diff != "" {
		t.Errorf("options (-want +got):\n%s", diff)
	}
}

// TestDefaults makes the solver answer a script of questions, end in the middle of it, and be asked the rest.
func TestDefaults(t *testing.T) {
	target := fake(t, `
[options]
set = "--opt-{name}={value}"
[[options.list]]
args = ['--do=out "  --alpha=N  text\n  --beta=N  text\n  --gamma=N  text\n  --tick  text [*]\n"', "/dev/null"]
form = "usage"
[options.ask]
default = "(get-option :{name})"
`)
	target.Config = solver.Configure(
		`--when=option alpha=>out "assay-option alpha\n" out "7\n" out "assay-option beta\n"`,
		`--when=option gamma=>out "\"assay-option gamma\"\n" out "unsupported\n" out "assay-option tick\n" out "\"Mode::TRUE\"\n"`)
	c, err := options.Read(t.Context(), target, 1)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for _, o := range c.Options {
		got[o.Name] = o.Default
	}
	if diff := cmp.Diff(map[string]string{"alpha": "7", "beta": "", "gamma": "", "tick": ""}, got); diff != "" {
		t.Errorf("defaults (-want +got):\n%s", diff)
	}
}

func TestNoCatalogue(t *testing.T) {
	for _, profile := range []string{"", "[options]\nset=\"--{name}={value}\"\n[[options.list]]\nargs=[\"--do=sat\", \"/dev/null\"]\nform=\"usage\"\n"} {
		var unusable *solver.UnusableError
		if _, err := options.Read(t.Context(), fake(t, profile), 1); !errors.As(err, &unusable) {
			t.Errorf("with the profile %q: %v", profile, err)
		}
	}
}

func TestReadInterrupted(t *testing.T) {
	target := fake(t, asked)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := options.Read(ctx, target, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("an interrupted reading ends with %v", err)
	}
}
