package archtest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// An order is the relation "may import" between the names of the policy: packages and groups.
type order struct {
	below map[string][]string        // as written: name -> what stands directly left of it
	reach map[string]map[string]bool // closed: name -> everything below it
}

func newOrder() *order {
	return &order{below: make(map[string][]string)}
}

// add reads the chain "a, b < c < d, e".
func (o *order) add(text string) error {
	links := strings.Split(text, "<")
	if len(links) < 2 {
		return fmt.Errorf("no < in %q", text)
	}
	var left []string
	for i, link := range links {
		names, err := splitList(link)
		if err != nil {
			return err
		}
		if slices.Contains(names, none) {
			if i > 0 || len(names) > 1 {
				return fmt.Errorf("%s stands alone and first", none)
			}
			continue
		}
		if i > 0 {
			for _, name := range names {
				o.below[name] = append(o.below[name], left...)
			}
		}
		left = names
	}
	return nil
}

// close computes reach. It fails on a name that nothing introduces and on a cycle.
func (o *order) close() error {
	o.reach = make(map[string]map[string]bool, len(o.below))
	for _, name := range slices.Sorted(maps.Keys(o.below)) { // sorted, so that the same mistake is always reported the same way
		if _, err := o.visit(name, nil); err != nil {
			return err
		}
	}
	return nil
}

func (o *order) visit(name string, path []string) (map[string]bool, error) {
	if done, ok := o.reach[name]; ok {
		return done, nil
	}
	if slices.Contains(path, name) {
		return nil, fmt.Errorf("cycle: %s", strings.Join(append(path, name), " > "))
	}
	below, ok := o.below[name]
	if !ok {
		return nil, fmt.Errorf("%s stands left of a < but never right of one (%s < %s introduces it)", name, none, name)
	}
	path = append(path, name)
	all := make(map[string]bool)
	for _, next := range below {
		all[next] = true
		further, err := o.visit(next, path)
		if err != nil {
			return nil, err
		}
		for far := range further {
			all[far] = true
		}
	}
	o.reach[name] = all
	return all, nil
}

func (o *order) knows(pkg string) bool {
	_, ok := o.reach[pkg]
	return ok
}

func (o *order) allows(importer, imported string) bool {
	return o.reach[importer][imported]
}

// groupOf returns the group that has a package: the longest name of o that is its folder or a folder above it, "" for none. The names of o
// are folders.
func (o *order) groupOf(pkg string) string {
	best := ""
	for name := range o.below {
		if len(name) > len(best) && pattern(name+"/...").matches(pkg) {
			best = name
		}
	}
	return best
}

// crossing returns two names that o relates although the groups put them into different groups.
func (o *order) crossing(groups *order) (low, high string, found bool) {
	for _, high := range slices.Sorted(maps.Keys(o.below)) {
		for _, low := range o.below[high] {
			a, b := groups.groupOf(low), groups.groupOf(high)
			if a != "" && b != "" && a != b {
				return low, high, true
			}
		}
	}
	return "", "", false
}
