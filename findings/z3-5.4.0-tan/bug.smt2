(declare-const x Real)
(assert (> 0 (tan x)))
(check-sat)
(get-model)
