package bus

import (
	"crypto/rand"
	"crypto/subtle"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nkeys"

	"github.com/assay-smt/assay/internal/cluster/wire"
)

// A ServerConfig says how the embedded server is to be reached, and by whom.
type ServerConfig struct {
	// Listen is HOST:PORT; port 0 takes a free one.
	Listen string
	// Store is the folder for streams, which belongs to the server. Quota bounds it, in bytes.
	Store string
	Quota int64
	// Campaign is the campaign's ID.
	Campaign string
	// Token is what workers have to know, Keys are the public nkeys of workers that may come; where both are empty, those of this machine may. Cert and
	// Key are files for TLS. Off loopback, they are required, and so is one of the others.
	Token     string
	Keys      []string
	Cert, Key string
}

// IsLoopback reports whether a host is this machine alone.
func IsLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// errOpen refuses what anybody could reach.
var errOpen = errors.New("off loopback, workers need a token or keys, and TLS")

// A Server is an embedded NATS server. Safe for concurrent use.
type Server struct {
	server *server.Server
	config ServerConfig
	names  subjects
	// password is the hub's own, which nobody else has.
	password string

	mu     sync.Mutex
	conns  map[string][]uint64 // of workers, by ID
	banned map[string]bool
}

// mostConns bounds how many workers a server remembers.
const mostConns = 1 << 14

// StartServer starts the server. The error says what is wrong with the configuration, or what failed.
func StartServer(c ServerConfig) (*Server, error) {
	host, port, err := net.SplitHostPort(c.Listen)
	if err != nil {
		return nil, fmt.Errorf("%s: give HOST:PORT, such as 127.0.0.1:4222", c.Listen)
	}
	if !IsLoopback(host) && (c.Cert == "" || c.Token == "" && len(c.Keys) == 0) {
		return nil, fmt.Errorf("%s: %w", c.Listen, errOpen)
	}
	number, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		return nil, fmt.Errorf("%s: the port is not a number", c.Listen)
	}
	s := &Server{config: c, names: subjects{c.Campaign}, password: rand.Text(), conns: make(map[string][]uint64), banned: make(map[string]bool)}
	o := &server.Options{
		ServerName: "assay-" + c.Campaign, Host: host, Port: int(number), NoLog: true, NoSigs: true, JetStream: true, StoreDir: c.Store,
		JetStreamMaxMemory: 16 << 20, JetStreamMaxStore: c.Quota, MaxPayload: 1 << 20, MaxPending: 16 << 20, DisableJetStreamBanner: true,
		CustomClientAuthentication: s, AlwaysEnableNonce: true, PingInterval: 20 * time.Second, MaxPingsOut: 2, WriteDeadline: 10 * time.Second,
	}
	if number == 0 {
		o.Port = server.RANDOM_PORT
	}
	if c.Cert != "" {
		pair, err := tls.LoadX509KeyPair(c.Cert, c.Key)
		if err != nil {
			return nil, fmt.Errorf("TLS: %w", err)
		}
		o.TLS, o.TLSTimeout, o.TLSConfig = true, 5, &tls.Config{Certificates: []tls.Certificate{pair}, MinVersion: tls.VersionTLS12}
	}
	if s.server, err = server.NewServer(o); err != nil {
		return nil, err
	}
	go s.server.Start()
	if !s.server.ReadyForConnections(20 * time.Second) {
		s.server.Shutdown()
		return nil, fmt.Errorf("%s: the server does not start; is the address in use?", c.Listen)
	}
	return s, nil
}

// Address is where it listens.
func (s *Server) Address() string { return s.server.Addr().String() }

// URL is what workers are given.
func (s *Server) URL() string {
	if s.config.Cert != "" {
		return "tls://" + s.Address()
	}
	return "nats://" + s.Address()
}

// Close stops the server. What is in its streams stays.
func (s *Server) Close() {
	s.server.Shutdown()
	s.server.WaitForShutdown()
}

// Ban shuts a worker out: its connections end, and it gets no new one.
func (s *Server) Ban(worker string) {
	s.mu.Lock()
	if len(s.banned) >= mostConns {
		clear(s.banned)
	}
	s.banned[worker] = true
	conns := s.conns[worker]
	delete(s.conns, worker)
	s.mu.Unlock()
	for _, id := range conns {
		_ = s.server.DisconnectClientByID(id) // it may have gone
	}
}

// Check implements server.Authentication: the hub may do everything, and a worker what workers do, under its own ID.
func (s *Server) Check(c server.ClientAuthentication) bool {
	o := c.GetOpts()
	if o.Username == keeper && same(o.Password, s.password) {
		c.RegisterUser(&server.User{Username: keeper})
		return true
	}
	if !wire.IsID(o.Name) || !s.admits(c) {
		return false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.banned[o.Name] {
		return false
	}
	if len(s.conns) >= mostConns {
		clear(s.conns)
	}
	const most = 8
	all := append(s.conns[o.Name], c.GetID())
	s.conns[o.Name] = slices.Clone(all[max(0, len(all)-most):])
	c.RegisterUser(&server.User{Username: o.Name, Permissions: s.permissions(o.Name)})
	return true
}

func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// admits reports whether a client has the token, or a key, or needs neither.
func (s *Server) admits(c server.ClientAuthentication) bool {
	o := c.GetOpts()
	switch {
	case s.config.Token != "" && (same(o.Token, s.config.Token) || same(o.Password, s.config.Token)):
		return true
	case len(s.config.Keys) > 0 && slices.Contains(s.config.Keys, o.Nkey):
		sig, err := base64.RawURLEncoding.DecodeString(o.Sig)
		if err != nil {
			return false
		}
		key, err := nkeys.FromPublicKey(o.Nkey)
		return err == nil && key.Verify(c.GetNonce(), sig) == nil
	case s.config.Token != "" || len(s.config.Keys) > 0:
		return false
	}
	host, _, err := net.SplitHostPort(c.RemoteAddress().String())
	return err == nil && IsLoopback(host)
}

// permissions are what a worker may do: take leases, bring results under its ID, ask the hub, and hear what it tells all.
func (s *Server) permissions(worker string) *server.Permissions {
	slots := s.names.slots()
	return &server.Permissions{
		Publish: &server.SubjectPermission{Allow: []string{
			discover, s.names.ask(worker), "assay." + s.config.Campaign + ".done." + worker + ".>",
			"$JS.API.CONSUMER.INFO." + slots + "." + takers, "$JS.API.CONSUMER.MSG.NEXT." + slots + "." + takers, "$JS.ACK." + slots + "." + takers + ".>",
		}},
		Subscribe: &server.SubjectPermission{Allow: []string{inbox(worker) + ".>", s.names.all()}},
	}
}
