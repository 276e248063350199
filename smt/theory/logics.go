package theory

import "slices"

// logics are the logics that benchmark sets and solvers know by name, from the smallest to the largest, those without quantifiers first.
// Their names determine what they allow, see ParseLogic.
var logics = []string{
	"QF_UF", "QF_AX", "QF_BV", "QF_ABV", "QF_UFBV", "QF_AUFBV",
	"QF_IDL", "QF_RDL", "QF_UFIDL", "QF_UFRDL",
	"QF_LIA", "QF_LRA", "QF_LIRA", "QF_NIA", "QF_NRA", "QF_NIRA",
	"QF_UFLIA", "QF_UFLRA", "QF_UFLIRA", "QF_UFNIA", "QF_UFNRA", "QF_UFNIRA",
	"QF_ALIA", "QF_ALRA", "QF_ALIRA", "QF_ANIA", "QF_ANRA", "QF_ANIRA",
	"QF_AUFLIA", "QF_AUFLRA", "QF_AUFLIRA", "QF_AUFNIA", "QF_AUFNRA", "QF_AUFNIRA",
	"QF_BVLIA", "QF_UFBVLIA", "QF_AUFBVLIA", "QF_AUFBVNIA",
	"QF_FP", "QF_FPLRA", "QF_BVFP", "QF_BVFPLRA", "QF_ABVFP", "QF_ABVFPLRA", "QF_UFFP", "QF_UFBVFP", "QF_AUFBVFP",
	"QF_DT", "QF_UFDT", "QF_UFDTLIA", "QF_UFDTLIRA", "QF_UFDTNIA", "QF_UFBVDT", "QF_AUFDT", "QF_AUFDTLIA", "QF_AUFBVDTLIA",
	"QF_S", "QF_SLIA", "QF_SNIA", "QF_UFSLIA", "QF_UFSNIA",
	"QF_FF", "QF_UFFF", "QF_FS", "QF_UFLIAFS",
	"QF_NRAT", "QF_UFNRAT", "QF_ALL",
	"UF", "BV", "ABV", "UFBV", "AUFBV", "UFIDL",
	"LIA", "LRA", "LIRA", "NIA", "NRA", "NIRA",
	"UFLIA", "UFLRA", "UFLIRA", "UFNIA", "UFNRA", "UFNIRA",
	"ALIA", "ALRA", "ANIA", "ANRA",
	"AUFLIA", "AUFLRA", "AUFLIRA", "AUFNIA", "AUFNRA", "AUFNIRA",
	"UFBVLIA", "AUFBVLIA", "AUFBVNIA",
	"FP", "FPLRA", "BVFP", "BVFPLRA", "ABVFP", "ABVFPLRA", "UFFP", "UFBVFP", "AUFBVFP",
	"DT", "UFDT", "UFDTLIA", "UFDTLIRA", "UFDTNIA", "UFDTNIRA", "AUFDTLIA", "AUFDTLIRA", "AUFDTNIRA", "AUFBVDTLIA", "AUFBVDTNIA",
	"UFFPDTNIRA", "AUFFPDTNIRA", "AUFBVFPDTNIRA",
	"S", "SLIA", "SNIA", "UFSLIA",
	"NRAT", "UFNRAT", "ALL",
	"HO_UF", "HO_UFLIA", "HO_ALL",
}

// Logics returns the names of all logics that are known by name. The slice is the caller's.
func Logics() []string { return slices.Clone(logics) }
