package blocks

import (
	"bytes"
	"slices"

	"golang.org/x/arch/x86/x86asm"
)

// endbr64 marks the target of an indirect jump; the decoder does not know it.
var endbr64 = []byte{0xf3, 0x0f, 0x1e, 0xfa}

// leaders returns the places in a function's code, which is not empty, at which basic blocks begin, in order: its start, the targets of its direct jumps, what follows a
// conditional jump, and what follows an unconditional one or a return unless it is padding, since only an indirect jump or an exception leads there.
//
// It is complete only if the function's code is decoded to its end and each jump leads to the beginning of an instruction. Otherwise a breakpoint might be put
// inside an instruction, so that only the start is returned, and ok is false.
func leaders(code []byte) (at []int, ok bool) {
	starts := make([]bool, len(code)) // where instructions begin
	want := []int{0}
	ended := false // the instruction before goes on elsewhere
	for pc := 0; pc < len(code); {
		starts[pc] = true
		if bytes.HasPrefix(code[pc:], endbr64) {
			if ended {
				want = append(want, pc)
				ended = false
			}
			pc += len(endbr64)
			continue
		}
		in, err := x86asm.Decode(code[pc:], 64)
		if err != nil || in.Op == 0 { // a prefix alone is no instruction
			return []int{0}, false
		}
		next := pc + in.Len
		if ended && !padding(in.Op) {
			want = append(want, pc)
			ended = false
		}
		target, direct := in.Args[0].(x86asm.Rel)
		inside := direct && next+int(target) >= 0 && next+int(target) < len(code)
		switch {
		case conditional(in.Op):
			if inside {
				want = append(want, next+int(target))
			}
			if next < len(code) {
				want = append(want, next)
			}
		case in.Op == x86asm.JMP:
			if inside {
				want = append(want, next+int(target))
			}
			ended = true
		case in.Op == x86asm.RET, in.Op == x86asm.UD2, in.Op == x86asm.HLT:
			ended = true
		}
		pc = next
	}
	slices.Sort(want)
	want = slices.Compact(want)
	for _, pc := range want {
		if !starts[pc] {
			return []int{0}, false
		}
	}
	return want, true
}

// padding reports whether compilers fill the space between blocks with the instruction.
func padding(op x86asm.Op) bool { return op == x86asm.NOP || op == x86asm.INT }

func conditional(op x86asm.Op) bool {
	switch op {
	case x86asm.JA, x86asm.JAE, x86asm.JB, x86asm.JBE, x86asm.JCXZ, x86asm.JE, x86asm.JECXZ, x86asm.JG, x86asm.JGE, x86asm.JL, x86asm.JLE, x86asm.JNE,
		x86asm.JNO, x86asm.JNP, x86asm.JNS, x86asm.JO, x86asm.JP, x86asm.JRCXZ, x86asm.JS, x86asm.LOOP, x86asm.LOOPE, x86asm.LOOPNE, x86asm.XBEGIN:
		return true
	}
	return false
}
