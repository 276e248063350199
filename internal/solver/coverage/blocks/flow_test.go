package blocks

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestLeaders(t *testing.T) {
	for _, tt := range []struct {
		name string
		code []byte
		want []int
		ok   bool
	}{
		{"straight", []byte{0x90, 0x90, 0xc3}, []int{0}, true},
		{"conditional jump", []byte{
			0x74, 0x01, // 0: je 3
			0x90, // 2: nop
			0xc3, // 3: ret
		}, []int{0, 2, 3}, true},
		{"loop", []byte{
			0x90,       // 0: nop
			0xff, 0xc8, // 1: dec eax
			0x75, 0xfc, // 3: jne 1
			0xc3, // 5: ret
		}, []int{0, 1, 5}, true},
		{"conditional jump at the end, out of the function", []byte{0x0f, 0x84, 0x00, 0x10, 0x00, 0x00}, []int{0}, true},
		{"conditional jump out of the function", []byte{
			0x0f, 0x84, 0x00, 0x10, 0x00, 0x00, // 0: je far away
			0xc3, // 6: ret
		}, []int{0, 6}, true},
		{"what an indirect jump leads to", []byte{
			0xff, 0xe0, // 0: jmp rax
			0x66, 0x90, // 2: padding
			0x31, 0xc0, // 4: xor eax, eax
			0xc3, // 6: ret
		}, []int{0, 4}, true},
		{"padding alone", []byte{
			0xc3,             // 0: ret
			0x0f, 0x1f, 0x00, // 1: padding
			0xcc, // 4: padding
		}, []int{0}, true},
		{"endbr64", []byte{
			0xf3, 0x0f, 0x1e, 0xfa, // 0: endbr64
			0xff, 0xe0, // 4: jmp rax
			0xf3, 0x0f, 0x1e, 0xfa, // 6: endbr64
			0xc3, // 10: ret
		}, []int{0, 6}, true},
		{"a call ends no block", []byte{
			0xe8, 0x00, 0x00, 0x00, 0x00, // 0: call 5
			0xc3, // 5: ret
		}, []int{0}, true},
		{"jump into an instruction", []byte{
			0xeb, 0x01, // 0: jmp 3
			0xb8, 0x00, 0x00, 0x00, 0x00, // 2: mov eax, 0
			0xc3,
		}, []int{0}, false},
		{"jump behind the prefix of a lock", []byte{
			0x74, 0x01, // 0: je 3
			0xf0, 0x0f, 0xb1, 0x0f, // 2: lock cmpxchg [rdi], ecx
			0xc3,
		}, []int{0}, false},
		{"vector instruction", []byte{
			0xc5, 0xf8, 0x28, 0xc1, // 0: vmovaps xmm0, xmm1
			0x74, 0xfa, // 4: je 0
			0xc3, // 6: ret
		}, []int{0, 6}, true},
		{"unknown instruction", []byte{
			0x74, 0x00, // 0: je 2
			0x0f, 0xb8, 0xc0, // 2: reserved
			0xc3,
		}, []int{0}, false},
		{"cut off", []byte{0x74, 0x00, 0xb8, 0x00}, []int{0}, false},
	} {
		got, ok := leaders(tt.code)
		if diff := cmp.Diff(tt.want, got); diff != "" || ok != tt.ok {
			t.Errorf("%s: %v %t, want %v %t", tt.name, got, ok, tt.want, tt.ok)
		}
	}
}

// Whatever the bytes are, breakpoints lie in the code, in order.
func FuzzLeaders(f *testing.F) {
	f.Add([]byte{0x74, 0x01, 0x90, 0xc3})
	f.Add([]byte{0xff, 0xe0, 0xcc, 0xf3, 0x0f, 0x1e, 0xfa})
	f.Fuzz(func(t *testing.T, code []byte) {
		if len(code) == 0 {
			t.Skip("functions are not empty")
		}
		at, _ := leaders(code)
		if len(at) == 0 || at[0] != 0 {
			t.Fatal("the start is a block", at)
		}
		for i := 1; i < len(at); i++ {
			if at[i] <= at[i-1] || at[i] >= len(code) {
				t.Fatal(at)
			}
		}
	})
}
