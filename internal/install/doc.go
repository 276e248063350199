// Package install puts versions of solvers into a folder, through the package clients that are found on the machine, and knows what is there. It
// downloads nothing itself, and chooses no version for a campaign: internal/solver finds what is installed.
//
// A version lies in DIR/NAME/VERSION: its program in bin, what that needs in lib, and a manifest with checksums. It appears there whole
// or not at all: it is made in a folder beside it, which is renamed.
package install
