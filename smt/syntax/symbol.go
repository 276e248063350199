package syntax

// isReserved reports whether a word cannot be a symbol without bars (SMT-LIB 2.6, section 3.1). Command names are
// among these words.
func isReserved(name string) bool {
	switch name {
	case "!", "_", "as", "let", "forall", "exists", "match", "par", "lambda",
		"BINARY", "DECIMAL", "HEXADECIMAL", "NUMERAL", "STRING",
		"assert", "check-sat", "check-sat-assuming", "declare-const", "declare-datatype", "declare-datatypes", "declare-fun",
		"declare-sort", "define-fun", "define-fun-rec", "define-funs-rec", "define-sort", "echo", "exit", "get-assertions",
		"get-assignment", "get-info", "get-model", "get-option", "get-proof", "get-unsat-assumptions", "get-unsat-core",
		"get-value", "pop", "push", "reset", "reset-assertions", "set-info", "set-logic", "set-option":
		return true
	}
	return false
}

// IsSimple reports whether name can be written without bars.
func IsSimple(name string) bool {
	if name == "" || class[name[0]]&cDigit != 0 {
		return false
	}
	for i := 0; i < len(name); i++ {
		if class[name[i]]&cSymbol == 0 {
			return false
		}
	}
	return !isReserved(name)
}

// SymbolText writes name as a symbol, quoted where it must be. A name that contains | or \ cannot be written
// in SMT-LIB at all; Reader never yields one with |.
func SymbolText(name string) string {
	if IsSimple(name) {
		return name
	}
	return "|" + name + "|"
}
