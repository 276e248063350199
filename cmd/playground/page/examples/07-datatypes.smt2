; Datatypes: a list that should be sorted
(set-logic ALL)
(declare-datatype List ((nil) (cons (head Int) (tail List))))
(define-fun-rec sorted ((l List)) Bool
  (match l ((nil true)
            ((cons x rest) (match rest ((nil true)
                                        ((cons y more) (and (<= x y) (sorted rest)))))))))
(declare-const l List)
(assert ((_ is cons) l))
(assert (and (sorted l)
             (not (= (head l) (head (tail l))))))
(check-sat)
(get-model)
