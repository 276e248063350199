package known

import (
	_ "embed"
	"sync"
)

// ShippedFile is the name of the list that comes with Assay, for messages.
const ShippedFile = "shipped.txt"

//go:embed shipped.txt
var shipped string

// Shipped returns the bugs that Assay itself has found, and that come with it. A test of package review writes the list from the
// folder of findings. Callers must not change it.
var Shipped = sync.OnceValues(func() (*List, error) {
	l, err := Parse(ShippedFile, shipped)
	if err != nil {
		return nil, err
	}
	for _, e := range l.Entries {
		e.Shipped = true
	}
	return l, nil
})
