package main

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

// compare runs all fuzzers in turns and writes the table.
func compare(ctx context.Context, o options, out, errs io.Writer) error {
	var fuzzers []fuzzer
	for _, text := range o.fuzzers {
		f, err := parseFuzzer(text)
		if err != nil {
			return err
		}
		fuzzers = append(fuzzers, f)
	}
	done, err := readState(o.state)
	if err != nil {
		return err
	}
	var turns []turn
	for round := 1; round <= o.rounds; round++ {
		for _, solvers := range o.solvers {
			for i := range fuzzers {
				f := fuzzers[(i+round)%len(fuzzers)] // a different one comes first each time
				key, err := keyOf(o, f, solvers, round)
				if err != nil {
					return err
				}
				t, ran := done[key]
				if !ran {
					if t, err = f.run(ctx, o, solvers, round); err != nil {
						return fmt.Errorf("%s with %s: %w", f.name, solvers, err)
					}
					t.Key, t.Name, t.Solvers, t.Fuzzer, t.Round = key, o.name, solvers, f.name, round
					if err := appendState(o.state, t); err != nil {
						return err
					}
					fmt.Fprintf(errs, "round %d, %s, %s: %.0f mutants in %.1f s\n", round, solvers, f.name, t.Mutants, t.Seconds)
				}
				turns = append(turns, t)
			}
		}
	}
	_, err = io.WriteString(out, table(o, fuzzers, turns))
	return err
}

// keyOf identifies a turn by everything that affects it, including the program's own bytes.
func keyOf(o options, f fuzzer, solvers string, round int) (string, error) {
	program, err := os.ReadFile(f.program)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	fmt.Fprintf(h, "%s\n%s\n%s\n%s\n%d\n%v\n%v\n%d\n%d\n%q\n", f.name, f.kind, f.engines, solvers, round, o.duration, o.timeout, o.jobs, o.repeat, o.seeds)
	h.Write(program)
	return hex.EncodeToString(h.Sum(nil)[:8]), nil
}

// readState returns the turns in a state file by key, none without a file. A truncated last line is an unfinished turn.
func readState(path string) (map[string]turn, error) {
	out := map[string]turn{}
	if path == "" {
		return out, nil
	}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return out, nil
	}
	if err != nil {
		return nil, err
	}
	for lines := bufio.NewScanner(bytes.NewReader(text)); lines.Scan(); {
		var t turn
		if err := json.Unmarshal(lines.Bytes(), &t); err == nil {
			out[t.Key] = t
		}
	}
	return out, nil
}

func appendState(path string, t turn) error {
	if path == "" {
		return nil
	}
	line, err := json.Marshal(t)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	// Write a separate line, even after a truncated one.
	_, err = f.Write([]byte("\n" + strings.TrimSpace(string(line)) + "\n"))
	return errors.Join(err, f.Close())
}
