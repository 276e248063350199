package sandbox

import (
	"os"
	"runtime"
	"strings"
	"testing"
	"time"
)

// segmentEnv makes the test program hold a segment, print its number, and wait to be killed.
const segmentEnv = "SANDBOX_TEST_SEGMENT"

func TestSegment(t *testing.T) {
	if os.Getenv(segmentEnv) != "" {
		s, err := NewSegment(1 << 16)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = os.Stdout.WriteString("segment " + s.Number() + "\n")
		time.Sleep(time.Hour)
		return
	}
	s, err := NewSegment(1 << 16)
	if err != nil {
		t.Fatal(err)
	}
	if b := s.Bytes(); len(b) != 1<<16 || b[0] != 0 || b[1<<16-1] != 0 {
		t.Errorf("%d bytes, or no zeros", len(b))
	}
	s.Bytes()[5] = 1
	s.Close()
	s.Close()
	if s.Bytes() != nil {
		t.Error("a closed segment has memory")
	}
	if runtime.GOOS != "linux" {
		return
	}
	// The kernel reclaims what a killed process held.
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	l, err := Start(Command{Argv: []string{self, "-test.run=^TestSegment$"}, Vars: []string{segmentEnv + "=1"}})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	reply := l.Exchange(t.Context(), nil, []byte("segment "), in(time.Minute))
	_, number, ok := strings.Cut(string(reply.Stdout), "segment ")
	if !ok {
		t.Fatalf("it had no segment: %s", reply.Stdout)
	}
	if res, err := l.End(); err != nil || res.Reason != Canceled {
		t.Fatalf("%v: %v", res.Reason, err)
	}
	held, err := os.ReadFile("/proc/sysvipc/shm")
	if err != nil {
		t.Skip(err)
	}
	number, _, _ = strings.Cut(number, "\n")
	for line := range strings.Lines(string(held)) {
		if fields := strings.Fields(line); len(fields) > 1 && fields[1] == number {
			t.Errorf("segment %s is left behind: %s", number, line)
		}
	}
}
