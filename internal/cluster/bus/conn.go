package bus

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// A Config says how to reach the bus.
type Config struct {
	// URL is nats://HOST:PORT or tls://HOST:PORT; several are separated by commas. Server, if not nil, is used instead, without a network.
	URL    string
	Server *Server
	// ID names a worker; "" is a hub.
	ID string
	// Token, or the files Creds (credentials) or Nkey (a seed), say who this is. CA is a file with the certificates to trust, "" for those of the system.
	Token, Creds, Nkey, CA string
	// Wait: it is no error when nobody is there yet.
	Wait bool
	// Changed is told when the connection is lost, and when it is there again; nil for nobody.
	Changed func(there bool)
}

// Back-off between attempts to connect.
const (
	leastWait = 100 * time.Millisecond
	mostWait  = 15 * time.Second
)

// backOff is how long to wait before an attempt, from 1: twice as long each time, and up to half of it less, so that a thousand workers do not come at
// the same moment.
func backOff(attempt int) time.Duration {
	d := min(mostWait, leastWait<<min(attempt, 16))
	var b [4]byte
	_, _ = rand.Read(b[:]) // it does not fail
	return d - d/2*time.Duration(binary.LittleEndian.Uint32(b[:])>>1)/(1<<31)
}

// BackOff is how long to wait before a further attempt, which is counted from 1.
func BackOff(attempt int) time.Duration { return backOff(attempt) }

// CheckURL refuses what would send secrets, or take work, in the clear: off loopback, a URL needs TLS, and something that says who this is.
func (c *Config) CheckURL() error {
	for part := range strings.SplitSeq(c.URL, ",") {
		u, err := url.Parse(strings.TrimSpace(part))
		if err != nil || u.Host == "" || u.Scheme != "nats" && u.Scheme != "tls" {
			return fmt.Errorf("%s: give nats://HOST:PORT or tls://HOST:PORT", visibleURL(u, part))
		}
		if IsLoopback(u.Hostname()) {
			continue
		}
		if u.Scheme != "tls" || c.Token == "" && c.Creds == "" && c.Nkey == "" && u.User == nil {
			return fmt.Errorf("%s is another machine: it needs tls:// and a token, credentials or an nkey", visibleURL(u, part))
		}
	}
	return nil
}

// visibleURL is a URL without secrets.
func visibleURL(u *url.URL, text string) string {
	if u == nil {
		return text
	}
	return u.Redacted()
}

// A Conn is a connection to the bus. It comes back when it is lost. Safe for concurrent use.
type Conn struct {
	config Config
	nats   *nats.Conn
	js     jetstream.JetStream
	names  subjects
}

// Dial connects. The campaign is that of Join, or of Prepare.
func Dial(c Config) (*Conn, error) {
	if c.Server == nil {
		if err := c.CheckURL(); err != nil {
			return nil, err
		}
	}
	changed := func(there bool) {
		if c.Changed != nil {
			c.Changed(there)
		}
	}
	o := []nats.Option{
		nats.MaxReconnects(-1), nats.CustomReconnectDelay(backOff), nats.ReconnectBufSize(-1), nats.RetryOnFailedConnect(c.Wait), nats.Timeout(5 * time.Second),
		nats.PingInterval(10 * time.Second), nats.MaxPingsOutstanding(2), nats.DrainTimeout(2 * time.Second),
		nats.DisconnectErrHandler(func(*nats.Conn, error) { changed(false) }), nats.ReconnectHandler(func(*nats.Conn) { changed(true) }),
		nats.ConnectHandler(func(*nats.Conn) { changed(true) }), nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}), nats.IgnoreAuthErrorAbort(),
	}
	if c.ID != "" {
		o = append(o, nats.Name(c.ID), nats.CustomInboxPrefix(inbox(c.ID)))
	}
	switch {
	case c.Server != nil:
		o = append(o, nats.InProcessServer(c.Server.server), nats.UserInfo(keeper, c.Server.password))
	case c.Creds != "":
		o = append(o, nats.UserCredentials(c.Creds))
	case c.Nkey != "":
		key, err := nats.NkeyOptionFromSeed(c.Nkey)
		if err != nil {
			return nil, err
		}
		o = append(o, key)
	case c.Token != "":
		o = append(o, nats.Token(c.Token))
	}
	if c.CA != "" {
		o = append(o, nats.RootCAs(c.CA))
	}
	nc, err := nats.Connect(c.URL, o...)
	if err != nil {
		return nil, err
	}
	js, err := jetstream.New(nc, jetstream.WithDefaultTimeout(5*time.Second))
	if err != nil {
		nc.Close()
		return nil, err
	}
	return &Conn{config: c, nats: nc, js: js}, nil
}

// Close ends the connection.
func (c *Conn) Close() { c.nats.Close() }

// Refused reports whether an error says that the server does not let us in.
func Refused(err error) bool {
	return errors.Is(err, nats.ErrAuthorization) || errors.Is(err, nats.ErrAuthExpired) || errors.Is(err, nats.ErrAuthRevoked)
}

// LastError is what last went wrong with the connection, nil for nothing.
func (c *Conn) LastError() error { return c.nats.LastError() }

// IsThere reports whether it is connected.
func (c *Conn) IsThere() bool { return c.nats.IsConnected() }

// Flush waits until the server has everything that was sent.
func (c *Conn) Flush(ctx context.Context) error { return c.nats.FlushWithContext(ctx) }
