package main

import (
	"bufio"
	"encoding/json"
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	const ask = `{"type":"hello","protocol":1}
{"type":"seed","script":"(assert (and true false))","random":3,"count":20}
{"type":"seed","script":"(assert (and true false))","random":4,"count":1}
{"type":"seed","script":"(assert (= trueish 1))","random":1,"count":20}
`
	const want = `{"protocol":1,"type":"hello"}
{"script":"(assert (and true true))","type":"mutant"}
{"script":"(assert (and false false))","type":"mutant"}
{"type":"end"}
{"script":"(assert (and false false))","type":"mutant"}
{"type":"end"}
{"reason":"it has neither true nor false","type":"refused"}
`
	var out strings.Builder
	run(bufio.NewReader(strings.NewReader(ask)), json.NewEncoder(&out))
	if out.String() != want {
		t.Errorf("%s\nnot\n%s", out.String(), want)
	}
}
