package seedfiles

import (
	"os"
	"sync"

	"github.com/assay-smt/assay/internal/base/disk"
)

// A spool keeps the members of compressed archives, each compressed on its own, so that one can be read without unpacking those before it. It is a
// file without a name in the folder for temporary files: it ends with the process, however that ends, or with its last File. Safe for concurrent use.
type spool struct {
	mu   sync.Mutex
	file *os.File
	end  int64
}

// add keeps a member. Errors are *disk.OutputError.
func (s *spool) add(data []byte) (spooled, error) {
	packed := encoder().EncodeAll(data, nil)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.file == nil {
		f, err := os.CreateTemp("", "assay-seeds-")
		if err == nil {
			err = os.Remove(f.Name())
		}
		if err != nil {
			return spooled{}, &disk.OutputError{Path: os.TempDir(), Err: err}
		}
		s.file = f
	}
	at := span{s.end, int64(len(packed))}
	if _, err := s.file.WriteAt(packed, at.offset); err != nil {
		return spooled{}, &disk.OutputError{Path: os.TempDir(), Err: err}
	}
	s.end += at.size
	return spooled{s, at}, nil
}

// spooled implements part for a member in a spool.
type spooled struct {
	in *spool
	at span
}

func (s spooled) read(string) ([]byte, error) {
	packed, err := s.at.of(s.in.file)
	if err != nil {
		return nil, err
	}
	return decoder().DecodeAll(packed, nil)
}
