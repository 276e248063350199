// Command engine is an engine for assay fuzz --engine exec:PROGRAM: it swaps a true for a false, or the other way round, and claims nothing.
// docs/reference/outside.md has the protocol.
package main

import (
	"bufio"
	"encoding/json"
	"os"
	"regexp"
)

var constant = regexp.MustCompile(`\b(true|false)\b`)

func main() { run(bufio.NewReader(os.Stdin), json.NewEncoder(os.Stdout)) }

// run answers one request after the other until there are no more.
func run(in *bufio.Reader, out *json.Encoder) {
	for {
		var ask struct {
			Type, Script  string
			Random, Count int
		}
		line, err := in.ReadBytes('\n')
		if err != nil || json.Unmarshal(line, &ask) != nil {
			return
		}
		places := constant.FindAllStringIndex(ask.Script, ask.Count)
		switch {
		case ask.Type == "hello":
			_ = out.Encode(map[string]any{"type": "hello", "protocol": 1})
			continue
		case len(places) == 0:
			_ = out.Encode(map[string]string{"type": "refused", "reason": "it has neither true nor false"})
			continue
		}
		for i := range places { // the order is random, each place comes once
			at := places[(i+ask.Random)%len(places)]
			swapped := map[string]string{"true": "false", "false": "true"}[ask.Script[at[0]:at[1]]]
			_ = out.Encode(map[string]any{"type": "mutant", "script": ask.Script[:at[0]] + swapped + ask.Script[at[1]:]})
		}
		_ = out.Encode(map[string]string{"type": "end"})
	}
}
