package plan

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/assay-smt/assay/internal/campaign/schedule"
	"github.com/assay-smt/assay/internal/mutate"
)

// A Value is what a knob sets, in words. It can be a flag as it is.
type Value interface {
	// Set sets it to a word, or adds the word to a list. On an error it stays as it is.
	Set(word string) error
	String() string
	// Type says of what kind it is: int, bool, string and so on.
	Type() string
}

// A List is a Value of any number of words. Its first Set replaces what is there, and further ones add to it.
type List interface {
	Value
	Append(word string) error
	Replace(words []string) error
	GetSlice() []string
}

// number is a whole number that has a least value.
type number[T int | int64] struct {
	to    *T
	least T
	kind  string
}

func (v *number[T]) Set(word string) error {
	n, err := strconv.ParseInt(word, 0, 64)
	if err != nil {
		return err
	}
	if T(n) < v.least {
		return fmt.Errorf("%d is too small; give %d or more", n, v.least)
	}
	*v.to = T(n)
	return nil
}

func (v *number[T]) String() string { return fmt.Sprint(*v.to) }

func (v *number[T]) Type() string { return v.kind }

// ratio is 0, for nothing, or a number above 1.
type ratio float64

func (v *ratio) Set(word string) error {
	x, err := strconv.ParseFloat(word, 64)
	if err != nil {
		return fmt.Errorf("%q is not a number", word)
	}
	if x != 0 && !(x > 1 && x <= maxRatio) {
		return fmt.Errorf("give a number above 1, such as 2, or 0 for never")
	}
	*v = ratio(x)
	return nil
}

// maxRatio is more times as long than any limit of time leaves room for.
const maxRatio = 1e6

func (v *ratio) String() string { return strconv.FormatFloat(float64(*v), 'g', -1, 64) }

func (v *ratio) Type() string { return "float64" }

// natural is a number of 64 bits without a sign.
type natural uint64

func (v *natural) Set(word string) error {
	n, err := strconv.ParseUint(word, 0, 64)
	if err == nil {
		*v = natural(n)
	}
	return err
}

func (v *natural) String() string { return strconv.FormatUint(uint64(*v), 10) }

func (v *natural) Type() string { return "uint64" }

// shard is a part of a campaign, "" for the whole.
type shard schedule.Shard

func (v *shard) Set(word string) error {
	s, err := schedule.ParseShard(word)
	if err == nil {
		*v = shard(s)
	}
	return err
}

func (v *shard) String() string { return schedule.Shard(*v).String() }

func (v *shard) Type() string { return "string" }

// toggle is true or false.
type toggle bool

func (v *toggle) Set(word string) error {
	on, err := strconv.ParseBool(word)
	if err == nil {
		*v = toggle(on)
	}
	return err
}

func (v *toggle) String() string { return strconv.FormatBool(bool(*v)) }

func (v *toggle) Type() string { return "bool" }

// text is one word.
type text string

func (v *text) Set(word string) error { *v = text(word); return nil }

func (v *text) String() string { return string(*v) }

func (v *text) Type() string { return "string" }

// words is a list.
type words struct {
	to *[]string
	// commas separate words in one word.
	commas bool
	begun  bool
}

func (v *words) Set(word string) error {
	add := []string{word}
	if v.commas {
		var err error
		if add, err = csv.NewReader(strings.NewReader(word)).Read(); errors.Is(err, io.EOF) {
			add = nil
		} else if err != nil {
			return err
		}
	}
	if !v.begun {
		*v.to, v.begun = nil, true
	}
	*v.to = append(*v.to, add...)
	return nil
}

func (v *words) Append(word string) error { *v.to = append(*v.to, word); return nil }

func (v *words) Replace(all []string) error { *v.to = all; return nil }

func (v *words) GetSlice() []string { return *v.to }

func (v *words) String() string { return bracketed(*v.to) }

func (v *words) Type() string {
	if v.commas {
		return "stringSlice"
	}
	return "stringArray"
}

// bracketed writes a list as flags have it.
func bracketed(all []string) string {
	var b strings.Builder
	w := csv.NewWriter(&b)
	_ = w.Write(all) // into memory
	w.Flush()
	return "[" + strings.TrimSuffix(b.String(), "\n") + "]"
}

// option is an option of an engine that has one value.
type option struct {
	in mutate.Settings
	mutate.Option
}

func (v *option) Set(word string) error {
	now := v.in[v.Name]
	switch v.Kind {
	case mutate.Integer:
		n, err := strconv.ParseInt(word, 0, strconv.IntSize)
		if err != nil {
			return err
		}
		now.Int = int(n)
	case mutate.Switch:
		on, err := strconv.ParseBool(word)
		if err != nil {
			return err
		}
		now.On = on
	case mutate.Choice:
		now.Word = word
	case mutate.OneFile, mutate.Files:
		now.Files = filesOf([]string{word})
	}
	v.in[v.Name] = now
	return nil
}

func (v *option) String() string {
	now := v.in[v.Name]
	switch v.Kind {
	case mutate.Integer:
		return strconv.Itoa(now.Int)
	case mutate.Switch:
		return strconv.FormatBool(now.On)
	case mutate.OneFile, mutate.Files:
		return strings.Join(namesOf(now.Files), ",")
	case mutate.Choice:
	}
	return now.Word
}

func (v *option) Type() string {
	switch v.Kind {
	case mutate.Integer:
		return "int"
	case mutate.Switch:
		return "bool"
	case mutate.Choice, mutate.OneFile, mutate.Files:
	}
	return "string"
}

// optionFiles is an option of an engine that takes any number of files.
type optionFiles struct {
	in    mutate.Settings
	name  string
	begun bool
}

func (v *optionFiles) Set(word string) error {
	if !v.begun {
		v.in[v.name], v.begun = mutate.Value{}, true
	}
	return v.Append(word)
}

func (v *optionFiles) Append(word string) error { return v.Replace(append(v.GetSlice(), word)) }

func (v *optionFiles) Replace(all []string) error {
	v.in[v.name] = mutate.Value{Files: filesOf(all)}
	return nil
}

func (v *optionFiles) GetSlice() []string { return namesOf(v.in[v.name].Files) }

func (v *optionFiles) String() string { return bracketed(v.GetSlice()) }

func (v *optionFiles) Type() string { return "stringArray" }

// filesOf are files that are not read yet; "" names none.
func filesOf(names []string) []mutate.File {
	var out []mutate.File
	for _, name := range names {
		if name != "" {
			out = append(out, mutate.File{Name: name})
		}
	}
	return out
}

func namesOf(files []mutate.File) []string {
	var out []string
	for _, f := range files {
		out = append(out, f.Name)
	}
	return out
}
