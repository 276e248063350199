package options

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func TestUsage(t *testing.T) {
	r := usage([]byte(`usage: solver [options] [input-file]

Most commonly-used options:
  --incremental | -i     enable incremental solving [*]
  --lang=LANG | --input-language=LANG | -L LANG
                         force input language (default is "auto"; see --lang
                         help)
  --quiet | -q           decrease verbosity (may be repeated)

Additional options:

From the Arithmetic Theory module:
  --arith-prop=MODE      turns on propagation (default is 'old', see
                         --arith-prop=help) (EXPERTS only)
  --arith-rewrite-equalities
                         turns on rewriting [*]
  --stdin-input-per-line when piping, feed the parser one line at a time [*]
  --difficulty-mode=MODE choose a mode, see help (EXPERTS only)
  --new-thing            an experimental thing (EXPERTS
                         only) [*]
  -x                     has no long name
  --rweight=VAL=N        set a weight

    --timeout=<timeout>       Set a timeout (default = no timeout)
           -t <timeout>
    --stats, -s               Print statistics
    --epsilon=<M>             Set the epsilon (default: 200)
    --alpha=<M>               Set the rate (between 0-1) (default: 0.20)
    --delegate=<satsolver>    Use an external SAT solver (can be cadical, kissat, or y2sat)

[*] Each of these options has a --no-OPTIONNAME variant.
`))
	arith := "Arithmetic Theory"
	want := []Option{
		{Name: "alpha", Kind: Double, Default: "0.20", Class: Regular, Group: arith, Doc: "Set the rate (between 0-1) (default: 0.20)"},
		{Name: "arith-prop", Kind: Text, Class: Expert, Group: arith, Doc: "turns on propagation (default is 'old', see --arith-prop=help)"},
		{Name: "arith-rewrite-equalities", Kind: Bool, Class: Regular, Group: arith, Doc: "turns on rewriting"},
		{Name: "delegate", Kind: Mode, Values: []string{"cadical", "kissat", "y2sat"}, Class: Regular, Group: arith,
			Doc: "Use an external SAT solver (can be cadical, kissat, or y2sat)"},
		{Name: "difficulty-mode", Kind: Text, Class: Expert, Group: arith, Doc: "choose a mode, see help"},
		{Name: "epsilon", Kind: Uint, Default: "200", Class: Regular, Group: arith, Doc: "Set the epsilon (default: 200)"},
		{Name: "incremental", OneDash: []string{"i"}, Kind: Bool, Class: Common, Doc: "enable incremental solving"},
		{Name: "lang", Aliases: []string{"input-language"}, OneDash: []string{"L"}, Kind: Text, Class: Common, Doc: `force input language (default is "auto"; see --lang help)`},
		{Name: "new-thing", Kind: Bool, Class: Expert, Group: arith, Doc: "an experimental thing"},
		{Name: "quiet", OneDash: []string{"q"}, Kind: Switch, Class: Common, Doc: "decrease verbosity (may be repeated)"},
		{Name: "rweight", Kind: Text, Class: Regular, Group: arith, Doc: "set a weight"},
		{Name: "stats", OneDash: []string{"s"}, Kind: Switch, Class: Regular, Group: arith, Doc: "Print statistics"},
		{Name: "stdin-input-per-line", Kind: Bool, Class: Regular, Group: arith, Doc: "when piping, feed the parser one line at a time"},
		{Name: "timeout", Kind: Text, Class: Regular, Group: arith, Doc: "Set a timeout (default = no timeout) -t <timeout>"},
	}
	if diff := cmp.Diff(want, r.options()); diff != "" {
		t.Errorf("options (-want +got):\n%s", diff)
	}
	if r.unread != 1 {
		t.Errorf("%d entries unread, want 1: the one without a long name", r.unread)
	}
}

// Options that have only a short name, and values that follow a name without a separator.
func TestShortUsage(t *testing.T) {
	r := usage([]byte(`usage: solver [<option>...]

  -h|--help                        print usage information
  -i|--inc[remental]               incremental mode
  -I                               the same
  -look-ahead=<w>                  width <w>
  -t <time out in seconds>         set time limit
  -de|--dump-exp                   dump expression
  -o|--output <file>               set output file
  -rwl<n>|--rewrite-level<n>       set rewrite level [0,3] (default 3)
  -quick                           be quick
  -l[,<opt>=<val>]*                set option(s) of another program
`))
	want := []Option{
		{Name: "dump-exp", OneDash: []string{"de"}, Kind: Switch, Class: Regular, Doc: "dump expression"},
		{Name: "help", OneDash: []string{"h"}, Kind: Switch, Class: Regular, Doc: "print usage information"},
		{Name: "inc", OneDash: []string{"i"}, Kind: Switch, Class: Regular, Doc: "incremental mode"},
		{Name: "l", Kind: Text, Short: true, Class: Regular, Doc: "set option(s) of another program"},
		{Name: "look-ahead", Kind: Text, Short: true, Class: Regular, Doc: "width <w>"},
		{Name: "output", OneDash: []string{"o"}, Kind: Text, Class: Regular, Doc: "set output file"},
		{Name: "quick", Kind: Switch, Short: true, Class: Regular, Doc: "be quick"},
		{Name: "rewrite-level", OneDash: []string{"rwl"}, Kind: Uint, Default: "3", Class: Regular, Doc: "set rewrite level [0,3] (default 3)"},
		{Name: "t", Kind: Text, Short: true, Class: Regular, Doc: "set time limit"},
	}
	if diff := cmp.Diff(want, r.options(), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("options (-want +got):\n%s", diff)
	}
	if r.unread != 1 {
		t.Errorf("%d entries unread, want 1: -I", r.unread)
	}
}

func TestModes(t *testing.T) {
	values, standard := modes([]byte("Modes.\nAvailable modes for --x are:\n+ none\n  Nothing.\n+ full (default)\n  All of it.\n+ lazard-mod\n + no\n"))
	if diff := cmp.Diff([]string{"none", "full", "lazard-mod"}, values); diff != "" || standard != "full" {
		t.Errorf("default %q, values %s", standard, diff)
	}
}
