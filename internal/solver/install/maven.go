package install

import (
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/assay-smt/assay/internal/base/disk"
	"github.com/assay-smt/assay/internal/solver"
	"github.com/assay-smt/assay/internal/solver/sandbox"
)

// maven installs Java programs.
type maven struct {
	runner
	mvn, java string
}

func newMaven(r runner) (client, error) {
	java, err := sandbox.LookPath("java")
	if err != nil {
		return nil, r.missing("there is no Java on PATH", "install a Java runtime (Debian, Ubuntu: sudo apt install default-jre-headless)")
	}
	mvn, err := sandbox.LookPath("mvn")
	if err != nil {
		return nil, r.missing("there is no Maven (mvn) on PATH", "install it (Debian, Ubuntu: sudo apt install maven)")
	}
	return maven{r, mvn, java}, nil
}

const dependencyPlugin = "org.apache.maven.plugins:maven-dependency-plugin:"

// mavenRepository finds where Maven keeps what it has fetched, in its debugging output.
var mavenRepository = regexp.MustCompile(`(?m)Using local repository at (.+)$`)

// maxMetadata bounds a list of versions.
const maxMetadata = 4 << 20

// versions makes Maven fetch the newest version, and reads the list of all versions that Maven fetched to
// find it.
func (m maven) versions(ctx context.Context, s solver.PackageSource) ([]string, error) {
	group, artifact, ok := strings.Cut(s.Package, ":")
	if !ok {
		return nil, &Error{Solver: m.solver, Problem: fmt.Sprintf("%q is not GROUP:ARTIFACT", s.Package), Remedy: "fix the catalogue"}
	}
	res, err := m.run(ctx, m.temp, m.mvn, "-B", "-X", dependencyPlugin+"get", "-Dartifact="+s.Package+":LATEST", "-Dtransitive=false")
	if err != nil {
		return nil, err
	}
	fail := func(problem string) ([]string, error) {
		return nil, &Error{Solver: m.solver, Problem: "maven: " + problem, Remedy: "mvn --version says whether it is Maven 3 or newer"}
	}
	at := mavenRepository.FindSubmatch(res.Stdout)
	if at == nil {
		return fail("it does not say where it keeps packages")
	}
	dir := filepath.Join(strings.TrimSpace(string(at[1])), filepath.FromSlash(strings.ReplaceAll(group, ".", "/")), artifact)
	lists, _ := filepath.Glob(filepath.Join(dir, "maven-metadata-*.xml"))
	var all []string
	for _, path := range lists {
		found, err := metadataVersions(path)
		if err != nil {
			return fail(err.Error())
		}
		all = append(all, found...)
	}
	if len(all) == 0 {
		return fail("it has no list of versions of " + s.Package)
	}
	return all, nil
}

func metadataVersions(path string) ([]string, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Size() > maxMetadata {
		return nil, errors.New(path + " is too large")
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var metadata struct {
		Versions []string `xml:"versioning>versions>version"`
	}
	if err := xml.Unmarshal(data, &metadata); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return metadata.Versions, nil
}

// mavenProject asks for one package and its dependencies.
const mavenProject = `<project xmlns="http://maven.apache.org/POM/4.0.0">
<modelVersion>4.0.0</modelVersion>
<groupId>assay</groupId><artifactId>install</artifactId><version>1</version><packaging>pom</packaging>
<dependencies><dependency><groupId>%s</groupId><artifactId>%s</artifactId><version>%s</version></dependency></dependencies>
</project>
`

func (m maven) fetch(ctx context.Context, c Choice, w workshop) error {
	group, artifact, _ := strings.Cut(c.Source.Package, ":")
	project := filepath.Join(w.temp(), "pom.xml")
	if err := disk.Replace(project, fmt.Appendf(nil, mavenProject, group, artifact, c.Packaged)); err != nil {
		return err
	}
	_, err := m.inWorkshop(c, w).run(ctx, w.temp(), m.mvn, "-B", "-f", project, dependencyPlugin+"copy-dependencies",
		"-DincludeScope=runtime", "-DoutputDirectory="+w.downloads)
	return err
}

func (m maven) build(_ context.Context, c Choice, w workshop) error {
	jars, _ := filepath.Glob(filepath.Join(w.downloads, "*.jar"))
	if len(jars) == 0 {
		return &Error{Solver: c.String(), Problem: "maven has downloaded no jar", Remedy: "try another version"}
	}
	if err := disk.MakeDir(filepath.Join(w.tree, "lib")); err != nil {
		return err
	}
	for _, jar := range jars {
		to := filepath.Join(w.tree, "lib", filepath.Base(jar))
		if err := os.Rename(jar, to); err != nil {
			return &disk.OutputError{Path: to, Err: err}
		}
	}
	return writeProgram(w.program(c), javaLauncher(m.java, c.Source.Java, c.Source.Main))
}
