package options_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/options"
)

// listed is a catalogue of the fake solver with an option of each kind.
func listed(t *testing.T, more string) (*options.Catalogue, solver.Target) {
	t.Helper()
	target := fake(t, `
[[options.list]]
args = ['--do=out "{\"name\":\"b\",\"kind\":\"bool\",\"default\":\"true\"}\n{\"name\":\"d\",\"kind\":\"double\",\"default\":\"0.25\",\"least\":\"0\",\"most\":\"1\"}\n{\"name\":\"i\",\"kind\":\"int\",\"default\":\"-4\"}\n{\"name\":\"m\",\"kind\":\"mode\",\"default\":\"x\",\"values\":[\"x\",\"y\",\"true\",\"z\"]}\n{\"name\":\"s\",\"kind\":\"switch\"}\n{\"name\":\"t\",\"kind\":\"string\"}\n{\"name\":\"u\",\"kind\":\"uint\",\"default\":\"10\",\"most\":\"15\"}\n{\"name\":\"w\",\"kind\":\"bool\",\"default\":\"false\"}\n"', "/dev/null"]
form = "json"
[[options.exclude]]
use = "output"
why = "it changes what is printed"
names = ["w"]
[[options.exclude]]
use = "unwelcome"
why = "z was removed"
names = ["m"]
values = ["z"]
[options]
`+more)
	c, err := options.Read(t.Context(), target, 1)
	if err != nil {
		t.Fatal(err)
	}
	return c, target
}

const (
	likeZ3  = "set = \"{name}={value}\"\nscript = \"(set-option :{name} {value})\"\noutlasts = true\n"
	likeCVC = "set = \"--{name}={value}\"\non = \"--{name}\"\noff = \"--no-{name}\"\nscript = \"(set-option :{name} {value})\"\n"
	apart   = "set = \"--{name} {value}\"\non = \"--{name}\"\n"
)

func TestConfigure(t *testing.T) {
	settings := []options.Setting{{"m", "true"}, {"b", "true"}, {"i", "3"}, {"b", "false"}, {"s", "true"}, {"nosuch", "1"}, {"d", "0.5"}}
	for _, tt := range []struct{ name, space, want string }{
		{"parameters", likeZ3, "b=false d=0.5 i=3 m=true s=true"},
		{"long options", likeCVC, "--no-b --d=0.5 --i=3 --m=true --s"},
		{"values apart", apart, "--b false --d 0.5 --i 3 --m true --s"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, _ := listed(t, tt.space)
			conf := c.Configure(settings...)
			if conf.String() != tt.want {
				t.Errorf("%s, want %s", conf, tt.want)
			}
			back := slices.Clone(settings)
			slices.Reverse(back)
			if other := c.Configure(back...); other == conf {
				t.Error("the last one of a name does not count")
			}
			slices.Reverse(back)
			slices.SortStableFunc(back, func(a, b options.Setting) int { return -cmpNames(a, b) })
			if other := c.Configure(back...); other != conf {
				t.Errorf("in another order %s", other)
			}
			want := options.Canonical([]options.Setting{{"m", "true"}, {"b", "false"}, {"i", "3"}, {"s", "true"}, {"d", "0.5"}})
			got, rest := c.Settings(conf)
			if diff := cmp.Diff(want, got); diff != "" || rest != (solver.Configuration{}) {
				t.Errorf("rest %s, settings %s", rest, diff)
			}
		})
	}
}

// Options written without a separator between name and value, some of them with one dash, as in Boolector.
func TestJoinedValues(t *testing.T) {
	target := fake(t, `
[options]
set = "--{name}{value}"
on = "--{name}"
[[options.list]]
args = ['--do=out "  --level<n>    how much (default 3)\n  -l[,<o>=<v>]*   more\n  -quick    be quick\n  --slow    be slow\n"', "/dev/null"]
form = "usage"
[[options.values]]
names = ["level"]
values = ["0", "1", "10"]
[[options.values]]
names = ["l"]
values = [",plain=1", ",phase=-1"]
`)
	c, err := options.Read(t.Context(), target, 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		want     string
		settings []options.Setting
	}{
		{"-l,plain=1 --level10 -quick --slow", []options.Setting{{"l", ",plain=1"}, {"level", "10"}, {"quick", "true"}, {"slow", "true"}}},
		{"-l,phase=-1 --level1", []options.Setting{{"l", ",phase=-1"}, {"level", "1"}}},
		{"-quick", []options.Setting{{"quick", "true"}}},
	} {
		conf := c.Configure(tt.settings...)
		if conf.String() != tt.want {
			t.Errorf("%s, want %s", conf, tt.want)
		}
		got, rest := c.Settings(conf)
		if diff := cmp.Diff(tt.settings, got); diff != "" || rest != (solver.Configuration{}) {
			t.Errorf("rest %s, settings %s", rest, diff)
		}
	}
	if _, rest := c.Settings(solver.Configure("--level7", "-l,other=1")); rest.String() != "--level7 -l,other=1" {
		t.Errorf("values of which nothing is known: the rest is %s", rest)
	}
	t2 := c.Target(target.With(solver.Configure("--level0", "-x")), options.Setting{Name: "level", Value: "1"})
	if t2.Config.String() != "-x --level1" {
		t.Errorf("a setting is not replaced: %s", t2.Config)
	}
}

func cmpNames(a, b options.Setting) int {
	switch {
	case a.Name < b.Name:
		return -1
	case a.Name > b.Name:
		return 1
	}
	return 0
}

// Configurations and settings are two forms of the same thing.
func TestSettingsAndBack(t *testing.T) {
	c, _ := listed(t, likeCVC)
	rapid.Check(t, func(rt *rapid.T) {
		var settings []options.Setting
		for i := range c.Options {
			if o := &c.Options[i]; rapid.Bool().Draw(rt, o.Name) {
				if all := o.Alternatives(); len(all) > 0 {
					settings = append(settings, options.Setting{Name: o.Name, Value: rapid.SampledFrom(all).Draw(rt, "value")})
				}
			}
		}
		conf := c.Configure(rapid.Permutation(settings).Draw(rt, "order")...)
		got, rest := c.Settings(conf)
		if len(rest.Words()) > 0 || !slices.Equal(got, options.Canonical(settings)) || c.Configure(got...) != conf {
			rt.Fatalf("%v becomes %s and %v, rest %s", settings, conf, got, rest)
		}
	})
}

func TestTarget(t *testing.T) {
	c, target := listed(t, likeZ3)
	target.Config = solver.Configure("--name=x", "b=false", "-q", "u=3")
	target.Config.Limits.CheckTime = 7
	got := c.Target(target, options.Setting{Name: "u", Value: "4"}, options.Setting{Name: "m", Value: "y"})
	if got.Config.String() != "--name=x -q b=false m=y u=4" || got.Config.Limits.CheckTime != 7 {
		t.Errorf("%s", got.Config)
	}
}

func TestScriptedOptions(t *testing.T) {
	for _, tt := range []struct{ name, space, config, base, set, undo string }{
		{"taken back by the script", likeZ3, "-q b=false m=y u=3", "-q", "(set-option :b false)\n(set-option :m y)\n(set-option :u 3)\n",
			"(set-option :b true)\n(set-option :m x)\n(set-option :u 10)\n"},
		{"taken back by the reset", likeCVC, "-q --no-b --m=y --u=3", "-q", "(set-option :b false)\n(set-option :m y)\n(set-option :u 3)\n", ""},
		{"not from scripts", likeZ3, "d=0.5 i=-1 t=x w=true s=true u=-3", "d=0.5 i=-1 s=true t=x u=-3 w=true", "", ""},
		{"no scripts", apart, "--m y", "--m y", "", ""},
		{"nothing known", likeZ3, "--other -q", "--other -q", "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c, target := listed(t, tt.space)
			spec, err := solver.ParseSpec("fake " + tt.config)
			if err != nil {
				t.Fatal(err)
			}
			target.Config = solver.Configure(spec.Args...)
			base, set, undo := options.Catalogues{target.Solver: c}.Scripted(target)
			if base.Config.String() != tt.base || set != tt.set || undo != tt.undo {
				t.Errorf("base %s\nset %s\nundo %s", base.Config, set, undo)
			}
			if base, set, _ := (options.Catalogues{}).Scripted(target); base != target || set != "" {
				t.Errorf("without a catalogue: %s, %s", base, set)
			}
		})
	}
}

func TestAlternatives(t *testing.T) {
	c, _ := listed(t, likeZ3)
	want := map[string][]string{
		"b": {"false"}, "d": {"0", "1", "0.125", "0.5"}, "i": {"0", "1", "-2", "-3", "-8", "1048576", "-1"}, "m": {"y", "true"}, "s": {"true"}, "t": nil,
		"u": {"0", "1", "5", "11", "15"}, "w": {"true"},
	}
	got := map[string][]string{}
	for i := range c.Options {
		got[c.Options[i].Name] = c.Options[i].Alternatives()
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("alternatives (-want +got):\n%s", diff)
	}
}
