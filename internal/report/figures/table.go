package figures

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
)

// A Table is some figures of a topic.
type Table struct {
	// Name is one word, for programs; Title is for people.
	Name, Title string
	Columns     []Column
	// Rows have a cell for each column: nil for none, a string, a Message, an int64, a bool, a Portion, a Rate, a Seconds or a Bytes.
	Rows [][]any
	// Shown is how many rows text has, 0 for all. JSON and CSV always have all.
	Shown int
	// Whole: text has the columns that are empty or 0 in all rows too.
	Whole bool
}

// A Column is a column of a table.
type Column struct {
	Key  string // for programs, unique in the table
	Head string // for people, "" for what only programs need
}

// The types of cells that are not those of Go.
type (
	// Message is text of unknown length, often a solver's. It is never cut.
	Message string
	// Portion is a share from 0 to 1.
	Portion float64
	// Rate is a number that is no count.
	Rate float64
	// Seconds is a time.
	Seconds float64
	// Bytes is a size.
	Bytes int64
)

func newTable(name, title string, keysAndHeads ...string) *Table {
	t := &Table{Name: name, Title: title}
	for i := 0; i+1 < len(keysAndHeads); i += 2 {
		t.Columns = append(t.Columns, Column{keysAndHeads[i], keysAndHeads[i+1]})
	}
	return t
}

func (t *Table) add(cells ...any) { t.Rows = append(t.Rows, cells) }

// sortBy orders rows by a column of counts, the largest first.
func (t *Table) sortBy(column int) {
	of := func(row []any) int64 {
		n, _ := row[column].(int64)
		return n
	}
	slices.SortStableFunc(t.Rows, func(a, b []any) int { return cmp.Compare(of(b), of(a)) })
}

// empty reports whether a cell says nothing: such columns are not shown to people.
func empty(cell any) bool {
	switch v := cell.(type) {
	case nil:
		return true
	case string:
		return v == ""
	case Message:
		return v == ""
	case int64:
		return v == 0
	case bool:
		return !v
	case Portion:
		return v == 0
	case Rate:
		return v == 0
	case Seconds:
		return v == 0
	case Bytes:
		return v == 0
	}
	return false
}

// plain is a cell as programs get it.
func plain(cell any) any {
	switch v := cell.(type) {
	case Message:
		return string(v)
	case Portion:
		return float64(v)
	case Rate:
		return float64(v)
	case Seconds:
		return float64(v)
	case Bytes:
		return int64(v)
	}
	return cell
}

// WriteJSON writes an object for each row: its topic and table, and the cells by the keys of their columns. Missing cells are left out.
func WriteJSON(w io.Writer, topics []Topic, c *Campaign) error {
	for _, topic := range topics {
		for _, t := range topic.Tables(c) {
			for _, row := range t.Rows {
				var line bytes.Buffer
				line.WriteByte('{')
				field := func(key string, value any) error {
					if line.Len() > 1 {
						line.WriteByte(',')
					}
					var text bytes.Buffer
					enc := json.NewEncoder(&text)
					enc.SetEscapeHTML(false)
					if err := enc.Encode(value); err != nil {
						return err
					}
					fmt.Fprintf(&line, "%q:%s", key, bytes.TrimSuffix(text.Bytes(), []byte("\n")))
					return nil
				}
				err := field("topic", topic.Name)
				if err == nil {
					err = field("table", t.Name)
				}
				for i, cell := range row {
					if err == nil && cell != nil {
						err = field(t.Columns[i].Key, plain(cell))
					}
				}
				if err != nil {
					return err
				}
				line.WriteString("}\n")
				if _, err := w.Write(line.Bytes()); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// WriteCSV writes one table with a line for each row of all tables, and a column for each key of any of them.
func WriteCSV(w io.Writer, topics []Topic, c *Campaign) error {
	head := []string{"topic", "table"}
	var lines []map[string]string
	for _, topic := range topics {
		for _, t := range topic.Tables(c) {
			for _, column := range t.Columns {
				if !slices.Contains(head, column.Key) {
					head = append(head, column.Key)
				}
			}
			for _, row := range t.Rows {
				line := map[string]string{"topic": topic.Name, "table": t.Name}
				for i, cell := range row {
					switch v := plain(cell).(type) {
					case nil:
					case float64:
						line[t.Columns[i].Key] = strconv.FormatFloat(v, 'f', -1, 64)
					default:
						line[t.Columns[i].Key] = fmt.Sprint(v)
					}
				}
				lines = append(lines, line)
			}
		}
	}
	out := csv.NewWriter(w)
	_ = out.Write(head) // Error says whether it failed
	for _, line := range lines {
		record := make([]string, len(head))
		for i, key := range head {
			record[i] = line[key]
		}
		_ = out.Write(record)
	}
	out.Flush()
	return out.Error()
}

// Numeric reports whether a column has numbers.
func (t *Table) Numeric(column int) bool {
	for _, row := range t.Rows {
		switch row[column].(type) {
		case nil:
		case int64, Portion, Rate, Seconds, Bytes:
			return true
		default:
			return false
		}
	}
	return false
}
