package model

import "strings"

// respell converts the tokens that yices and others print for values and that are not valid in SMT-LIB: 0b101 becomes #b101, 1/3
// becomes +1/3, and @(Box U)_1, an element of the sort (Box U) in cvc5 1.0, becomes |@(Box U)_1|. Columns after a fraction are one
// too high, after such an element two.
func respell(src string) string {
	var b strings.Builder
	done := 0
	for i := 0; i < len(src); {
		switch c := src[i]; {
		case c == '"' || c == '|':
			i = after(src, i+1, c)
		case c == ';':
			i = after(src, i+1, '\n')
		case delimits(c):
			i++
		default:
			j := i
			for j < len(src) && !delimits(src[j]) {
				j++
			}
			if word := src[i:j]; strings.HasPrefix(word, "0b") && len(word) > 2 && strings.Trim(word[2:], "01") == "" {
				b.WriteString(src[done:i] + "#")
				done = i + 1
			} else if num, den, ok := strings.Cut(word, "/"); ok && digits(num) && digits(den) {
				b.WriteString(src[done:i] + "+")
				done = i
			} else if end := elementEnd(src, i, j); end > 0 {
				b.WriteString(src[done:i] + "|" + strings.NewReplacer("|", "'", `\`, "'").Replace(src[i:end]) + "|")
				done, j = end, end
			}
			i = j
		}
	}
	if done == 0 {
		return src
	}
	return b.String() + src[done:]
}

// maxSortName bounds the text of a sort in an element's name.
const maxSortName = 1000

// elementEnd returns where the name of an element that begins with the word from i to j ends: @, a sort in parentheses, _ and a number; 0 when
// it is none.
func elementEnd(src string, i, j int) int {
	if src[i:j] != "@" || j == len(src) || src[j] != '(' {
		return 0
	}
	depth, end := 0, min(len(src), j+maxSortName)
	for k := j; k < end; k++ {
		switch src[k] {
		case '(':
			depth++
		case ')':
			depth--
		}
		if depth > 0 {
			continue
		}
		end := k + 1
		for end < len(src) && !delimits(src[end]) {
			end++
		}
		if number, ok := strings.CutPrefix(src[k+1:end], "_"); ok && digits(number) {
			return end
		}
		return 0
	}
	return 0
}

func delimits(c byte) bool { return c <= ' ' || strings.IndexByte(`()";|`, c) >= 0 }

func digits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// after returns the offset after the next c from i on, the end of the text when there is none.
func after(src string, i int, c byte) int {
	k := strings.IndexByte(src[i:], c)
	if k < 0 {
		return len(src)
	}
	return i + k + 1
}
