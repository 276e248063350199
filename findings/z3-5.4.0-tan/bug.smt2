(declare-fun x () Real)
(assert (> x (tan x)))
(check-sat)
(get-model)
