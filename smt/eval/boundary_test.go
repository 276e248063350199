package eval_test

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/assay-smt/assay/smt/eval"
)

// values checks that terms have the values that definitions give them; both are read from text.
func values(t *testing.T, table map[string]string) {
	t.Helper()
	var texts []string
	for text, want := range table {
		texts = append(texts, text, want)
	}
	st, ts := termsOf(t, texts)
	ev := eval.New(st, nil, eval.Options{})
	for i := 0; i < len(ts); i += 2 {
		got, want := ev.Term(ts[i]), ev.Term(ts[i+1])
		if eq, known := ev.Domain().Same(got, want); !got.IsKnown() || !eq || !known {
			t.Errorf("%s is %s, want %s", texts[i], got, texts[i+1])
		}
	}
}

func bits(n int64, width int) string {
	m := new(big.Int).Mod(big.NewInt(n), new(big.Int).Lsh(big.NewInt(1), uint(width)))
	return fmt.Sprintf("(_ bv%s %d)", m, width)
}

// TestSignedDivision: bvsdiv, bvsrem and bvsmod of all small numbers, in a width that holds them, in one where they wrap, and in
// one that needs big numbers. For a divisor of zero the definitions by bvudiv and bvurem give -1 or 1, and the dividend.
func TestSignedDivision(t *testing.T) {
	for _, width := range []int{4, 64, 65, 70} {
		table := map[string]string{}
		for x := int64(-8); x < 8; x++ {
			for y := int64(-8); y < 8; y++ {
				quotient, remainder, modulus := int64(-1), x, x
				if x < 0 {
					quotient = 1
				}
				if y != 0 {
					quotient, remainder = x/y, x%y // Go truncates, and so does the standard
					modulus = remainder
					if remainder != 0 && (remainder < 0) != (y < 0) {
						modulus += y
					}
				}
				args := bits(x, width) + " " + bits(y, width) + ")"
				table["(bvsdiv "+args] = bits(quotient, width)
				table["(bvsrem "+args] = bits(remainder, width)
				table["(bvsmod "+args] = bits(modulus, width)
				table["(bvslt "+args] = fmt.Sprint(x < y)
				table["(bvsge "+args] = fmt.Sprint(x >= y)
			}
		}
		values(t, table)
	}
}

// TestSignedOverflow: the predicates say whether the exact result does not fit the width.
func TestSignedOverflow(t *testing.T) {
	const width, low, high = 4, -8, 7
	table := map[string]string{}
	out := func(n int64) string { return fmt.Sprint(n < low || n > high) }
	for x := int64(low); x <= high; x++ {
		table["(bvnego "+bits(x, width)+")"] = out(-x)
		for y := int64(low); y <= high; y++ {
			args := bits(x, width) + " " + bits(y, width) + ")"
			table["(bvsaddo "+args], table["(bvssubo "+args], table["(bvsmulo "+args] = out(x+y), out(x-y), out(x*y)
			table["(bvsmul_noovfl "+args], table["(bvsmul_noudfl "+args] = fmt.Sprint(x*y <= high), fmt.Sprint(x*y >= low)
			if y != 0 {
				table["(bvsdivo "+args] = out(x / y)
			}
			u, v := x&15, y&15
			table["(bvuaddo "+args], table["(bvusubo "+args], table["(bvumulo "+args] = fmt.Sprint(u+v > 15), fmt.Sprint(u < v), fmt.Sprint(u*v > 15)
		}
	}
	values(t, table)
	// A product equal to the least number fits, also in wide vectors.
	least := "(concat #b1 (_ bv0 79))"
	values(t, map[string]string{
		"(bvsmulo " + least + " (_ bv1 80))": "false", "(bvsmulo " + least + " (bvneg (_ bv1 80)))": "true", "(bvnego " + least + ")": "true",
		"(bvsdivo " + least + " (bvneg (_ bv1 80)))": "true", "(bvsdivo " + least + " (_ bv1 80))": "false", "(bvsdivo " + least + " (_ bv0 80))": "false",
	})
}

// TestShiftsAndRotations: by every distance up to and over the width, and by ones that no machine word holds.
func TestShiftsAndRotations(t *testing.T) {
	table := map[string]string{}
	for _, width := range []int{5, 8, 64, 67} {
		one := new(big.Int).Lsh(big.NewInt(1), uint(width))
		mask := new(big.Int).Sub(one, big.NewInt(1))
		x := new(big.Int).And(new(big.Int).SetBytes([]byte("\x05\x96\x3c\xa1\x0f\xf0\x55\x77\xd3")), mask)
		x.SetBit(x, width-1, 1)
		lit := func(n *big.Int) string { return fmt.Sprintf("(_ bv%s %d)", new(big.Int).And(n, mask), width) }
		signed := new(big.Int).Sub(x, one)
		for _, n := range []int{0, 1, 2, 3, width - 1, width, width + 1, 2*width - 1, 2 * width, 31} {
			amount := big.NewInt(int64(n))
			if amount.Cmp(mask) > 0 {
				continue
			}
			args := lit(x) + " " + lit(amount) + ")"
			table["(bvshl "+args] = lit(new(big.Int).Lsh(x, uint(n)))
			table["(bvlshr "+args] = lit(new(big.Int).Rsh(x, uint(n)))
			table["(bvashr "+args] = lit(new(big.Int).Rsh(signed, uint(n)))
			k := n % width
			left := new(big.Int).Or(new(big.Int).Lsh(x, uint(k)), new(big.Int).Rsh(x, uint(width-k)))
			right := new(big.Int).Or(new(big.Int).Rsh(x, uint(k)), new(big.Int).Lsh(x, uint(width-k)))
			table[fmt.Sprintf("((_ rotate_left %d) %s)", n, lit(x))] = lit(left)
			table[fmt.Sprintf("((_ rotate_right %d) %s)", n, lit(x))] = lit(right)
			table["(ext_rotate_left "+args], table["(ext_rotate_right "+args] = lit(left), lit(right)
		}
		all := lit(mask)
		table["(bvshl "+lit(x)+" "+all+")"], table["(bvlshr "+lit(x)+" "+all+")"], table["(bvashr "+lit(x)+" "+all+")"] = lit(new(big.Int)), lit(new(big.Int)), all
		table["(bvudiv "+lit(x)+" "+lit(new(big.Int))+")"], table["(bvurem "+lit(x)+" "+lit(new(big.Int))+")"] = all, lit(x)
		for _, b := range [][2]int{{width - 1, 0}, {width - 1, width - 1}, {0, 0}, {width - 1, 1}, {width - 2, 0}} {
			part := new(big.Int).Rsh(x, uint(b[1]))
			n := b[0] - b[1] + 1
			part.And(part, new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), uint(n)), big.NewInt(1)))
			table[fmt.Sprintf("((_ extract %d %d) %s)", b[0], b[1], lit(x))] = fmt.Sprintf("(_ bv%s %d)", part, n)
		}
	}
	values(t, table)
}

// TestDivisionSigns: the remainder of div and mod is never negative, whatever the signs (theory Ints).
func TestDivisionSigns(t *testing.T) {
	table := map[string]string{}
	number := func(n *big.Int) string {
		if n.Sign() < 0 {
			return "(- " + new(big.Int).Neg(n).String() + ")"
		}
		return n.String()
	}
	huge, _ := new(big.Int).SetString("9223372036854775808", 10) // 2^63
	for _, x := range []*big.Int{big.NewInt(7), big.NewInt(-7), big.NewInt(6), big.NewInt(-6), big.NewInt(0), huge, new(big.Int).Neg(huge)} {
		for _, y := range []*big.Int{big.NewInt(3), big.NewInt(-3), big.NewInt(1), big.NewInt(-1), huge, new(big.Int).Neg(huge)} {
			r := new(big.Int).Rem(x, y) // the sign of x
			if r.Sign() < 0 {
				r.Add(r, new(big.Int).Abs(y))
			}
			q := new(big.Int).Quo(new(big.Int).Sub(x, r), y)
			args := number(x) + " " + number(y) + ")"
			table["(div "+args], table["(mod "+args], table["(div_total "+args], table["(mod_total "+args] = number(q), number(r), number(q), number(r)
			rem := r
			if y.Sign() < 0 {
				rem = new(big.Int).Neg(r)
			}
			table["(rem "+args] = number(rem)
		}
	}
	values(t, table)
	values(t, map[string]string{
		"(div_total 7 0)": "0", "(mod_total 7 0)": "7", "(/_total 7.0 0.0)": "0.0", "(abs (- 3))": "3", "(abs 0)": "0", "(abs (- 9223372036854775808))": "9223372036854775808",
		"(to_int (- 0.5))": "(- 1)", "(to_int (- 1.0))": "(- 1)", "(to_int 0.999)": "0", "(to_int (- 1.25))": "(- 2)", "(is_int (- 2.0))": "true", "(is_int (- 0.5))": "false",
		"(- (- 9223372036854775808))": "9223372036854775808", "(* (- 9223372036854775808) (- 1))": "9223372036854775808", "(+ 9223372036854775807 1)": "9223372036854775808",
		"((_ int_to_bv 4) (- 1))": "#xf", "((_ int_to_bv 4) (- 8))": "#x8", "((_ int_to_bv 4) 16)": "#x0", "((_ int_to_bv 4) (- 17))": "#xf",
		"((_ int_to_bv 68) (- 1))": "(bvnot (_ bv0 68))", "((_ int_to_bv 68) 36893488147419103233)": "(_ bv36893488147419103233 68)",
		"(ubv_to_int #xf)": "15", "(sbv_to_int #xf)": "(- 1)", "(sbv_to_int #x8)": "(- 8)", "(sbv_to_int (concat #b1 (_ bv0 63)))": "(- 9223372036854775808)", "(ubv_to_int (concat #b1 (_ bv0 63)))": "9223372036854775808",
		"((_ divisible 3) (- 6))": "true", "((_ divisible 3) (- 7))": "false", "((_ divisible 3) 0)": "true",
		"(int.pow2 (- 1))": "0", "(int.pow2 0)": "1", "(int.log2 0)": "0", "(int.log2 1)": "0", "(int.log2 7)": "2", "(int.log2 8)": "3", "(int.log2 (- 8))": "0",
		"((_ iand 4) (- 1) 21)": "5", "((_ iand 4) (- 2) (- 3))": "12", "((_ iand 1) (- 1) (- 1))": "1",
	})
}

// TestStringEdges: the definitions of the theory Strings at the boundaries between their cases.
func TestStringEdges(t *testing.T) {
	values(t, map[string]string{
		`(str.substr "abc" (- 1) 2)`: `""`, `(str.substr "abc" 0 (- 1))`: `""`, `(str.substr "abc" 0 0)`: `""`, `(str.substr "abc" 3 1)`: `""`, `(str.substr "abc" 2 9)`: `"c"`,
		`(str.substr "abc" 1 36893488147419103232)`: `"bc"`, `(str.substr "abc" (- 36893488147419103232) 5)`: `""`, `(str.substr "" 0 1)`: `""`,
		`(str.at "abc" 2)`: `"c"`, `(str.at "abc" 3)`: `""`, `(str.at "abc" (- 1))`: `""`,
		`(str.replace "abab" "" "x")`: `"xabab"`, `(str.replace "" "" "x")`: `"x"`, `(str.replace "abab" "b" "")`: `"aab"`, `(str.replace "abab" "c" "x")`: `"abab"`, `(str.replace "abab" "ab" "ab")`: `"abab"`,
		`(str.replace_all "abab" "" "x")`: `"abab"`, `(str.replace_all "aaa" "aa" "b")`: `"ba"`, `(str.replace_all "abab" "ab" "")`: `""`, `(str.replace_all "" "" "x")`: `""`,
		`(str.indexof "abab" "ab" 0)`: "0", `(str.indexof "abab" "ab" 1)`: "2", `(str.indexof "abab" "ab" 3)`: "(- 1)", `(str.indexof "abab" "" 4)`: "4", `(str.indexof "abab" "" 5)`: "(- 1)",
		`(str.indexof "abab" "" (- 1))`: "(- 1)", `(str.indexof "" "" 0)`: "0", `(str.indexof "abab" "b" 36893488147419103232)`: "(- 1)", `(str.indexof "abab" "b" 3)`: "3",
		`(str.to_int "")`: "(- 1)", `(str.to_int "-1")`: "(- 1)", `(str.to_int "1a")`: "(- 1)", `(str.to_int "007")`: "7", `(str.to_int "0")`: "0", `(str.to_int "\u{661}")`: "(- 1)",
		`(str.from_int (- 1))`: `""`, `(str.from_int 0)`: `"0"`, `(str.from_int 10)`: `"10"`,
		`(str.to_code "")`: "(- 1)", `(str.to_code "ab")`: "(- 1)", `(str.to_code "a")`: "97", `(str.from_code 196607)`: `"\u{2ffff}"`, `(str.from_code 196608)`: `""`, `(str.from_code (- 1))`: `""`, `(str.len (str.from_code 0))`: "1",
		`(str.is_digit "")`: "false", `(str.is_digit "9")`: "true", `(str.is_digit "12")`: "false", `(str.is_digit ":")`: "false", `(str.is_digit "/")`: "false",
		`(str.< "" "")`: "false", `(str.<= "" "")`: "true", `(str.< "" "a")`: "true", `(str.< "ab" "b")`: "true", `(str.< "b" "ab")`: "false", `(str.< "a" "b" "b")`: "false", `(str.<= "a" "b" "b")`: "true",
		`(str.prefixof "" "a")`: "true", `(str.prefixof "ab" "a")`: "false", `(str.suffixof "" "")`: "true", `(str.suffixof "b" "ab")`: "true", `(str.contains "ab" "")`: "true", `(str.contains "" "a")`: "false",
		`(str.update "abc" 1 "xyz")`: `"axy"`, `(str.update "abc" 0 "x")`: `"xbc"`, `(str.update "abc" 2 "xy")`: `"abx"`, `(str.update "abc" 3 "x")`: `"abc"`, `(str.update "abc" (- 1) "x")`: `"abc"`, `(str.update "abc" 1 "")`: `"abc"`,
		`(str.rev "")`: `""`, `(str.rev "abc")`: `"cba"`, `(str.to_upper "az{")`: `"AZ{"`, `(str.to_lower "@AZ[")`: `"@az["`,
		// Languages.
		`(str.in_re "" ((_ re.loop 3 2) (str.to_re "a")))`: "false", `(str.in_re "aa" ((_ re.loop 3 2) (str.to_re "a")))`: "false", `(str.in_re "aa" ((_ re.loop 2 3) (str.to_re "a")))`: "true",
		`(str.in_re "aaaa" ((_ re.loop 2 3) (str.to_re "a")))`: "false", `(str.in_re "a" ((_ re.loop 2 3) (str.to_re "a")))`: "false", `(str.in_re "" ((_ re.loop 0 0) (str.to_re "a")))`: "true", `(str.in_re "" ((_ re.loop 0 0) re.none))`: "true",
		`(str.in_re "" ((_ re.^ 0) re.none))`: "true", `(str.in_re "" ((_ re.^ 1) re.none))`: "false", `(str.in_re "" (re.* re.none))`: "true", `(str.in_re "" (re.+ re.none))`: "false", `(str.in_re "" (re.+ (str.to_re "")))`: "true",
		`(str.in_re "b" (re.range "a" "c"))`: "true", `(str.in_re "b" (re.range "c" "a"))`: "false", `(str.in_re "a" (re.range "a" "a"))`: "true", `(str.in_re "a" (re.range "a" "bc"))`: "false", `(str.in_re "a" (re.range "" "b"))`: "false",
		`(str.in_re "" (re.comp re.all))`: "false", `(str.in_re "" (re.comp re.allchar))`: "true", `(str.in_re "a" (re.diff re.all (str.to_re "a") (str.to_re "b")))`: "false", `(str.in_re "" (re.opt re.none))`: "true",
		`(str.in_re "" ((_ re.loop 2 1) (str.to_re "")))`:    "false",
		`(str.replace_re "xaay" (re.+ (str.to_re "a")) "z")`: `"xzay"`, `(str.replace_re "xaay" (re.* (str.to_re "a")) "z")`: `"zxaay"`, `(str.replace_re "xaay" re.none "z")`: `"xaay"`,
		`(str.replace_re_all "xaay" (re.* (str.to_re "a")) "z")`: `"xzzy"`, `(str.replace_re_all "" (re.* (str.to_re "a")) "z")`: `""`, `(str.replace_re_all "aba" (str.to_re "aba") "")`: `""`,
		// Sequences behave like strings.
		"(seq.len (seq.extract " + seqOf12 + " 1 9))": "1", "(seq.len (seq.extract " + seqOf12 + " (- 1) 1))": "0", "(seq.len (seq.at " + seqOf12 + " 2))": "0",
		"(seq.indexof " + seqOf12 + " (as seq.empty (Seq Int)) 2)": "2", "(seq.indexof " + seqOf12 + " (as seq.empty (Seq Int)) 3)": "(- 1)", "(seq.indexof " + seqOf12 + " (seq.unit 2) (- 1))": "(- 1)", "(seq.indexof " + seqOf12 + " (seq.unit 2) 1)": "1",
		"(seq.replace " + seqOf12 + " (as seq.empty (Seq Int)) (seq.unit 3))": "(seq.++ (seq.unit 3) (seq.unit 1) (seq.unit 2))", "(seq.replace_all " + seqOf12 + " (as seq.empty (Seq Int)) (seq.unit 3))": seqOf12,
		"(seq.update " + seqOf12 + " 1 " + seqOf12 + ")": "(seq.++ (seq.unit 1) (seq.unit 1))", "(seq.update " + seqOf12 + " 2 " + seqOf12 + ")": seqOf12, "(seq.last_indexof " + seqOf12 + " (as seq.empty (Seq Int)))": "2",
		// Bags and sets count.
		"(bag.count 1 (bag 1 (- 2)))": "0", "(bag.count 1 (bag 1 0))": "0", "(bag.card (bag.union_max (bag 1 2) (bag 1 3)))": "3", "(bag.card (bag.union_disjoint (bag 1 2) (bag 1 3)))": "5", "(bag.card (bag.inter_min (bag 1 2) (bag 1 3)))": "2",
		"(bag.card (bag.difference_subtract (bag 1 2) (bag 1 3)))": "0", "(bag.card (bag.difference_subtract (bag 1 3) (bag 1 2)))": "1", "(bag.card (bag.difference_remove (bag 1 3) (bag 1 1)))": "0", "(bag.card (bag.difference_remove (bag 1 3) (bag 2 1)))": "3",
		"(bag.subbag (bag 1 2) (bag 1 2))": "true", "(bag.subbag (bag 1 3) (bag 1 2))": "false", "(bag.card (bag.setof (bag 1 3)))": "1", "(set.card (set.minus " + setOf12 + " " + setOf13 + "))": "1", "(set.is_singleton " + noInts + ")": "false",
	})
}

// TestFloatTies: remainders and integers at ties, and signs of zeros, in every mode (IEEE 754-2008, sections 4.3 and 5.3.1).
func TestFloatTies(t *testing.T) {
	table := map[string]string{}
	for mode, want := range map[string][8]string{
		//    0.5    1.5    2.5   -0.5    -1.5    -2.5    0.25    -0.25
		"RNE": {"0.0", "2.0", "2.0", "-0.0", "-2.0", "-2.0", "0.0", "-0.0"},
		"RNA": {"1.0", "2.0", "3.0", "-1.0", "-2.0", "-3.0", "0.0", "-0.0"},
		"RTP": {"1.0", "2.0", "3.0", "-0.0", "-1.0", "-2.0", "1.0", "-0.0"},
		"RTN": {"0.0", "1.0", "2.0", "-1.0", "-2.0", "-3.0", "0.0", "-1.0"},
		"RTZ": {"0.0", "1.0", "2.0", "-0.0", "-1.0", "-2.0", "0.0", "-0.0"},
	} {
		for i, x := range []string{"0.5", "1.5", "2.5", "-0.5", "-1.5", "-2.5", "0.25", "-0.25"} {
			table["(fp.roundToIntegral "+mode+" "+h(x)+")"] = h(want[i])
		}
		sum := zero
		if mode == "RTN" {
			sum = nzero
		}
		table["(fp.add "+mode+" "+h("1.0")+" "+h("-1.0")+")"], table["(fp.add "+mode+" "+zero+" "+nzero+")"], table["(fp.sub "+mode+" "+nzero+" "+nzero+")"] = sum, sum, sum
		table["(fp.add "+mode+" "+nzero+" "+nzero+")"] = nzero
		// A product of zero with two negative factors is positive.
		table["(fp.fma "+mode+" "+h("-1.0")+" "+nzero+" "+zero+")"], table["(fp.fma "+mode+" "+h("-1.0")+" "+zero+" "+nzero+")"] = zero, nzero
		table["(fp.fma "+mode+" "+h("-1.0")+" "+nzero+" "+nzero+")"], table["(fp.fma "+mode+" "+h("-1.0")+" "+zero+" "+zero+")"] = sum, sum
		table["(fp.fma "+mode+" "+h("2.0")+" "+h("3.0")+" "+h("-6.0")+")"] = sum
		// Twice the largest number of either sign.
		largest := "(fp #b0 #b11110 #b1111111111)"
		up, down := inf, ninf
		if mode == "RTN" || mode == "RTZ" {
			up = largest
		}
		if mode == "RTP" || mode == "RTZ" {
			down = "(fp.neg " + largest + ")"
		}
		table["(fp.mul "+mode+" "+h("2.0")+" "+largest+")"], table["(fp.mul "+mode+" "+h("-2.0")+" "+largest+")"] = up, down
		table["((_ to_fp 5 11) "+mode+" 100000.0)"], table["((_ to_fp 5 11) "+mode+" (- 100000.0))"] = up, down
		// The product of the least numbers.
		least := "(fp #b0 #b00000 #b0000000001)"
		tiny, minus := zero, nzero
		if mode == "RTP" {
			tiny = least
		}
		if mode == "RTN" {
			minus = "(fp.neg " + least + ")"
		}
		table["(fp.mul "+mode+" "+least+" "+least+")"], table["(fp.mul "+mode+" "+least+" (fp.neg "+least+"))"] = tiny, minus
	}
	// x - y*n, n the nearest integer to x/y, the even one at a tie.
	for args, want := range map[[2]string]string{
		{"5.0", "2.0"}: "1.0", {"3.0", "2.0"}: "-1.0", {"1.0", "2.0"}: "1.0", {"-1.0", "2.0"}: "-1.0", {"-3.0", "2.0"}: "1.0", {"7.0", "2.0"}: "-1.0", {"3.0", "-2.0"}: "-1.0",
		{"4.0", "2.0"}: "0.0", {"-4.0", "2.0"}: "-0.0", {"1.5", "1.0"}: "-0.5", {"2.5", "1.0"}: "0.5", {"0.75", "0.5"}: "-0.25", {"0.25", "0.5"}: "0.25",
	} {
		table["(fp.rem "+h(args[0])+" "+h(args[1])+")"] = h(want)
	}
	table["(fp.rem "+h("1.0")+" "+inf+")"], table["(fp.rem "+nzero+" "+h("1.0")+")"], table["(fp.rem "+inf+" "+h("1.0")+")"], table["(fp.rem "+h("1.0")+" "+zero+")"] = h("1.0"), nzero, nan, nan
	table["(fp.sqrt RNE "+nzero+")"], table["(fp.sqrt RNE "+h("-1.0")+")"], table["(fp.eq "+zero+" "+nzero+")"], table["(= "+zero+" "+nzero+")"], table["(fp.lt "+nzero+" "+zero+")"] = nzero, nan, "true", "false", "false"
	table["(fp.isNegative "+nan+")"], table["(fp.isPositive "+nan+")"], table["(fp.isNegative "+nzero+")"], table["(fp.leq "+nan+" "+nan+")"], table["(= "+nan+" "+nan+")"] = "false", "false", "true", "false", "true"
	values(t, table)
}

// TestConnectivesOfManyOperands: chainable, pairwise and associative operators by their definitions (SMT-LIB 2.6, section
// 3.7.1), for all truth values of three and four operands.
func TestConnectivesOfManyOperands(t *testing.T) {
	table := map[string]string{}
	for _, n := range []int{2, 3, 4} {
		for k := range 1 << n {
			args, trues := "", 0
			v := make([]bool, n)
			for i := range v {
				v[i] = k>>i&1 == 1
				args += fmt.Sprint(" ", v[i])
				if v[i] {
					trues++
				}
			}
			implied := v[n-1]
			for i := n - 2; i >= 0; i-- {
				implied = !v[i] || implied
			}
			for op, want := range map[string]bool{
				"and": trues == n, "or": trues > 0, "xor": trues%2 == 1, "=": trues == 0 || trues == n, "=>": implied, "distinct": n == 2 && trues == 1,
			} {
				table["("+op+args+")"] = fmt.Sprint(want)
			}
		}
	}
	for k := range 27 {
		a, b, c := k%3, k/3%3, k/9
		args := fmt.Sprintf(" %d %d %d)", a, b, c)
		table["(="+args], table["(distinct"+args] = fmt.Sprint(a == b && b == c), fmt.Sprint(a != b && b != c && a != c)
		table["(<"+args], table["(<="+args], table["(>"+args], table["(>="+args] = fmt.Sprint(a < b && b < c), fmt.Sprint(a <= b && b <= c), fmt.Sprint(a > b && b > c), fmt.Sprint(a >= b && b >= c)
		table["(-"+args] = fmt.Sprintf("(+ %d (- %d) (- %d))", a, b, c)
	}
	values(t, table)
}
