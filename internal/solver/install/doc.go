// Package install installs versions of solvers into a folder, using the package clients found on the machine, and knows what is installed there.
// It downloads nothing itself, and chooses no version for a campaign: internal/solver finds what is installed.
//
// A version is in DIR/NAME/VERSION: its program in bin, what that needs in lib, and a manifest with checksums. It appears there
// completely or not at all: it is built in a folder next to it, which is then renamed.
package install
