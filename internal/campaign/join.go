package campaign

import (
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
)

// A statsJoin adds the statistics of disjoint parts of a campaign. What comes out does not depend on the order of the parts. The zero value has none.
type statsJoin struct{ sum *Stats }

// add adds a part, which it does not change.
func (j *statsJoin) add(part *Stats) {
	if j.sum == nil {
		s := newStats()
		j.sum = &s
	}
	seeds := max(j.sum.Seeds, part.Seeds) // all parts have all of them
	least, most := j.extremes(part)
	samples := j.samples(part)
	addTo(reflect.ValueOf(j.sum).Elem(), reflect.ValueOf(part).Elem())
	j.sum.Seeds = seeds
	for name, v := range least {
		j.sum.Solvers[name].Least = v
	}
	for name, all := range most {
		for baseline, v := range all {
			t := j.sum.Solvers[name].Timed[baseline]
			t.Most, t.Mutant = v.Most, v.Mutant
		}
	}
	for name, s := range samples {
		j.sum.Engines[name].Sample = s
	}
}

// extremes returns what is not a sum: the shortest runs of solvers, and the largest ratios against their baselines, of the part and those before.
func (j *statsJoin) extremes(part *Stats) (least map[string]Spending, most map[string]map[string]TimedStats) {
	least, most = make(map[string]Spending), make(map[string]map[string]TimedStats)
	for name, v := range part.Solvers {
		was := at(j.sum.Solvers, name)
		least[name] = was.Least
		if l := v.Least; l.Runs > 0 && (was.Least.Runs == 0 || l.Wall < was.Least.Wall || l.Wall == was.Least.Wall && l.CPU < was.Least.CPU) {
			least[name] = l
		}
		most[name] = make(map[string]TimedStats)
		for baseline, t := range v.Timed {
			most[name][baseline] = *t
			if before := was.Timed[baseline]; before != nil && cmp.Or(cmp.Compare(before.Most, t.Most), cmp.Compare(t.Mutant, before.Mutant)) > 0 {
				most[name][baseline] = *before
			}
		}
	}
	return least, most
}

// samples returns the samples of distinct mutants of the part together with those before, by engine.
func (j *statsJoin) samples(part *Stats) map[string]*DistinctSample {
	out := make(map[string]*DistinctSample)
	for name, e := range part.Engines {
		was := at(j.sum.Engines, name).Sample
		if was == nil {
			was = &DistinctSample{}
		}
		was.join(e.Sample)
		out[name] = was
	}
	return out
}

// join adds another sample, nil for none.
func (s *DistinctSample) join(other *DistinctSample) {
	if other == nil {
		return
	}
	if other.level > s.level {
		s.raise(other.level)
	}
	for hash, n := range other.counts {
		s.Add(hash, n)
	}
}

// stats returns the sum. Lists are as short as those of one campaign: what is rare is counted together.
func (j *statsJoin) stats() Stats {
	if j.sum == nil {
		return newStats()
	}
	s := j.sum
	shorten(reflect.ValueOf(s).Elem())
	for _, e := range s.Engines {
		rules := e.Rules
		e.Rules = nil
		for _, name := range slices.Sorted(maps.Keys(rules)) {
			e.rule(name, rules[name])
		}
		e.NotApplicable, e.RejectedTries = mostFrequent(e.NotApplicable), mostFrequent(e.RejectedTries)
		e.Unique = e.Sample.Uniqueness()
	}
	return *s
}

// addTo adds numbers to numbers, entry by entry and field by field, so that a count that is new somewhere is joined as well. Texts that are equal in all parts
// stay, and lists are united.
func addTo(to, from reflect.Value) {
	switch to.Kind() {
	case reflect.Int, reflect.Int64:
		to.SetInt(to.Int() + from.Int())
	case reflect.Float64:
		to.SetFloat(to.Float() + from.Float())
	case reflect.String:
		if to.String() == "" {
			to.SetString(from.String())
		}
	case reflect.Bool:
		to.SetBool(to.Bool() || from.Bool())
	case reflect.Struct:
		for i := range to.NumField() {
			addTo(to.Field(i), from.Field(i))
		}
	case reflect.Pointer:
		addPointer(to, from)
	case reflect.Map:
		addMap(to, from)
	case reflect.Slice:
		addList(to, from)
	default:
		panic("campaign: what is counted has a field of kind " + to.Kind().String())
	}
}

func addPointer(to, from reflect.Value) {
	if from.IsNil() || to.Type() == reflect.TypeFor[*DistinctSample]() { // which are joined otherwise
		return
	}
	if to.IsNil() {
		to.Set(reflect.New(to.Type().Elem()))
	}
	addTo(to.Elem(), from.Elem())
}

func addMap(to, from reflect.Value) {
	if from.Len() > 0 && to.IsNil() {
		to.Set(reflect.MakeMap(to.Type()))
	}
	for all := from.MapRange(); all.Next(); {
		sum := reflect.New(to.Type().Elem()).Elem()
		if was := to.MapIndex(all.Key()); was.IsValid() {
			sum.Set(was)
		}
		addTo(sum, all.Value())
		to.SetMapIndex(all.Key(), sum)
	}
}

// as is a value that is known to have a type.
func as[T any](v reflect.Value) T { return v.Interface().(T) } //nolint:errcheck,forcetypeassert // the caller knows

func addList(to, from reflect.Value) {
	switch list := from.Interface().(type) {
	case []Refusal:
		to.Set(reflect.ValueOf(addRefusals(as[[]Refusal](to), list)))
	case []ApplicableStats:
		r := RuleStats{Applicable: as[[]ApplicableStats](to)}
		for i, a := range list {
			r.applicable(i, a)
		}
		to.Set(reflect.ValueOf(r.Applicable))
	case []Skip:
		all := append(as[[]Skip](to), list...)
		slices.SortFunc(all, func(a, b Skip) int {
			return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Reason, b.Reason))
		})
		to.Set(reflect.ValueOf(slices.Compact(all)))
	case []string:
		all := append(as[[]string](to), list...)
		slices.Sort(all)
		to.Set(reflect.ValueOf(all))
	default:
		panic(fmt.Sprintf("campaign: what is counted has a %T", list))
	}
}

// addRefusals adds counts of reasons, the most frequent first. The mutant of each is the one with the least name.
func addRefusals(to, from []Refusal) []Refusal {
	out := slices.Clone(to)
	for _, r := range from {
		i := slices.IndexFunc(out, func(o Refusal) bool { return o.Reason == r.Reason })
		if i < 0 {
			out = append(out, r)
			continue
		}
		out[i].Count += r.Count
		out[i].Mutant = min(out[i].Mutant, r.Mutant)
	}
	slices.SortFunc(out, func(a, b Refusal) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), strings.Compare(a.Reason, b.Reason))
	})
	return out
}

// shorten makes all lists as short as those of one campaign.
func shorten(v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				shorten(v.Field(i))
			}
		}
	case reflect.Pointer:
		if !v.IsNil() {
			shorten(v.Elem())
		}
	case reflect.Map:
		for all := v.MapRange(); all.Next(); {
			e := reflect.New(v.Type().Elem()).Elem()
			e.Set(all.Value())
			shorten(e)
			v.SetMapIndex(all.Key(), e)
		}
	case reflect.Slice:
		switch list := v.Interface().(type) {
		case []Refusal:
			v.Set(reflect.ValueOf(shortRefusals(list)))
		case []Skip, []string:
			v.Set(v.Slice(0, min(v.Len(), maxTexts)))
		}
	}
}

// shortRefusals counts reasons together for which there is no room. Those that were counted together in a part are as well.
func shortRefusals(list []Refusal) []Refusal {
	named := slices.DeleteFunc(slices.Clone(list), func(r Refusal) bool { return r.Reason == OtherReasons })
	if len(named) <= maxReasons {
		return list
	}
	other := Refusal{Reason: OtherReasons, Mutant: named[maxReasons].Mutant}
	for _, r := range slices.Concat(named[maxReasons:], slices.DeleteFunc(slices.Clone(list), func(r Refusal) bool { return r.Reason != OtherReasons })) {
		other.Count += r.Count
		other.Mutant = min(other.Mutant, r.Mutant)
	}
	return append(named[:maxReasons:maxReasons], other)
}

// mostFrequent counts reasons together for which there is no room.
func mostFrequent(counts map[string]int64) map[string]int64 {
	names := slices.SortedFunc(maps.Keys(counts), func(a, b string) int { return cmp.Or(cmp.Compare(counts[b], counts[a]), strings.Compare(a, b)) })
	names = slices.DeleteFunc(names, func(name string) bool { return name == OtherReasons })
	if len(names) <= maxReasons {
		return counts
	}
	out := map[string]int64{OtherReasons: counts[OtherReasons]}
	for i, name := range names {
		if i < maxReasons {
			out[name] = counts[name]
		} else {
			out[OtherReasons] += counts[name]
		}
	}
	return out
}
