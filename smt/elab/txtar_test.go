package elab_test

import (
	"os"
	"strings"
	"testing"
)

// archiveFile is one file of a txtar archive: a line "-- NAME --" and the text up to the next such line.
type archiveFile struct {
	Name string
	Data string
}

// readArchive returns the comment before an archive's first file, and its files.
func readArchive(t testing.TB, path string) (comment string, files []archiveFile) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		name, ok := strings.CutPrefix(line, "-- ")
		if ok {
			name, ok = strings.CutSuffix(name, " --\n")
		}
		switch {
		case ok:
			files = append(files, archiveFile{Name: name})
		case len(files) == 0:
			comment += line
		default:
			files[len(files)-1].Data += line
		}
	}
	return comment, files
}

func writeArchive(t *testing.T, path, comment string, files []archiveFile) {
	t.Helper()
	var b strings.Builder
	b.WriteString(comment)
	for _, f := range files {
		b.WriteString("-- " + f.Name + " --\n" + f.Data)
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}
