package findings

import "runtime/debug"

// ThisVersion is the version of this program, for records of what it finds.
func ThisVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	version := info.Main.Version
	if version == "(devel)" {
		version = ""
	}
	for _, s := range info.Settings {
		const short = 8
		if s.Key == "vcs.revision" && version == "" && len(s.Value) >= short {
			return "commit " + s.Value[:short]
		}
	}
	return version
}
