package blocks

import (
	"cmp"
	"debug/elf"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// A function is a piece of an image's code that has a name or unwind information of its own.
type function struct {
	name  string // as the symbol table has it; "" where only the unwind information knows the function
	start uint64 // address in the image
	end   uint64
}

// An image is the code of an ELF file.
type image struct {
	functions []function // by address, without overlaps
	sections  []section
	skipped   int // functions that overlap others or lie outside of the code
}

// A section holds code.
type section struct {
	start  uint64 // address
	offset uint64 // in the file
	code   []byte
}

// errNoCode says that a file has no code of this kind.
var errNoCode = errors.New("is no ELF file with code for amd64")

// minCode is the least code of an image in bytes: smaller files are glue.
const minCode = 64 << 10

// readImage reads an ELF file. The error is errNoCode for what is not such a file, or says what is wrong with it.
func readImage(path string) (*image, error) {
	f, err := elf.Open(path)
	if err != nil {
		var format *elf.FormatError
		if errors.As(err, &format) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, errNoCode
		}
		return nil, err
	}
	defer func() { _ = f.Close() }()
	if f.Class != elf.ELFCLASS64 || f.Machine != elf.EM_X86_64 || f.Type != elf.ET_EXEC && f.Type != elf.ET_DYN {
		return nil, errNoCode
	}
	im := &image{}
	size := 0
	for _, s := range f.Sections {
		// The procedure linkage table is made by the linker, and patched by the loader in some systems.
		if s.Type != elf.SHT_PROGBITS || s.Flags&elf.SHF_EXECINSTR == 0 || strings.HasPrefix(s.Name, ".plt") {
			continue
		}
		if s.Offset+s.FileSize > math.MaxUint32 {
			return nil, fmt.Errorf("its code ends beyond 4 GiB: at most %d bytes are read", uint32(math.MaxUint32))
		}
		code, err := s.Data()
		if err != nil {
			return nil, err
		}
		im.sections = append(im.sections, section{start: s.Addr, offset: s.Offset, code: code})
		size += len(code)
	}
	if size < minCode {
		return nil, errNoCode
	}
	found, err := symbols(f)
	if err != nil {
		return nil, err
	}
	if s := f.Section(".eh_frame"); s != nil {
		data, err := s.Data()
		if err != nil {
			return nil, err
		}
		found = append(found, frames(data, s.Addr)...)
	}
	im.take(found)
	if len(im.functions) == 0 {
		return nil, errors.New("it has neither symbols nor unwind information, so that nothing says where its functions begin")
	}
	return im, nil
}

// symbols are the functions of the symbol table, or of that of the loader where a file is stripped.
func symbols(f *elf.File) ([]function, error) {
	all, err := f.Symbols()
	if errors.Is(err, elf.ErrNoSymbols) {
		if all, err = f.DynamicSymbols(); errors.Is(err, elf.ErrNoSymbols) {
			return nil, nil
		}
	}
	if err != nil {
		return nil, err
	}
	var out []function
	for _, s := range all {
		if elf.ST_TYPE(s.Info) == elf.STT_FUNC && s.Size > 0 && s.Section != elf.SHN_UNDEF {
			out = append(out, function{s.Name, s.Value, s.Value + s.Size})
		}
	}
	return out, nil
}

// take keeps the functions that lie in the code and overlap no other. Of several names for one place the first in the alphabet counts; a name is better than none.
func (im *image) take(found []function) {
	slices.SortFunc(found, func(a, b function) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(btoi(a.name == ""), btoi(b.name == "")), cmp.Compare(a.name, b.name))
	})
	for _, f := range found {
		if n := len(im.functions); n > 0 {
			last := im.functions[n-1]
			if f.start == last.start {
				continue // another name, or the same function's unwind information
			}
			if f.start < last.end {
				im.skipped++
				continue
			}
		}
		if _, ok := im.code(f); !ok {
			im.skipped++
			continue
		}
		im.functions = append(im.functions, f)
	}
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// code is the code of a function, as far as it lies in one section.
func (im *image) code(f function) ([]byte, bool) {
	for _, s := range im.sections {
		if f.start >= s.start && f.end > f.start && f.end <= s.start+uint64(len(s.code)) {
			return s.code[f.start-s.start : f.end-s.start], true
		}
	}
	return nil, false
}

// offset is the place of an address in the file.
func (im *image) offset(address uint64) uint32 {
	for _, s := range im.sections {
		if address >= s.start && address < s.start+uint64(len(s.code)) {
			return uint32(s.offset + address - s.start) //nolint:gosec // readImage bounds it
		}
	}
	return 0
}
