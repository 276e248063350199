package blocks

import (
	"encoding/binary"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// An entry is a record of .eh_frame without its length.
func entry(id uint32, body ...byte) []byte {
	for len(body)%4 != 0 {
		body = append(body, 0) // DW_CFA_nop
	}
	out := binary.LittleEndian.AppendUint32(nil, uint32(len(body)+4))
	return append(binary.LittleEndian.AppendUint32(out, id), body...)
}

func le32(v int32) []byte { return binary.LittleEndian.AppendUint32(nil, uint32(v)) }

// common is the entry that others refer to, with an augmentation and its data.
func common(augmentation string, data ...byte) []byte {
	body := append([]byte{1}, augmentation...)
	body = append(body, 0, 1, 0x78, 16, byte(len(data)))
	return entry(0, append(body, data...)...)
}

func TestFrames(t *testing.T) {
	const address = 0x1000
	relative := func(at int, to int32) []byte { return le32(to - int32(address) - int32(at)) }
	whole := func(c []byte, ranges ...[2]int32) []byte {
		out := append([]byte(nil), c...)
		for _, r := range ranges {
			at := len(out)
			body := append(relative(at+8, r[0]), le32(r[1])...)
			out = append(out, entry(uint32(at+4), append(body, 0)...)...)
		}
		return append(out, 0, 0, 0, 0)
	}
	for _, tt := range []struct {
		name string
		data []byte
		want []function
	}{
		{"nothing", nil, nil},
		{"relative", whole(common("zR", 0x1b), [2]int32{0x400, 16}, [2]int32{0x500, 32}), []function{{"", 0x400, 0x410}, {"", 0x500, 0x520}}},
		{"with personality and data", whole(common("zPLR", 0x03, 1, 2, 3, 4, 0x1b, 0x1b), [2]int32{0x400, 16}), []function{{"", 0x400, 0x410}}},
		{"signal frame", whole(common("zRS", 0x1b), [2]int32{0x400, 16}), nil},
		{"empty range", whole(common("zR", 0x1b), [2]int32{0x400, 0}), nil},
		{"unknown encoding", whole(common("zR", 0x9b), [2]int32{0x400, 16}), nil},
		{"truncated", whole(common("zR", 0x1b), [2]int32{0x400, 16})[:30], nil},
		{"length beyond the end", []byte{0xf0, 0xff, 0xff, 0x7f, 0, 0, 0, 0}, nil},
		{"no common entry", entry(64, 1, 2, 3, 4, 5, 6, 7, 8), nil},
	} {
		if diff := cmp.Diff(tt.want, frames(tt.data, address), cmp.AllowUnexported(function{})); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
	}
}

// Hostile unwind information is read to its end.
func FuzzFrames(f *testing.F) {
	f.Add(append(common("zR", 0x1b), 0, 0, 0, 0))
	f.Add(common("zPLR", 0x03, 1, 2, 3, 4, 0x1b, 0x1b))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, fn := range frames(data, 0x1000) {
			if fn.end <= fn.start {
				t.Fatal(fn)
			}
		}
	})
}

func TestTake(t *testing.T) {
	im := &image{sections: []section{{start: 0x100, offset: 0x40, code: make([]byte, 0x100)}}}
	im.take([]function{
		{"b", 0x120, 0x130}, {"", 0x120, 0x130}, {"a", 0x120, 0x128}, // one place, three descriptions
		{"inside", 0x122, 0x124}, {"", 0x100, 0x110}, {"last", 0x1f0, 0x200}, {"beyond", 0x1ff, 0x201}, {"elsewhere", 0x10, 0x20},
	})
	want := []function{{"", 0x100, 0x110}, {"a", 0x120, 0x128}, {"last", 0x1f0, 0x200}}
	if diff := cmp.Diff(want, im.functions, cmp.AllowUnexported(function{})); diff != "" || im.skipped != 3 {
		t.Errorf("%s, skipped %d", diff, im.skipped)
	}
	if got := im.offset(0x1f0); got != 0x130 {
		t.Errorf("offset %#x", got)
	}
}
