package sandbox

import (
	"bytes"
	"os"
	"strconv"
	"time"
)

// userHertz is the unit of CPU times in /proc: the kernel shows them in hundredths of a second whatever its own clock (USER_HZ).
const userHertz = 100

// startOf is when a process was started, in the system's own unit; ok is false when it is gone.
func startOf(pid int) (start uint64, ok bool) {
	s, ok := readStat("/proc", pid)
	return s.start, ok
}

// treeCPU is the CPU time that a process and all processes below it have used so far, including those that they have waited for; ok is false
// when it is gone.
func treeCPU(root processID) (used time.Duration, ok bool) {
	all := allStats("/proc")
	if s, there := all[root.pid]; !there || s.start != root.start {
		return 0, false
	}
	below := make(map[int][]int)
	for pid, s := range all {
		below[s.ppid] = append(below[s.ppid], pid)
	}
	for todo := []int{root.pid}; len(todo) > 0; {
		pid := todo[len(todo)-1]
		todo = append(todo[:len(todo)-1], below[pid]...)
		text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
		if err == nil {
			used += timesOf(text)
		}
		delete(below, pid) // a pid that was given to another process in the meantime must not lead back
	}
	return used, true
}

// timesOf adds up user and system time of a process and of the children that it has waited for (proc(5): fields 14 to 17), 0 for any
// other text.
func timesOf(stat []byte) time.Duration {
	const firstField, first, last = 3, 14, 17
	fields := bytes.Fields(stat[bytes.LastIndexByte(stat, ')')+1:])
	if len(fields) <= last-firstField {
		return 0
	}
	var ticks int64
	for _, f := range fields[first-firstField : last-firstField+1] {
		n, err := strconv.ParseInt(string(f), 10, 64)
		if err != nil {
			return 0
		}
		ticks += n
	}
	return time.Duration(ticks) * time.Second / userHertz
}
