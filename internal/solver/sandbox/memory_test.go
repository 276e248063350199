package sandbox

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// A run consists of the group, its descendants and the strays of the run: all of them and nothing else.
func TestMembersOf(t *testing.T) {
	all := map[int]procStat{
		1:  {ppid: 0, pgid: 1},
		5:  {ppid: 1, pgid: 5}, // assay
		10: {ppid: 5, pgid: 10},
		11: {ppid: 5, pgid: 10},
		12: {ppid: 10, pgid: 12}, // escaped
		9:  {ppid: 12, pgid: 9},  // below it
		13: {ppid: 5, pgid: 13},  // a stray
		14: {ppid: 5, pgid: 14},  // another run
		15: {ppid: 16, pgid: 15}, // a cycle
		16: {ppid: 15, pgid: 16},
	}
	got := membersOf(all, 10, 5, func(pid int) bool { return pid == 13 })
	slices.Sort(got)
	if diff := cmp.Diff([]int{9, 10, 11, 12, 13}, got); diff != "" {
		t.Error(diff)
	}
	if got := membersOf(nil, 10, 5, func(int) bool { return true }); len(got) != 0 {
		t.Errorf("of no processes: %v", got)
	}
}

// The nearer the limit, the sooner the next sample; never idle, never frantic.
func TestWatchInterval(t *testing.T) {
	w := &memoryWatch{limit: 1 << 30}
	last := time.Duration(1 << 62)
	for rss := int64(0); rss <= 2<<30; rss += 64 << 20 {
		d := w.interval(rss)
		if d < minWatch || d > maxWatch || d > last {
			t.Errorf("interval at %d is %v, after %v", rss, d, last)
		}
		last = d
	}
	if last != minWatch {
		t.Errorf("past the limit the interval is %v, want %v", last, minWatch)
	}
}
