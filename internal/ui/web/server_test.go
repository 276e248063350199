package web

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/assay-smt/assay/internal/campaign"
	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/known"
	"github.com/assay-smt/assay/internal/judge/oracle"
	"github.com/assay-smt/assay/internal/report/figures"
	"github.com/assay-smt/assay/internal/ui/live"
)

const hostile = `</script><img src=x onerror=alert(1)>"'` + "\u202e"

// grew gives a campaign a history of an hour.
func grew(sum *campaign.Summary) {
	for i := range 500 {
		sum.Samples = append(sum.Samples, campaign.Sample{
			Session: 1 + int64(i/250), At: time.Unix(int64(1_790_000_000+7*i), 0), Seconds: float64(7 * i), Mutants: int64(2000 * i), Runs: int64(4000 * i), Decided: int64(3500 * i),
			Findings: int64(20 * i), NewBehaviour: int64(30 * i), Engines: map[string]campaign.EngineSample{"storm": {NewBehaviour: int64(20 * i)}, hostile: {NewBehaviour: int64(10 * i), Findings: int64(20 * i)}},
			CPU: map[string]float64{"solving": float64(6 * i), "own work": float64(i)},
		})
	}
}

// made returns a Config with one campaign of n findings whose folders exist for the first ten.
func made(t *testing.T, n int) Config {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "nightly")
	sum := campaign.Summary{Out: dir}
	sum.Stats.Mutants, sum.Stats.Seconds = 1_000_000, 3600
	grew(&sum)
	for i := range n {
		f := findings.Finding{
			Format: findings.Format, Class: oracle.CrashClass, Solver: "z3", Family: "z3", Version: "5.4.1", Logic: "QF_S", Signature: fmt.Sprint("crash/", i), Hits: int64(n - i),
			Evidence: findings.Evidence{Summary: fmt.Sprintf("z3 crashed at file.cpp:%d %s", i, hostile)}, Repeated: findings.Repetition{Runs: 1, Shown: 1},
		}
		if i%4 == 0 {
			f.Class = oracle.InvalidModel
		}
		where := filepath.Join(dir, findings.Folder, f.FolderName())
		sum.Findings = append(sum.Findings, findings.Brief{Dir: where, Class: string(f.Class), Solver: "z3", Family: "z3", Version: "5.4.1", Logic: "QF_S", Signature: f.Signature, Summary: f.Evidence.Summary, Hits: f.Hits})
		if i >= 10 {
			continue
		}
		write(t, where, findings.BugFile, fmt.Sprintf("(assert (special-%d %s))\n", i, hostile))
		write(t, where, findings.ReportFile, "# Crash "+hostile+"\n\n```smt2\n"+hostile+"\n```\n")
		text, err := json.Marshal(f)
		if err != nil {
			t.Fatal(err)
		}
		write(t, where, findings.RecordFile, string(text))
	}
	return Config{
		Dirs: []string{dir}, Now: time.Now,
		Load: func(string, *findings.Cache) (*figures.Campaign, *known.List, error) {
			return figures.Of(sum), nil, nil
		},
		Live: func(string) (*live.State, error) { return nil, live.ErrNotRunning },
	}
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// ask sends a request as a browser on this machine does.
func ask(h http.Handler, method, target, body string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	r.Host = "localhost:7280"
	for i := 0; i+1 < len(header); i += 2 {
		if header[i] == "Host" {
			r.Host = header[i+1]
		}
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

func TestGuard(t *testing.T) {
	config := made(t, 1)
	open := New(config)
	config.Token = "a-token-of-20-letters"
	closed := New(config)
	page := []string{"X-Assay", "1", "Content-Type", "application/json"}
	for _, tt := range []struct {
		name   string
		h      http.Handler
		method string
		target string
		header []string
		want   int
	}{
		{"this machine", open, "GET", "/api/campaigns", nil, 200},
		{"by its address", open, "GET", "/api/campaigns", []string{"Host", "[::1]:7280"}, 200},
		{"a site whose name leads here", open, "GET", "/api/campaigns", []string{"Host", "evil.example:7280"}, 403},
		{"a site that begins alike", open, "GET", "/", []string{"Host", "localhost.evil.example"}, 403},
		{"no token", closed, "GET", "/", nil, 401},
		{"a wrong token", closed, "GET", "/?token=a-token-of-20-letterz", nil, 401},
		{"the token", closed, "GET", "/?token=a-token-of-20-letters", nil, 303},
		{"a bearer", closed, "GET", "/api/campaigns", []string{"Authorization", "Bearer a-token-of-20-letters", "Host", "example.org"}, 200},
		{"a cookie", closed, "GET", "/", []string{"Cookie", "assay=a-token-of-20-letters"}, 200},
		{"a wrong cookie", closed, "GET", "/", []string{"Cookie", "assay=x"}, 401},
		{"a form of another site", open, "POST", "/api/campaigns/0/bugs/clusters/x/mark", []string{"Origin", "http://evil.example", "Content-Type", "text/plain"}, 403},
		{"a script of another site", open, "POST", "/api/campaigns/0/bugs/clusters/x/mark", append([]string{"Origin", "http://evil.example"}, page...), 403},
		{"no origin", open, "POST", "/api/campaigns/0/bugs/clusters/x/mark", page, 403},
		{"the page", open, "POST", "/api/campaigns/0/bugs/clusters/x/mark", append([]string{"Origin", "http://localhost:7280"}, page...), 403}, // for reading alone
		{"another method", open, "PUT", "/api/campaigns", append([]string{"Origin", "http://localhost:7280"}, page...), 405},
		{"another campaign", open, "GET", "/api/campaigns/1", nil, 404},
		{"no number", open, "GET", "/api/campaigns/-1/bugs", nil, 404},
	} {
		body := ""
		if tt.method == "POST" {
			body = `{"mark":"known"}`
		}
		w := ask(tt.h, tt.method, tt.target, body, tt.header...)
		if w.Code != tt.want {
			t.Errorf("%s: %d %s, want %d", tt.name, w.Code, w.Body, tt.want)
		}
		if !strings.Contains(w.Header().Get("Content-Security-Policy"), "default-src 'none'") || w.Header().Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: headers %v", tt.name, w.Header())
		}
		if c := w.Header().Get("Set-Cookie"); tt.want == 303 && (!strings.Contains(c, "HttpOnly") || !strings.Contains(c, "SameSite=Strict") || w.Header().Get("Location") != "/") {
			t.Errorf("%s: cookie %q", tt.name, c)
		}
	}
}

// Requests name no files.
func TestPathsStayInside(t *testing.T) {
	config := made(t, 2)
	write(t, config.Dirs[0], "secret", "secret")
	h := New(config)
	for _, target := range []string{
		"/api/campaigns/0/bugs/findings/..", "/api/campaigns/0/bugs/findings/%2e%2e%2fsecret", "/api/campaigns/0/bugs/../secret", "/api/campaigns/0/bugs/%2e%2e/secret",
		"/assets/../server.go", "/assets/%2e%2e/server.go", "/assets/..%2fserver.go", "/secret", "/api/campaigns/0/stats/../../secret",
	} {
		if w := ask(h, "GET", target, ""); w.Code == http.StatusOK || strings.Contains(w.Body.String(), "secret\n") {
			t.Errorf("%s: %d %s", target, w.Code, w.Body)
		}
	}
}

func TestBugs(t *testing.T) {
	h := New(made(t, 300))
	get := func(query string) (out found) {
		t.Helper()
		w := ask(h, "GET", "/api/campaigns/0/bugs?"+query, "")
		if err := json.Unmarshal(w.Body.Bytes(), &out); err != nil || w.Code != 200 {
			t.Fatalf("%s: %d %s", query, w.Code, w.Body)
		}
		return out
	}
	for _, tt := range []struct {
		query        string
		total, shown int
	}{
		{"", 300, 100}, {"limit=10", 300, 10}, {"offset=250", 300, 50}, {"offset=1000", 300, 100}, {"offset=300&limit=70", 300, 20}, {"offset=100&q=SPECIAL-7", 1, 1}, {"offset=9223372036854775807", 300, 100}, {"offset=-5&limit=x", 300, 100}, {"limit=100000", 300, 300},
		{"class=wrong+model", 75, 75}, {"class=crash&status=new", 225, 100}, {"class=none", 0, 0}, {"q=file.cpp%3A7", 11, 11}, {"q=SPECIAL-7", 1, 1}, {"q=special-7+wrong", 0, 0},
		{"solver=z3%405.4.1", 300, 100}, {"q=qf_s+wrong", 75, 75},
	} {
		got := get(tt.query)
		if got.Total != tt.total || len(got.Entries) != tt.shown || got.Classes["crash"] != 225 {
			t.Errorf("%s: %d of %d, classes %v; want %d of %d", tt.query, len(got.Entries), got.Total, got.Classes, tt.shown, tt.total)
		}
	}
}

func TestBug(t *testing.T) {
	config := made(t, 4)
	h := New(config)
	all := ask(h, "GET", "/api/campaigns/0/bugs", "")
	var list found
	if err := json.Unmarshal(all.Body.Bytes(), &list); err != nil {
		t.Fatal(err)
	}
	w := ask(h, "GET", "/api/campaigns/0/bugs/"+list.Entries[0].ID, "")
	var d struct {
		Report  string `json:"report_html"`
		Formula string
		Title   string
	}
	if err := json.Unmarshal(w.Body.Bytes(), &d); err != nil || w.Code != 200 {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	if strings.Contains(d.Report, "<img") || strings.Contains(d.Report, "</script") || !strings.Contains(d.Formula, "special-") || !strings.HasPrefix(d.Title, "Crash ") {
		t.Errorf("%+v", d)
	}
	if strings.Contains(w.Body.String(), "\u202e") {
		t.Error("a character that turns the text around reaches the page")
	}
	for target, want := range map[string]int{"findings/none": 404, "clusters/" + filepath.Base(list.Entries[0].ID): 404} {
		if w := ask(h, "GET", "/api/campaigns/0/bugs/"+target, ""); w.Code != want {
			t.Errorf("%s: %d", target, w.Code)
		}
	}
}

func TestMark(t *testing.T) {
	config := made(t, 1)
	dir := config.Dirs[0]
	write(t, filepath.Join(dir, "clusters", "crash-z3-1"), "cluster.json", fmt.Sprintf(`{"format":1,"name":"crash-z3-1","class":"crash","solver":"z3","smallest":%q,"members":[%[1]q]}`,
		filepath.Base(figuresOf(t, config).Findings[0].Dir)))
	var got []string
	config.Mark = func(d, cluster, mark, note string) error {
		if mark == "wrong" {
			return fmt.Errorf("%q is not a mark", mark)
		}
		got = append(got, strings.Join([]string{filepath.Base(d), cluster, mark, note}, "|"))
		return nil
	}
	h := New(config)
	send := func(id, body string) int {
		w := ask(h, "POST", "/api/campaigns/0/bugs/"+id+"/mark", body, "X-Assay", "1", "Content-Type", "application/json", "Origin", "http://localhost:7280")
		return w.Code
	}
	for _, tt := range []struct {
		id, body string
		want     int
	}{
		{"clusters/crash-z3-1", `{"mark":"filed:https://example.org/1","note":"ours"}`, 200}, {"clusters/crash-z3-1", `{"mark":"new"}`, 200},
		{"clusters/crash-z3-1", `{"mark":"wrong"}`, 400}, {"clusters/crash-z3-1", `{"mark":"known","note":"a\nbug x"}`, 400}, {"clusters/crash-z3-1", `{"mark":"known","more":1}`, 400},
		{"clusters/crash-z3-1", strings.Repeat("x", maxBody+1), 400}, {"clusters/none", `{"mark":"known"}`, 404}, {"findings/" + filepath.Base(figuresOf(t, config).Findings[0].Dir), `{"mark":"known"}`, 404},
	} {
		if code := send(tt.id, tt.body); code != tt.want {
			t.Errorf("%s %.60s: %d, want %d", tt.id, tt.body, code, tt.want)
		}
	}
	if want := "nightly|crash-z3-1|filed:https://example.org/1|ours nightly|crash-z3-1|new|"; strings.Join(got, " ") != want {
		t.Errorf("%q", got)
	}
}

func figuresOf(t *testing.T, c Config) *figures.Campaign {
	t.Helper()
	f, _, err := c.Load(c.Dirs[0], nil)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestStats(t *testing.T) {
	h := New(made(t, 3))
	for _, topic := range figures.Topics() {
		w := ask(h, "GET", "/api/campaigns/0/stats/"+topic.Name, "")
		var out struct{ Tables []table }
		if err := json.Unmarshal(w.Body.Bytes(), &out); err != nil || w.Code != 200 {
			t.Errorf("%s: %d %v", topic.Name, w.Code, err)
		}
		for _, table := range out.Tables {
			for _, row := range table.Rows {
				if len(row) != len(table.Columns) || len(row) != len(table.Numbers) {
					t.Errorf("%s: %v has not the columns %v", topic.Name, row, table.Columns)
				}
			}
		}
	}
	if w := ask(h, "GET", "/api/campaigns/0/stats/all", ""); w.Code != 404 {
		t.Errorf("all topics together: %d", w.Code)
	}
}

func TestHistory(t *testing.T) {
	config := made(t, 3)
	config.Dirs = append(config.Dirs, config.Dirs[0], "none")
	load := config.Load
	config.Load = func(dir string, cache *findings.Cache) (*figures.Campaign, *known.List, error) {
		if dir == "none" {
			return figures.Of(campaign.Summary{}), nil, nil
		}
		return load(dir, cache)
	}
	h := New(config)
	var one struct{ History *figures.History }
	w := ask(h, "GET", "/api/campaigns/0/history", "")
	if err := json.Unmarshal(w.Body.Bytes(), &one); err != nil || w.Code != 200 || len(one.History.Seconds) != mostMoments || len(one.History.Engines) != 2 {
		t.Errorf("%d %v %.300s", w.Code, err, w.Body)
	}
	if w.Body.Len() > 60<<10 || strings.Contains(w.Body.String(), "\u202e") {
		t.Errorf("%d bytes of history", w.Body.Len())
	}
	if one.History.Bugs != nil || one.History.Undated != 3 {
		t.Errorf("bugs %v, %d undated: nobody noted a time", one.History.Bugs, one.History.Undated)
	}
	if w := ask(h, "GET", "/api/campaigns/2/history", ""); w.Code != 200 || strings.TrimSpace(w.Body.String()) != `{"history":null}` {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	var all struct {
		Campaigns []growth
		More      int
	}
	w = ask(h, "GET", "/api/history", "")
	if err := json.Unmarshal(w.Body.Bytes(), &all); err != nil || len(all.Campaigns) != 2 || all.More != 0 || all.Campaigns[1].Number != 1 || len(all.Campaigns[0].Runs) != fewMoments {
		t.Errorf("%d %v %.300s", w.Code, err, w.Body)
	}
	if w := ask(h, "GET", "/api/campaigns/0/options", ""); w.Code != 200 || strings.TrimSpace(w.Body.String()) != `{"maps":[],"searches":false}` {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// A page that goes leaves nothing behind in the server.
func TestStreamsLeaveNothing(t *testing.T) {
	pages := newServer(made(t, 2))
	server := httptest.NewServer(pages.handler())
	defer server.Close()
	client := &http.Client{Transport: &http.Transport{}}
	watch := func() {
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		r, err := http.NewRequestWithContext(ctx, "GET", server.URL+"/api/campaigns/0/live", nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := client.Do(r)
		if err != nil || got.StatusCode != 200 {
			t.Fatalf("%v %v", got, err)
		}
		if _, err := bufio.NewReader(got.Body).ReadString('\n'); err != nil {
			t.Fatal(err)
		}
		cancel()
		_ = got.Body.Close()
	}
	goroutines := func() int {
		for len(pages.streams) > 0 { // the server has not seen yet that a reader is gone
			time.Sleep(time.Millisecond)
		}
		client.CloseIdleConnections()
		return runtime.NumGoroutine()
	}
	watch()
	before := goroutines()
	for range 200 {
		watch()
	}
	after := goroutines()
	for tries := 0; after > before+5 && tries < 5000; tries++ { // they end a moment later
		time.Sleep(2 * time.Millisecond)
		after = goroutines()
	}
	if after > before+5 {
		t.Errorf("%d goroutines, %d after 200 pages were watched", before, after)
	}
}

// A damaged campaign is an error of its own, and the others stay.
func TestDamagedCampaign(t *testing.T) {
	config := made(t, 1)
	config.Dirs = append(config.Dirs, "gone")
	load := config.Load
	config.Load = func(dir string, cache *findings.Cache) (*figures.Campaign, *known.List, error) {
		if dir == "gone" {
			return nil, nil, fmt.Errorf("campaign.db is damaged")
		}
		return load(dir, cache)
	}
	h := New(config)
	if w := ask(h, "GET", "/api/campaigns", ""); w.Code != 200 || !strings.Contains(w.Body.String(), "is damaged") || !strings.Contains(w.Body.String(), `"mutants":1000000`) {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	for _, target := range []string{"1", "1/bugs", "1/stats/solvers", "1/bugs/findings/x"} {
		if w := ask(h, "GET", "/api/campaigns/"+target, ""); w.Code != 500 {
			t.Errorf("%s: %d", target, w.Code)
		}
	}
}

// A campaign that was killed leaves its last state, and does not run.
func TestRunning(t *testing.T) {
	config := made(t, 1)
	now := time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)
	config.Now = func() time.Time { return now }
	for age, want := range map[time.Duration]bool{time.Second: true, live.Stale: false, time.Hour: false} {
		config.Live = func(string) (*live.State, error) { return &live.State{Written: now.Add(-age)}, nil }
		var o overview
		w := ask(New(config), "GET", "/api/campaigns/0", "")
		if err := json.Unmarshal(w.Body.Bytes(), &o); err != nil || o.Running != want || (o.Live != nil) != want {
			t.Errorf("%v old: running %v, %v", age, o.Running, err)
		}
	}
}

// What runs says what solvers and seeds have said, and hides nothing of it.
func TestRunningHostile(t *testing.T) {
	config := made(t, 1)
	state := live.State{
		Written: config.Now(), Out: hostile, Line: hostile, Warnings: []string{hostile}, Engines: []live.Engine{{Name: hostile}}, Logics: []live.Logic{{Name: hostile}},
		Solvers: []live.Solver{{Name: hostile, Refused: hostile}}, Latest: []live.Finding{{Class: hostile, Solver: hostile, Engine: hostile, Line: hostile, Known: hostile, Words: hostile, Folder: hostile}},
	}
	config.Live = func(string) (*live.State, error) { return &state, nil }
	w := ask(New(config), "GET", "/api/campaigns/0", "")
	if w.Code != 200 || strings.Contains(w.Body.String(), "\u202e") || strings.Count(w.Body.String(), "{202e}") != 14 {
		t.Errorf("%d %q", w.Code, w.Body)
	}
	if state.Latest[0].Line != hostile || state.Out != hostile {
		t.Error("the state itself was changed")
	}
}

// Where several campaigns are joined, the seeds are those of all, as in the statistics.
func TestSeedsOfSeveral(t *testing.T) {
	config := made(t, 1)
	load := config.Load
	config.Load = func(out string, cache *findings.Cache) (*figures.Campaign, *known.List, error) {
		c, list, err := load(out, cache)
		c.Identity.Campaigns, c.Identity.Seeds, c.Stats.Seeds = 2, 7, 15
		return c, list, err
	}
	var o overview
	w := ask(New(config), "GET", "/api/campaigns/0", "")
	if err := json.Unmarshal(w.Body.Bytes(), &o); err != nil || o.Counts["seeds"] != 15 {
		t.Errorf("%v, %v", o.Counts, err)
	}
}

func TestStream(t *testing.T) {
	server := httptest.NewServer(New(made(t, 2)))
	defer server.Close()
	ctx, cancel := context.WithCancel(t.Context())
	var open []io.Closer
	for range maxStreams {
		r, err := http.NewRequestWithContext(ctx, "GET", server.URL+"/api/campaigns/0/live", nil)
		if err != nil {
			t.Fatal(err)
		}
		got, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		open = append(open, got.Body)
		line, err := bufio.NewReader(got.Body).ReadString('\n')
		var o overview
		if err != nil || json.Unmarshal([]byte(strings.TrimPrefix(line, "data: ")), &o) != nil || o.Bugs != 2 {
			t.Fatalf("%v %q", err, line)
		}
	}
	got, err := http.Get(server.URL + "/api/campaigns/0/live")
	if err != nil || got.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("one more stream: %v %v", got, err)
	}
	_ = got.Body.Close()
	cancel()
	for _, body := range open {
		_ = body.Close()
	}
}

// What a page loads at first, and a list of a campaign of ten thousand findings, are small.
func TestSizes(t *testing.T) {
	h := New(made(t, 10_000))
	total := 0
	for _, target := range []string{"/", "/assets/app.js", "/assets/charts.js", "/assets/app.css", "/assets/icon.svg", "/api/campaigns", "/api/campaigns/0", "/api/campaigns/0/bugs", "/api/campaigns/0/history"} {
		w := ask(h, "GET", target, "")
		if w.Code != 200 {
			t.Errorf("%s: %d", target, w.Code)
		}
		total += w.Body.Len()
	}
	if total > 500<<10 {
		t.Errorf("the first page loads %d bytes", total)
	}
}

// The page works in a real browser, and nothing of what solvers wrote becomes markup there.
func TestBrowser(t *testing.T) {
	browser, err := exec.LookPath("chromium")
	if err != nil {
		t.Skip("chromium is not installed")
	}
	config := made(t, 12)
	pages := newServer(config)
	for range maxStreams {
		pages.streams <- struct{}{} // the browser's clock would wait for a stream to end
	}
	server := httptest.NewServer(pages.handler())
	defer server.Close()
	id := figuresOf(t, config).Findings[1].Dir
	for target, want := range map[string][]string{
		"":                                  {"nightly", "1,000,000", "wrong model", "1 to 12 of 12", "New behaviour by engine", "Sessions side by side"},
		"#/0/options":                       {"What options brought", "were not searched"},
		"#/0/stats/findings":                {"Findings", "file.cpp"},
		"#/0/findings/" + filepath.Base(id): {"Crash ", "Commands", "assay replay", "special-1"},
		"#/7":                               {"there is no such campaign"},
	} {
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
		cmd := exec.CommandContext(ctx, browser, "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir="+t.TempDir(), "--virtual-time-budget=4000", "--dump-dom", server.URL+"/"+target)
		cmd.WaitDelay = 5 * time.Second
		var errors bytes.Buffer
		cmd.Stderr = &errors
		page, err := cmd.Output()
		cancel()
		if err != nil && len(page) == 0 {
			t.Fatalf("%v\n%s", err, errors.String())
		}
		for _, text := range want {
			if !bytes.Contains(page, []byte(text)) {
				t.Errorf("%q: no %q in\n%s", target, text, page)
			}
		}
		if bytes.Contains(page, []byte("<img")) {
			t.Errorf("%q: a solver's text became markup:\n%s", target, page)
		}
		if bytes.Contains(page, []byte("</section>null")) {
			t.Errorf("%q: the page says null where it has nothing to say:\n%s", target, page)
		}
	}
}

// The server ends with its context, although a reader still holds a stream open.
func TestServe(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	streaming := make(chan struct{})
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_ = http.NewResponseController(w).Flush()
		close(streaming)
		<-r.Context().Done()
	})
	ended := make(chan error, 1)
	go func() { ended <- Serve(ctx, listener, handler) }()
	got, err := http.Get("http://" + listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = got.Body.Close() }()
	<-streaming
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
