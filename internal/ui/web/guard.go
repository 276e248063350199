package web

import (
	"crypto/subtle"
	"net"
	"net/http"
	"net/url"
	"strings"
)

const (
	cookie = "assay"
	// policy lets the page load what the server has, and nothing else.
	policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
	// maxBody bounds what a request sends.
	maxBody = 64 << 10
)

// guard lets requests through that may be served.
func (s *server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Cache-Control", "no-store")
		switch {
		case s.Token == "" && !local(r.Host):
			fail(w, http.StatusForbidden, "this server answers requests to localhost alone; start it with --token-file for others")
			return
		case s.Token != "" && r.URL.Query().Has("token"):
			s.enter(w, r)
			return
		case s.Token != "" && !s.admits(r):
			fail(w, http.StatusUnauthorized, "a token is needed: open the address that assay serve has printed")
			return
		case r.Method != http.MethodGet && r.Method != http.MethodHead && !own(r):
			fail(w, http.StatusForbidden, "changes must come from the page itself")
			return
		}
		r.Body = http.MaxBytesReader(w, r.Body, maxBody)
		next.ServeHTTP(w, r)
	})
}

// local reports whether a request was sent to a name of this machine. A page of another site whose name leads here has another one.
func local(host string) bool {
	name := host
	if h, _, err := net.SplitHostPort(host); err == nil {
		name = h
	}
	name = strings.Trim(name, "[]")
	ip := net.ParseIP(name)
	return strings.EqualFold(name, "localhost") || ip != nil && ip.IsLoopback()
}

// enter takes the token out of the address and leaves it with the browser.
func (s *server) enter(w http.ResponseWriter, r *http.Request) {
	if !s.is(r.URL.Query().Get("token")) {
		fail(w, http.StatusUnauthorized, "the token is wrong: open the address that assay serve has printed")
		return
	}
	http.SetCookie(w, &http.Cookie{Name: cookie, Value: s.Token, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: r.TLS != nil})
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

// admits reports whether a request has the token, as a cookie or as a bearer's.
func (s *server) admits(r *http.Request) bool {
	if given, ok := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); ok {
		return s.is(given)
	}
	c, err := r.Cookie(cookie)
	return err == nil && s.is(c.Value)
}

func (s *server) is(given string) bool {
	return subtle.ConstantTimeCompare([]byte(given), []byte(s.Token)) == 1
}

// own reports whether a change comes from the page: its origin is this server, and it has a header that no form of another site can send.
func own(r *http.Request) bool {
	if r.Header.Get("X-Assay") != "1" || !strings.HasPrefix(r.Header.Get("Content-Type"), "application/json") {
		return false
	}
	origin := r.Header.Get("Origin")
	if origin == "" {
		return r.Header.Get("Authorization") != "" // a program, not a browser
	}
	u, err := url.Parse(origin)
	return err == nil && u.Host == r.Host && (u.Scheme == "http" || u.Scheme == "https")
}
