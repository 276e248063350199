package install

import (
	"embed"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/assay-smt/assay/internal/shell"
)

// frontends are programs in Python, each around the library of a solver, which has it as its module.
//
//go:embed frontends/*.py
var frontends embed.FS

// frontModule is the name under which a front end is installed. It has a function start.
const frontModule = "assay_front"

// pythonLauncher returns a program that starts a front end with a Python. It is text of the shell and of Python at once, so that the interpreter's path
// may have blanks and any length.
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

// home has a launcher find the version's folder, also when it was called through a link.
const home = `#!/bin/sh
here=${0%/*}/..
[ ! -h "$0" ] || here=$(dirname "$(readlink -f "$0")")/..
`

// javaLauncher returns a program that starts a class of the jars in lib.
func javaLauncher(java string, options []string, class string) string {
	return home + fmt.Sprintf("exec %s -cp \"$here/lib/*\" %s \"$@\"\n", shell.Quote(append([]string{java}, options...)), class)
}

// nativeLauncher returns a program that starts the program at a path in the version's folder, with folders in which it finds libraries.
func nativeLauncher(program string, libraries []string) string {
	var dirs []string
	for _, dir := range libraries {
		dirs = append(dirs, `$here/`+filepath.ToSlash(dir))
	}
	return home + fmt.Sprintf("LD_LIBRARY_PATH=\"%s${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}\"\nexport LD_LIBRARY_PATH\nexec \"$here/%s\" \"$@\"\n",
		strings.Join(dirs, ":"), filepath.ToSlash(program))
}
