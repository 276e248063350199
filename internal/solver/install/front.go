package install

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/base/shell"
)

// frontends are programs in Python, each of which wraps the library of a solver that comes as a Python module, and what they share.
//
//go:embed frontends/*.py
var frontends embed.FS

// frontModule is the name under which a front end is installed. It has a function start.
const frontModule = "assay_front"

// sharedFront is what all front ends have in common, and sharedDriver what drivers of packages have, whose names end in driverSuffix. Other front ends are
// the program that a library comes without; a driver calls the library as its users do.
const (
	sharedFront  = "arriving"
	sharedDriver = "api"
	driverSuffix = "-api"
)

// frontFile is the front end's path in a version's folder.
const frontFile = "lib/" + frontModule + ".py"

// front returns the text of a front end and its checksum.
func front(name string) (text []byte, sum Sum, err error) {
	files := []string{name, sharedFront}
	if strings.HasSuffix(name, driverSuffix) {
		files = []string{name, sharedDriver, sharedFront}
	}
	var parts [][]byte
	for _, file := range files {
		part, err := frontends.ReadFile("frontends/" + file + ".py")
		if err != nil {
			return nil, Sum{}, err
		}
		parts = append(parts, part)
	}
	text = bytes.Join(parts, []byte("\n\n"))
	digest := sha256.Sum256(text)
	return text, Sum{Path: frontFile, Bytes: int64(len(text)), SHA256: hex.EncodeToString(digest[:])}, nil
}

// Outdated reports whether the program is a front end other than this Assay's.
func (m Manifest) Outdated() bool {
	_, sum, err := front(m.Front)
	return m.Front != "" && err == nil && !slices.Contains(m.Files, sum)
}

// withFront replaces the front end of an installed version. A run that begins in the meantime gets either the old one or the new one. The caller
// holds the lock.
func (m Manifest) withFront() (Manifest, error) {
	text, sum, err := front(m.Front)
	if err != nil {
		return m, err
	}
	if err := disk.WriteAtomic(filepath.Join(m.dir, filepath.FromSlash(frontFile)), text); err != nil {
		return m, err
	}
	m.Files = slices.Clone(m.Files)
	for i, f := range m.Files {
		if f.Path == frontFile {
			m.Files[i] = sum
		}
	}
	return m, m.write(m.dir)
}

// pythonLauncher returns a program that starts a front end with a Python. It is shell and Python text at once, so that the interpreter's path may
// have blanks and any length.
func pythonLauncher(interpreter string) string {
	return fmt.Sprintf(`#!/bin/sh
''''exec %s -I -S "$0" "$@" # '''
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.realpath(__file__))), "lib"))
import %s

%s.start()
`, shell.Quote([]string{interpreter}), frontModule, frontModule)
}

// home makes a launcher find the version's folder, even when it was called through a link.
const home = `#!/bin/sh
here=${0%/*}/..
[ ! -h "$0" ] || here=$(dirname "$(readlink -f "$0")")/..
`

// javaLauncher returns a program that starts a class from the jars in lib.
func javaLauncher(java string, options []string, class string) string {
	return home + fmt.Sprintf("exec %s -cp \"$here/lib/*\" %s \"$@\"\n", shell.Quote(append([]string{java}, options...)), class)
}

// nativeLauncher returns a program that starts the program at a path in the version's folder, with the folders in which that program finds its
// libraries.
func nativeLauncher(program string, libraries []string) string {
	var dirs []string
	for _, dir := range libraries {
		dirs = append(dirs, `$here/`+filepath.ToSlash(dir))
	}
	return home + fmt.Sprintf("LD_LIBRARY_PATH=\"%s${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}\"\nexport LD_LIBRARY_PATH\nexec \"$here/%s\" \"$@\"\n",
		strings.Join(dirs, ":"), filepath.ToSlash(program))
}
