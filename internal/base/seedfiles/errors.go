package seedfiles

import "fmt"

// A SizeError says that a formula is larger than the limit.
type SizeError struct {
	Size  int64 // 0 if only the limit was read
	Limit int64
}

func (e *SizeError) Error() string {
	if e.Size > 0 {
		return fmt.Sprintf("%d bytes, more than the limit of %d", e.Size, e.Limit)
	}
	return fmt.Sprintf("more than the limit of %d bytes when it is unpacked", e.Limit)
}

// A DamageError says that what is compressed cannot be unpacked.
type DamageError struct {
	Format string // how it is compressed
	At     int64  // after how many unpacked bytes
	Err    error
}

func (e *DamageError) Error() string {
	return fmt.Sprintf("the %s data are damaged or cut off after %d unpacked bytes (%v): fetch or pack the file again", e.Format, e.At, e.Err)
}

func (e *DamageError) Unwrap() error { return e.Err }

// A PackedError says that a file has to be unpacked, or named otherwise, before it can be read.
type PackedError struct{ Msg string }

func (e *PackedError) Error() string { return e.Msg }
