package campaign

import (
	"maps"
	"slices"
)

// Summary says in a few words why a run ended, as in "Ended: all mutants have been run"; the empty reason is that of a
// campaign that is still running, or was killed.
func (e EndReason) Summary() string {
	switch e {
	case EndMutants:
		return "all mutants have been run"
	case EndDuration:
		return "the time is over"
	case EndInterrupted:
		return "interrupted"
	case EndMerged:
		return "its shards were joined"
	case EndError:
		return "an error ended it"
	}
	return "it runs still, or was killed"
}

func bracketed(version string) string {
	if version == "" {
		return ""
	}
	return "(" + version + ")"
}

func seedCount(n int64) string {
	if n == 1 {
		return "1 seed"
	}
	return thousands(n) + " seeds"
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// times returns text that says how often something happened.
func times(n int64) string {
	if n == 1 {
		return "once"
	}
	return thousands(n) + " times"
}
