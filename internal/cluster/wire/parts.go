package wire

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// A Part is a piece of something that is larger than a message. The parts of one thing have the same Slot, Of and Sum.
type Part struct {
	V    int    `json:"v"`
	Slot uint64 `json:"slot"`
	// Number counts from 0 to Of-1.
	Number int `json:"number"`
	Of     int `json:"of"`
	// Sum identifies the whole: SHA-256 in hexadecimal digits.
	Sum  string `json:"sum"`
	Data []byte `json:"-"`
}

// Split makes the parts of packed data about a slot; nil when it is too large.
func Split(slot uint64, data []byte) []Part {
	of := max(1, (len(data)+PartSize-1)/PartSize)
	if of > maxParts {
		return nil
	}
	sum := sumOf(data)
	parts := make([]Part, of)
	for i := range parts {
		parts[i] = Part{V: Version, Slot: slot, Number: i, Of: of, Sum: sum, Data: data[i*PartSize : min(len(data), (i+1)*PartSize)]}
	}
	return parts
}

func sumOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// Bytes returns the part as a message: what it is in one line of JSON, and then the data.
func (p *Part) Bytes() []byte {
	head, err := json.Marshal(p)
	if err != nil {
		panic(err) // numbers and a text
	}
	return append(append(head, '\n'), p.Data...)
}

// ParsePart is the inverse of Bytes. Errors are *RubbishError.
func ParsePart(message []byte) (Part, error) {
	var p Part
	if len(message) > MaxMessage {
		return p, rubbish("%d bytes", len(message))
	}
	head, data, _ := bytes.Cut(message, []byte("\n"))
	if err := strict(head, &p); err != nil {
		return p, err
	}
	if sum, err := hex.DecodeString(p.Sum); err != nil || len(sum) != sha256.Size || p.V != Version || p.Of < 1 || p.Of > maxParts || p.Number < 0 || p.Number >= p.Of || len(data) > PartSize {
		return p, rubbish("part %d of %d of version %d", p.Number, p.Of, p.V)
	}
	p.Data = data
	return p, nil
}

// Join puts parts together that belong together, in their order. Errors are *RubbishError.
func Join(parts []Part) ([]byte, error) {
	var data []byte
	for i := range parts {
		data = append(data, parts[i].Data...)
	}
	if len(parts) == 0 || sumOf(data) != parts[0].Sum {
		return nil, rubbish("its checksum is another one")
	}
	return data, nil
}
