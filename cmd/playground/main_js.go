//go:build js && wasm

// Playground answers why a model is wrong, in a browser.
package main

import "syscall/js"

// main offers the function assayAnswer(formula, model, check) to the worker's script, which returns JSON, and waits for calls.
func main() {
	js.Global().Set("assayAnswer", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return string(answer(args[0].String(), args[1].String(), args[2].Int()))
	}))
	js.Global().Call("assayReady")
	select {}
}
