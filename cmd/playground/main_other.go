//go:build !js

// Playground makes a page that answers why a model is wrong, in a browser: one file, which works from a disk and sends nothing anywhere.
//
//	GOOS=js GOARCH=wasm go build -o playground.wasm ./cmd/playground
//	playground playground.wasm wasm_exec.js OUT.html
//
// The same package built for js/wasm is the program inside of the page.
package main

import (
	"bytes"
	"compress/gzip"
	"embed"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"strings"
)

//go:embed page
var files embed.FS

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, "usage: playground PROGRAM.wasm WASM_EXEC.js OUT.html")
		os.Exit(2)
	}
	if err := build(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		fmt.Fprintln(os.Stderr, "playground:", err)
		os.Exit(1)
	}
}

func build(program, runtime, out string) error {
	wasm, err := os.ReadFile(program)
	if err != nil {
		return err
	}
	exec, err := os.ReadFile(runtime)
	if err != nil {
		return err
	}
	page, err := makePage(wasm, string(exec))
	if err != nil {
		return err
	}
	return os.WriteFile(out, []byte(page), 0o644)
}

// makePage puts everything into one page. The worker's script is text that the page makes a worker of.
func makePage(wasm []byte, exec string) (string, error) {
	var packed bytes.Buffer
	w, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return "", err
	}
	if _, err := w.Write(wasm); err != nil {
		return "", err
	}
	if err := w.Close(); err != nil {
		return "", err
	}
	examples, err := readExamples()
	if err != nil {
		return "", err
	}
	page, err := readPart("index.html")
	if err != nil {
		return "", err
	}
	for name, text := range map[string]string{
		"style": "style.css", "script": "page.js", "worker": "worker.js",
	} {
		part, err := readPart(text)
		if err != nil {
			return "", err
		}
		if name == "worker" {
			part = exec + "\n" + part
		}
		page = strings.Replace(page, "{{"+name+"}}", part, 1)
	}
	page = strings.Replace(page, "{{examples}}", examples, 1)
	return strings.Replace(page, "{{program}}", base64.StdEncoding.EncodeToString(packed.Bytes()), 1), nil
}

func readPart(name string) (string, error) {
	text, err := files.ReadFile(path.Join("page", name))
	if err == nil && strings.Contains(string(text), "</script") && name != "index.html" {
		err = fmt.Errorf("%s would end the script that it becomes a part of", name)
	}
	return string(text), err
}

// An example is a formula with what a solver could have said about it.
type example struct {
	Name    string `json:"name"`
	Formula string `json:"formula"`
	Model   string `json:"model"`
}

// readExamples reads the examples in the order of their files: NN-name.smt2 and NN-name.model. The first line of a formula is a comment with its title.
func readExamples() (string, error) {
	list, err := examples()
	if err != nil {
		return "", err
	}
	text, err := json.Marshal(list) // it escapes < and >
	return string(text), err
}

func examples() ([]example, error) {
	entries, err := files.ReadDir("page/examples")
	if err != nil {
		return nil, err
	}
	var list []example
	for _, e := range entries {
		name, ok := strings.CutSuffix(e.Name(), ".smt2")
		if !ok {
			continue
		}
		formula, err := readPart("examples/" + e.Name())
		if err != nil {
			return nil, err
		}
		model, err := readPart("examples/" + name + ".model")
		if err != nil {
			return nil, err
		}
		title, _, _ := strings.Cut(strings.TrimLeft(formula, "; "), "\n")
		list = append(list, example{Name: title, Formula: formula, Model: model})
	}
	return list, nil
}
