package findings

import "regexp"

// lineNumber is the line number in a crash's signature, which moves from version to version.
var lineNumber = regexp.MustCompile(`(\.\w+):\d+`)

// CrashSite is a crash's signature without the part that changes from version to version although the defect is the same.
func CrashSite(signature string) string { return lineNumber.ReplaceAllString(signature, "$1") }
