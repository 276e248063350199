package web

import (
	"embed"
	"io/fs"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/assay-smt/assay/internal/findings"
	"github.com/assay-smt/assay/internal/findings/known"
	"github.com/assay-smt/assay/internal/report/figures"
	"github.com/assay-smt/assay/internal/ui/live"
)

// A Config says what to serve. The functions must be safe for concurrent use.
type Config struct {
	// Dirs are the folders of the campaigns.
	Dirs []string
	// Token is what every request needs, "" for none: then only hosts of this machine are served.
	Token string
	// Load reads a campaign, and its own list of known bugs. The cache is the campaign's, and keeps the findings that it has read.
	Load func(dir string, cache *findings.Cache) (*figures.Campaign, *known.List, error)
	// Live reads the state of a running campaign; the error is live.ErrNotRunning where none runs.
	Live func(dir string) (*live.State, error)
	// Mark gives a cluster a mark, as assay triage --mark does, with a note, or takes it away with the mark "new". One is entered after the other. Nil:
	// nobody can mark.
	Mark func(dir, cluster, mark, note string) error
	// Now is the clock.
	Now func() time.Time
}

//go:embed assets
var assets embed.FS

// A server serves a Config.
type server struct {
	Config
	campaigns []*served
	streams   chan struct{} // a place for each stream that is open
	marking   sync.Mutex    // held while a mark is entered: a list of known bugs is read, changed and written
}

// maxStreams bounds the pages that watch at a time; others ask again and again.
const maxStreams = 32

// Pages are the handler of all requests. They are safe for concurrent use.
type Pages struct {
	http.Handler
	server *server
}

// New returns the pages.
func New(c Config) *Pages {
	s := newServer(c)
	return &Pages{s.handler(), s}
}

// Read reads all campaigns, so that the first reader of a large one does not wait. What cannot be read is for that reader to see.
func (p *Pages) Read() {
	for _, of := range p.server.campaigns {
		_, _ = of.content()
	}
}

func newServer(c Config) *server {
	s := &server{Config: c, streams: make(chan struct{}, maxStreams)}
	for _, dir := range c.Dirs {
		s.campaigns = append(s.campaigns, &served{dir: dir, load: c.Load, now: c.Now})
	}
	return s
}

func (s *server) handler() http.Handler {
	static, err := fs.Sub(assets, "assets")
	if err != nil {
		panic(err) // the folder is in the binary
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) { http.ServeFileFS(w, r, static, "index.html") })
	mux.Handle("GET /assets/", http.StripPrefix("/assets/", http.FileServerFS(static)))
	mux.HandleFunc("GET /api/campaigns", s.list)
	mux.HandleFunc("GET /api/campaigns/{campaign}", s.of(s.overview))
	mux.HandleFunc("GET /api/history", s.histories)
	mux.HandleFunc("GET /api/campaigns/{campaign}/history", s.of(s.history))
	mux.HandleFunc("GET /api/campaigns/{campaign}/options", s.of(s.options))
	mux.HandleFunc("GET /api/campaigns/{campaign}/live", s.of(s.live))
	mux.HandleFunc("GET /api/campaigns/{campaign}/bugs", s.of(s.bugs))
	mux.HandleFunc("GET /api/campaigns/{campaign}/bugs/{kind}/{name}", s.of(s.bug))
	mux.HandleFunc("GET /api/campaigns/{campaign}/stats/{topic}", s.of(s.stats))
	mux.HandleFunc("POST /api/campaigns/{campaign}/bugs/{kind}/{name}/mark", s.of(s.mark))
	return s.guard(mux)
}

// of finds the campaign that a request is about.
func (s *server) of(handle func(http.ResponseWriter, *http.Request, *served)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		i, err := strconv.Atoi(r.PathValue("campaign"))
		if err != nil || i < 0 || i >= len(s.campaigns) {
			fail(w, http.StatusNotFound, "there is no such campaign")
			return
		}
		handle(w, r, s.campaigns[i])
	}
}
