package figures

import (
	"strings"

	"github.com/assay-smt/assay/internal/base/visible"
)

// Label is the width of the first column of a screen, in which sections have their names.
const Label = 11

// Section puts a section's name before its first line, and room for it before the others.
func Section(name string, lines []string) []string {
	for i, l := range lines {
		first := ""
		if i == 0 {
			first = name
		}
		lines[i] = Pad(first, Label) + l
	}
	return lines
}

// Sides puts a command at the right of a text in a section. The text, which may be of unknown origin, is shortened so that both fit in Width.
func Sides(text, command string) string {
	const between = 3
	room := Width - Label - between - Columns(command)
	return Pad(Clip(visible.Line(text), room), room) + strings.Repeat(" ", between) + command
}

// Pad fills a text with blanks at its right.
func Pad(text string, columns int) string {
	return text + strings.Repeat(" ", max(0, columns-Columns(text)))
}

// PadLeft fills a text with blanks at its left.
func PadLeft(text string, columns int) string {
	return strings.Repeat(" ", max(0, columns-Columns(text))) + text
}
