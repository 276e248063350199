package bus_test

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"

	"github.com/assay-smt/assay/internal/cluster/bus"
	"github.com/assay-smt/assay/internal/cluster/wire"
)

const (
	campaignID = "0123456789abcdef"
	one, two   = "00000000000000a1", "00000000000000a2"
)

func start(t *testing.T, change func(*bus.ServerConfig)) *bus.Server {
	t.Helper()
	c := bus.ServerConfig{Listen: "127.0.0.1:0", Store: t.TempDir(), Quota: 64 << 20, Campaign: campaignID}
	if change != nil {
		change(&c)
	}
	s, err := bus.StartServer(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func dial(t *testing.T, c bus.Config) *bus.Conn {
	t.Helper()
	conn, err := bus.Dial(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(conn.Close)
	return conn
}

// hubOf is the hub's connection to a server, with streams.
func hubOf(t *testing.T, s *bus.Server) *bus.Conn {
	t.Helper()
	hub := dial(t, bus.Config{Server: s})
	if err := hub.Prepare(t.Context(), bus.StreamConfig{Campaign: campaignID, Lease: time.Second, Quota: 32 << 20}); err != nil {
		t.Fatal(err)
	}
	return hub
}

// A slot is with one worker at a time, and with another one once nothing is heard of the first; results come with the name of who brought them.
func TestLeasesAndResults(t *testing.T) {
	s := start(t, nil)
	hub := hubOf(t, s)
	if err := hub.Answer(func(worker string, ask []byte) []byte { return append([]byte(worker+" "), ask...) }); err != nil {
		t.Fatal(err)
	}
	a, b := dial(t, bus.Config{URL: s.URL(), ID: one}), dial(t, bus.Config{URL: s.URL(), ID: two})
	if all, err := a.Discover(t.Context(), 200*time.Millisecond); err != nil || len(all) != 1 || all[0] != campaignID {
		t.Fatalf("campaigns %q, %v", all, err)
	}
	a.Join(campaignID)
	b.Join(campaignID)
	if answer, err := a.Ask(t.Context(), []byte("who?")); err != nil || string(answer) != one+" who?" {
		t.Errorf("%q, %v", answer, err)
	}
	for i, want := range []bool{true, false} {
		if isNew, err := hub.Offer(t.Context(), 5, []byte("slot 5")); err != nil || isNew != want {
			t.Errorf("offer %d: %t, %v", i, isNew, err)
		}
	}
	take := func(c *bus.Conn, wait time.Duration) (*bus.Taken, error) {
		taker, err := c.Taker(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return taker.Take(t.Context(), wait)
	}
	first, err := take(a, 5*time.Second)
	if err != nil || string(first.Data) != "slot 5" {
		t.Fatal(err)
	}
	if _, err := take(b, 100*time.Millisecond); !errors.Is(err, bus.ErrNoLease) {
		t.Errorf("the other worker has it as well: %v", err)
	}
	second, err := take(b, 30*time.Second) // the lease is a second
	if err != nil {
		t.Fatal(err)
	}
	if err := hub.Revoke(t.Context(), 5); err != nil {
		t.Fatal(err)
	}
	if isNew, err := hub.Offer(t.Context(), 5, []byte("slot 5")); err != nil || !isNew {
		t.Errorf("a slot that was taken back: %t, %v", isNew, err)
	}
	if third, err := take(a, 5*time.Second); err != nil || string(third.Data) != "slot 5" {
		t.Errorf("a slot that was taken back: %v", err)
	}
	part := wire.Split(5, []byte("results"))[0]
	for range 2 { // the second one is known to the bus
		if err := b.Deliver(t.Context(), &part); err != nil {
			t.Fatal(err)
		}
	}
	if err := second.Done(); err != nil {
		t.Fatal(err)
	}
	arrived := make(chan bus.Delivery, 4)
	stop, err := hub.Deliveries(t.Context(), func(d bus.Delivery) { arrived <- d })
	if err != nil {
		t.Fatal(err)
	}
	defer stop()
	d := <-arrived
	if got, err := wire.ParsePart(d.Data); err != nil || d.Worker != two || got.Slot != 5 {
		t.Errorf("from %s: %v", d.Worker, err)
	}
	if err := d.Ack(); err != nil {
		t.Error(err)
	}
	if err := hub.Remove(t.Context()); err != nil {
		t.Error(err)
	}
	if len(arrived) > 0 {
		t.Error("it came twice")
	}
}

// A worker can do what workers do, under its own name: neither speak for another one, nor read what others bring, nor change streams.
func TestWhatWorkersMayDo(t *testing.T) {
	s := start(t, nil)
	hubOf(t, s)
	denied := make(chan error, 16)
	nc, err := nats.Connect(s.URL(), nats.Name(one), nats.CustomInboxPrefix("_INBOX_"+one), nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { denied <- err }))
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	for _, try := range []func() error{
		func() error { return nc.Publish("assay."+campaignID+".done."+two+".1.0", nil) },
		func() error { return nc.Publish("assay."+campaignID+".ask."+two, nil) },
		func() error { return nc.Publish("assay."+campaignID+".slot.9", nil) },
		func() error { return nc.Publish("assay."+campaignID+".all", nil) },
		func() error { return nc.Publish("$JS.API.STREAM.DELETE.ASSAY_"+campaignID+"_RESULTS", nil) },
		func() error { return nc.Publish("$JS.ACK.ASSAY_"+campaignID+"_RESULTS.hub.1.1.1.1.0", nil) },
		func() error { return nc.Publish("$JS.API.CONSUMER.MSG.NEXT.ASSAY_"+campaignID+"_RESULTS.hub", nil) },
		func() error { _, err := nc.SubscribeSync("assay.>"); return err },
		func() error { _, err := nc.SubscribeSync("_INBOX_" + two + ".>"); return err },
		func() error { _, err := nc.SubscribeSync(">"); return err },
	} {
		if err := errors.Join(try(), nc.Flush()); err != nil {
			t.Fatal(err)
		}
		select {
		case err := <-denied:
			if !errors.Is(err, nats.ErrPermissionViolation) {
				t.Error(err)
			}
		case <-time.After(time.Minute):
			t.Fatal("it may")
		}
	}
}

// Who has not the token, or not one of the keys, does not get in, and neither does who is banned.
func TestWhoGetsIn(t *testing.T) {
	key, err := nkeys.CreateUser()
	if err != nil {
		t.Fatal(err)
	}
	public, err := key.PublicKey()
	if err != nil {
		t.Fatal(err)
	}
	seed, err := key.Seed()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(file, seed, 0o600); err != nil {
		t.Fatal(err)
	}
	stranger, err := nkeys.CreateUser()
	if err != nil {
		t.Fatal(err)
	}
	if seed, err = stranger.Seed(); err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(t.TempDir(), "key")
	if err := os.WriteFile(other, seed, 0o600); err != nil {
		t.Fatal(err)
	}
	s := start(t, func(c *bus.ServerConfig) { c.Token, c.Keys = "a-token-of-some-length", []string{public} })
	for name, tt := range map[string]struct {
		config bus.Config
		in     bool
	}{
		"nothing":     {bus.Config{ID: one}, false},
		"the token":   {bus.Config{ID: one, Token: "a-token-of-some-length"}, true},
		"another":     {bus.Config{ID: one, Token: "b-token-of-some-length"}, false},
		"a key":       {bus.Config{ID: one, Nkey: file}, true},
		"another key": {bus.Config{ID: one, Nkey: other}, false},
		"no name":     {bus.Config{ID: "x", Token: "a-token-of-some-length"}, false},
	} {
		tt.config.URL = s.URL()
		conn, err := bus.Dial(tt.config)
		if (err == nil) != tt.in || err != nil && !bus.Refused(err) {
			t.Errorf("%s: %v", name, err)
		}
		if conn != nil {
			conn.Close()
		}
	}
	gone := make(chan bool, 1)
	conn := dial(t, bus.Config{URL: s.URL(), ID: two, Token: "a-token-of-some-length", Changed: func(there bool) {
		if !there {
			select {
			case gone <- true:
			default:
			}
		}
	}})
	s.Ban(two)
	<-gone
	if _, err := bus.Dial(bus.Config{URL: s.URL(), ID: two, Token: "a-token-of-some-length"}); !bus.Refused(err) {
		t.Errorf("a banned worker: %v", err)
	}
	_ = conn
}

// Nothing listens off loopback, and nothing connects there, without TLS and a secret.
func TestOffLoopback(t *testing.T) {
	cert, key := certificate(t)
	for name, c := range map[string]bus.ServerConfig{
		"nothing":  {},
		"no TLS":   {Token: "a-token-of-some-length"},
		"no token": {Cert: cert, Key: key},
	} {
		c.Listen, c.Store, c.Campaign = "0.0.0.0:0", t.TempDir(), campaignID
		if s, err := bus.StartServer(c); err == nil {
			s.Close()
			t.Errorf("%s: it listens", name)
		}
	}
	for url, token := range map[string]string{
		"nats://hub.example.org:4222":                       "a-token-of-some-length",
		"tls://hub.example.org:4222":                        "",
		"nats://127.0.0.1:4222,nats://hub.example.org:4222": "a-token-of-some-length",
		"http://127.0.0.1:4222":                             "",
		"nats://user:a-token-of-some-length@192.0.2.1:4222": "",
		"nats://127.0.0.1.example.org:4222":                 "a-token-of-some-length",
		"nats://localhost.example.org:4222":                 "a-token-of-some-length",
	} {
		c := bus.Config{URL: url, ID: one, Token: token}
		if err := c.CheckURL(); err == nil {
			t.Errorf("%s is all right", url)
		}
	}
	s := start(t, func(c *bus.ServerConfig) {
		c.Listen, c.Cert, c.Key, c.Token = "0.0.0.0:0", cert, key, "a-token-of-some-length"
	})
	_, port, err := net.SplitHostPort(s.Address())
	if err != nil {
		t.Fatal(err)
	}
	conn := dial(t, bus.Config{URL: "tls://127.0.0.1:" + port, ID: one, Token: "a-token-of-some-length", CA: cert})
	if err := conn.Flush(context.Background()); err == nil {
		t.Log("flushed without a deadline")
	}
	if !conn.IsThere() {
		t.Error("it is not connected")
	}
	if _, err := bus.Dial(bus.Config{URL: "tls://127.0.0.1:" + port, ID: one, Token: "a-token-of-some-length"}); err == nil {
		t.Error("a certificate that nobody vouches for is believed")
	}
}

// certificate makes a certificate for this machine, and its key.
func certificate(t *testing.T) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "hub"}, NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalECPrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	cert, key = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	err = errors.Join(os.WriteFile(cert, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}), 0o600),
		os.WriteFile(key, pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: secret}), 0o600))
	if err != nil {
		t.Fatal(err)
	}
	return cert, key
}
