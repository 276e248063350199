package campaign

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/assay-smt/assay/internal/campaign/schedule"
	"github.com/assay-smt/assay/internal/campaign/store"
)

// A partKey says what a part is of: a campaign, by a hash of its identity, and a shard of it.
type partKey struct {
	campaign string
	schedule.Shard
}

// compare orders parts: those of one campaign by their shards.
func (k partKey) compare(other partKey) int {
	return cmp.Or(strings.Compare(k.campaign, other.campaign), k.Shard.Compare(other.Shard))
}

// file is the name of the part's database among others, as in "1f0c22d7-1-of-4.db".
func (k partKey) file() string {
	return k.campaign + "-" + strings.Replace(k.Text(), "/", "-of-", 1) + ".db"
}

// isPartFile reports whether a name is that of a part's database.
func isPartFile(name string) bool {
	campaign, rest, found := strings.Cut(name, "-")
	text, isDatabase := strings.CutSuffix(rest, ".db")
	s, err := schedule.ParseShard(strings.Replace(text, "-of-", "/", 1))
	return found && isDatabase && err == nil && partKey{campaign, s}.file() == name
}

// A part is how far a shard is, according to a database: that of its campaign, or one that was kept when shards were joined.
type part struct {
	partKey
	identity Identity // of the whole campaign
	// dir is the folder of the campaign, or of the shards that were joined, and path the database.
	dir, path string
	// mutants, slots, session and seconds say how far it is; hits are by signature.
	mutants, slots, session int64
	seconds                 float64
	hits                    map[string]int64
}

// compare says which of two states of a shard is further: what is counted of a campaign only grows.
func (p *part) compare(q *part) int {
	return cmp.Or(cmp.Compare(p.mutants, q.mutants), cmp.Compare(p.slots, q.slots), cmp.Compare(p.session, q.session), cmp.Compare(p.seconds, q.seconds))
}

// HasShards reports whether a folder has shards that were joined.
func HasShards(dir string) bool { return len(shardFiles(dir)) > 0 }

// shardFiles are the databases of shards that were joined in a folder.
func shardFiles(dir string) (paths []string) {
	entries, err := os.ReadDir(filepath.Join(dir, shardsFolder))
	if err != nil {
		return nil
	}
	for _, e := range entries {
		if isPartFile(e.Name()) && e.Type().IsRegular() {
			paths = append(paths, filepath.Join(dir, shardsFolder, e.Name()))
		}
	}
	return paths
}

// partsOf returns what a folder has of a campaign: one part, those of joined shards, or none when the campaign has only just begun.
func partsOf(dir string) (all []*part, err error) {
	paths := shardFiles(dir)
	if len(paths) == 0 {
		paths = []string{filepath.Join(dir, store.FileName)}
	}
	for _, path := range paths {
		p, err := readPart(dir, path)
		switch {
		case errors.Is(err, errNotBegun):
			continue
		case errors.Is(err, fs.ErrNotExist) && isFormer(dir):
			return nil, fmt.Errorf("%s was written by an older version of Assay, without a database: go on with it once, such as with --duration 1s", dir)
		case err != nil:
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

// errNotBegun says that a database has nothing in it.
var errNotBegun = errors.New("the campaign has not begun")

// readPart reads how far a shard is. Errors are those of store.ReadFigures, and errNotBegun.
func readPart(dir, path string) (*part, error) {
	f, err := store.ReadFigures(path)
	if err != nil {
		return nil, err
	}
	if len(f.Settings) == 0 {
		return nil, errNotBegun
	}
	s, err := figuresOf(path, f)
	if err != nil {
		return nil, err
	}
	shard, err := schedule.ParseShard(s.Config.Shard)
	if err != nil || s.Config.Merged != "" {
		return nil, &store.DamagedError{Path: path, Err: fmt.Errorf("it is not that of one shard")}
	}
	s.Config.Shard = ""
	return &part{
		partKey: partKey{s.Config.hash(), shard}, identity: s.Config, dir: dir, path: path, mutants: s.Stats.Mutants, slots: s.Stats.Jobs, session: s.session, seconds: s.Stats.Seconds,
		hits: s.Counters.Hits,
	}, nil
}

// oneCampaign makes sure that parts are of one campaign. Errors are *DifferentError.
func oneCampaign(all []*part) error {
	for _, p := range all {
		first := all[0]
		if m := first.identity.differs(p.identity); m != nil {
			return &DifferentError{Dir: p.dir, Other: first.dir, What: m.What, Here: m.Now, There: m.Was, OlderVersion: m.Remedy == goneTable}
		}
	}
	return nil
}

// disjoint makes sure that different shards of a campaign have nothing in common. Errors are *OverlapError.
func disjoint(all []*part) error {
	for i, p := range all {
		for _, q := range all[:i] {
			if p.campaign == q.campaign && p.Of != q.Of && overlap(&p.identity, p.Shard, q.Shard) {
				return &OverlapError{Dir: p.dir, Shard: p.Text(), Other: q.dir, OtherShard: q.Text()}
			}
		}
	}
	return nil
}

// overlap reports whether two shards of a campaign have slots in common.
func overlap(id *Identity, a, b schedule.Shard) bool {
	x, y := id.order(a), id.order(b)
	for seed := range id.Seeds {
		for engine := range id.Engines {
			at := schedule.Slot{Seed: seed, Engine: engine}
			if x.Owns(at) && y.Owns(at) {
				return true
			}
		}
	}
	return false
}

// order is the schedule of a shard of the campaign, as far as its slots follow from the identity.
func (id *Identity) order(s schedule.Shard) *schedule.Config {
	return &schedule.Config{Random: id.Seed, Seeds: id.Seeds, Engines: len(id.Engines), Shard: s}
}

// pair takes the number of a pair of a seed and an engine apart.
func (id *Identity) pair(number int) (seed, engine int) {
	return number / len(id.Engines), number % len(id.Engines)
}

// hash is short, and the same for shards of one campaign.
func (id *Identity) hash() string {
	data, err := json.Marshal(id)
	if err != nil {
		panic(err) // texts and numbers
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:4])
}
