package smt

import "github.com/assay-smt/assay/smt/status"

// A Status says whether a formula is satisfiable. Its methods are in package status.
type Status = status.Status

// The statuses. The zero value is NoStatus: nothing was said.
const (
	NoStatus = status.NoStatus
	Sat      = status.Sat
	Unsat    = status.Unsat
	Unknown  = status.Unknown
)

// ParseStatus reads sat, unsat and unknown.
func ParseStatus(text string) (Status, error) { return status.Parse(text) }

// Label reads a status label. Anything but sat and unsat is Unknown: a label is somebody's claim, and may be missing.
func Label(text string) Status { return status.Label(text) }
