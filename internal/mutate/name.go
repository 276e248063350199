package mutate

import (
	"fmt"
	"strconv"
	"strings"
)

// A Name names a mutant. Together with the campaign seed and the seed's text, it determines how to rebuild the mutant.
type Name struct {
	SeedHash string
	Engine   string
	Round    uint64
	Index    int // from 0
}

// String returns the name as SEEDHASH/ENGINE/ROUND/INDEX.
func (n Name) String() string {
	return fmt.Sprintf("%s/%s/%d/%d", n.SeedHash, n.Engine, n.Round, n.Index)
}

// ParseName is the inverse of Name.String.
func ParseName(s string) (Name, error) {
	parts := strings.Split(s, "/")
	if len(parts) == 4 {
		round, err1 := strconv.ParseUint(parts[2], 10, 64)
		index, err2 := strconv.Atoi(parts[3])
		if err1 == nil && err2 == nil && index >= 0 && parts[0] != "" && parts[1] != "" {
			return Name{parts[0], parts[1], round, index}, nil
		}
	}
	return Name{}, fmt.Errorf("%q is not a mutant's name, which has the form SEEDHASH/ENGINE/ROUND/INDEX", s)
}
