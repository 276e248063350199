package disk_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assay-smt/assay/internal/base/disk"
)

// TestJournal: whatever is left of the last line, a journal has all whole lines before it, and goes on after them.
func TestJournal(t *testing.T) {
	for _, tt := range []struct {
		name, left string
		want       []string
	}{
		{"new", "", nil},
		{"whole", "1\n2\n", []string{"1", "2"}},
		{"cut", "1\n2\n3", []string{"1", "2"}},
		{"damaged", "1\nbad\n3\n", []string{"1"}},
		{"only a part", "12", nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "j")
			if tt.left != "" {
				if err := os.WriteFile(path, []byte(tt.left), 0o666); err != nil {
					t.Fatal(err)
				}
			}
			var got []string
			j, err := disk.OpenJournal(path, func(i int, line []byte) (bool, error) {
				if string(line) == "bad" {
					return false, nil
				}
				if i != len(got) {
					t.Errorf("line %d has number %d", len(got), i)
				}
				got = append(got, string(line))
				return true, nil
			})
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("lines %q, want %q", got, tt.want)
			}
			if err := errors.Join(j.Add("new"), j.Close()); err != nil {
				t.Fatal(err)
			}
			data, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if want := strings.Join(append(tt.want, "\"new\"\n"), "\n"); string(data) != want {
				t.Errorf("the file has %q, want %q", data, want)
			}
		})
	}
}

// TestJournalRefused: an error of the reader ends the opening and leaves the file as it is.
func TestJournalRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j")
	if err := os.WriteFile(path, []byte("1\n2"), 0o666); err != nil {
		t.Fatal(err)
	}
	foreign := errors.New("foreign")
	if _, err := disk.OpenJournal(path, func(int, []byte) (bool, error) { return false, foreign }); !errors.Is(err, foreign) {
		t.Errorf("error %v", err)
	}
	if data, _ := os.ReadFile(path); string(data) != "1\n2" {
		t.Errorf("the file has %q", data)
	}
}

// TestJournalReadAt: a record is where AddLine says, also behind what an earlier process left.
func TestJournalReadAt(t *testing.T) {
	path := filepath.Join(t.TempDir(), "j")
	if err := os.WriteFile(path, []byte("1\n22"), 0o666); err != nil {
		t.Fatal(err)
	}
	j, err := disk.OpenJournal(path, func(int, []byte) (bool, error) { return true, nil })
	if err != nil {
		t.Fatal(err)
	}
	for _, record := range []string{"333", "4"} {
		at, err := j.AddLine([]byte(record))
		if err != nil {
			t.Fatal(err)
		}
		got := make([]byte, len(record))
		if _, err := j.ReadAt(got, at); err != nil || string(got) != record {
			t.Errorf("%q at %d, %v; want %q", got, at, err, record)
		}
	}
	var failed *disk.OutputError
	if _, err := j.ReadAt(make([]byte, 1), 100); !errors.As(err, &failed) {
		t.Errorf("beyond the end: %v", err)
	}
	if err := j.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := j.AddLine([]byte("5")); !errors.As(err, &failed) {
		t.Errorf("after the end: %v", err)
	}
}
