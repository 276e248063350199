; The drinker's principle, negated, beside a nested existential.
(set-logic UF)
(set-info :status unsat)
(declare-sort Guest 0)
(declare-fun drinks (Guest) Bool)
(declare-fun knows (Guest Guest) Bool)
(assert (or
  (not (exists ((x Guest)) (=> (drinks x) (forall ((y Guest)) (drinks y)))))
  (exists ((x Guest)) (forall ((y Guest)) (and (knows x y) (not (knows y y)))))))
(check-sat)
