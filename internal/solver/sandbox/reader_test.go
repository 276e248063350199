package sandbox

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// Whatever way a launcher goes, the process that reads the file is found.
func TestFindReader(t *testing.T) {
	if !describesProcesses {
		t.Skip("this system does not describe processes")
	}
	cat, err := LookPath("cat")
	if err != nil {
		t.Skip("there is no cat")
	}
	if cat, err = filepath.EvalSymlinks(cat); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, tt := range []struct {
		name, text string
		args       []string // of the process, "FILE" for the file; nil for no process
	}{
		{"exec", `exec cat -- "$1"`, []string{"cat", "--", "FILE"}},
		{"child", `cat -- "$1"; exit $?`, []string{"cat", "--", "FILE"}},
		{"others first", `x=$(dirname "$(readlink -f "$0")"); [ -e "$x" ] && exec cat "$1"`, []string{"cat", "FILE"}},
		{"input", `exec cat < "$1"`, []string{"cat"}},
		{"input of a child", `cat < "$1"; exit 1`, []string{"cat"}},
		{"another session", `setsid cat "$1"; exit 1`, []string{"cat", "FILE"}},
		{"nobody", `[ -e "$1" ] && echo sat`, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			launcher, file := filepath.Join(dir, "launcher"), filepath.Join(dir, "file.smt2")
			if err := os.WriteFile(launcher, []byte("#!/bin/sh\nNEW=1\nexport NEW\n"+tt.text+"\n"), 0o700); err != nil {
				t.Fatal(err)
			}
			r, ok, err := FindReader(t.Context(), Command{Argv: []string{launcher, file}, Dir: dir, Timeout: time.Minute}, file)
			if err != nil || ok != (tt.args != nil) {
				t.Fatal(ok, err)
			}
			if _, err := os.Lstat(file); err == nil {
				t.Error("the pipe is still there")
			}
			if !ok {
				return
			}
			for i, arg := range r.Args {
				if arg == file {
					r.Args[i] = "FILE"
				}
			}
			if !slices.Equal(r.Args, tt.args) || r.Program != cat || !slices.Contains(r.Mapped, cat) || !slices.Contains(r.Vars, "NEW=1") {
				t.Errorf("%+v", r)
			}
		})
	}
}
