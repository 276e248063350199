package syntax

// reserved are the words that cannot be symbols without bars (SMT-LIB 2.6, section 3.1).
var reserved = map[string]bool{
	"!": true, "_": true, "as": true, "let": true, "forall": true, "exists": true, "match": true, "par": true,
	"lambda": true, "BINARY": true, "DECIMAL": true, "HEXADECIMAL": true, "NUMERAL": true, "STRING": true,
}

// commands are reserved words too: a symbol of that name must be quoted.
var commands = map[string]bool{
	"assert": true, "check-sat": true, "check-sat-assuming": true, "declare-const": true, "declare-datatype": true,
	"declare-datatypes": true, "declare-fun": true, "declare-sort": true, "define-fun": true, "define-fun-rec": true,
	"define-funs-rec": true, "define-sort": true, "echo": true, "exit": true, "get-assertions": true,
	"get-assignment": true, "get-info": true, "get-model": true, "get-option": true, "get-proof": true,
	"get-unsat-assumptions": true, "get-unsat-core": true, "get-value": true, "pop": true, "push": true,
	"reset": true, "reset-assertions": true, "set-info": true, "set-logic": true, "set-option": true,
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
	return !reserved[name] && !commands[name]
}

// SymbolText writes name as a symbol, quoted where it must be. A name that holds | or \ cannot be
// written in SMT-LIB at all; Reader never yields one with |.
func SymbolText(name string) string {
	if IsSimple(name) {
		return name
	}
	return "|" + name + "|"
}
