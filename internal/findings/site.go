package findings

import "regexp"

// lineNumber is where a crash's signature says a line: it moves from version to version.
var lineNumber = regexp.MustCompile(`(\.\w+):\d+`)

// CrashSite is a crash's signature without what changes from version to version though the defect is the same.
func CrashSite(signature string) string { return lineNumber.ReplaceAllString(signature, "$1") }
