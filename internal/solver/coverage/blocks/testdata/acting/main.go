// Command acting does what its argument says, for tests that count its blocks.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"
)

//go:noinline
func left(n int) int {
	if n > 1000 {
		return n * 3 // never executed
	}
	return n + 1
}

//go:noinline
func right(n int) int { return n - 1 }

func main() {
	switch os.Args[1] {
	case "left":
		fmt.Println("left", left(len(os.Args)))
	case "right":
		fmt.Println("right", right(len(os.Args)))
	case "fail":
		os.Exit(7)
	case "die":
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
	case "threads":
		var all sync.WaitGroup
		for i := range 50 {
			all.Add(1)
			go func() {
				defer all.Done()
				time.Sleep(time.Millisecond)
				_ = left(i)
			}()
		}
		all.Wait()
		fmt.Println("joined")
	case "child":
		out, err := exec.Command(os.Args[0], "right").Output()
		fmt.Print(string(out), err, "\n")
	case "hang":
		fmt.Println("left", left(1))
		time.Sleep(time.Minute)
	case "read":
		var text [64]byte
		n, _ := os.Stdin.Read(text[:])
		fmt.Println("got", string(text[:n]))
	case "--version":
		fmt.Println("Fake solver version 1")
	}
}
