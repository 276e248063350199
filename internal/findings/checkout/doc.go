// Package checkout goes through the revisions of a git checkout and builds them, so that a defect can be searched in a solver's history. It
// runs git and the user's build command, and decides nothing about defects.
package checkout
