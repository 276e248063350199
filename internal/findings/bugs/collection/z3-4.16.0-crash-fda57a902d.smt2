; assay bug 1
; solver z3
; class crash
; shows z3@4.16.0
; first z3@4.15.8
; behaves z3@5.1.0
; operators check-sat-using euf-completion extract repeat special-relations
; signature z3@4.15.8 UNEXPECTED CODE WAS REACHED. at shared_occs.cpp:79
; signature z3@4.16.0 UNEXPECTED CODE WAS REACHED. at shared_occs.cpp:79
; certificate signature
; engine storm
; origin arm now, run 6
(set-logic QF_BV)
(declare-fun x () Bool)
(declare-fun y () Bool)
(declare-fun z () Bool)
(declare-fun w () Bool)
(declare-fun v () Bool)
(declare-fun u () Bool)
(declare-fun a () Bool)
(declare-fun b () Bool)
(declare-fun c () Bool)
(declare-fun d () Bool)
(declare-fun e () Bool)
(declare-fun i () Bool)
(declare-fun q () Bool)
(declare-fun o () Bool)
(assert (not (not c)))
(assert (= ((_ repeat 4) #b10) #xaa))
(assert (let ((j (or (= ((_ repeat 4) #b10) #xaa) (= ((_ extract 0 0) ((_ repeat 3) (_ bv0 1))) #b0))) (k (not (= ((_ extract 0 0) ((_ repeat 3) (_ bv0 1))) #b0))) (l (and (=> (= ((_ repeat 4) #b10) #xaa) (= ((_ extract 0 0) ((_ repeat 3) (_ bv0 1))) #b0)) (= ((_ extract 0 0) ((_ repeat 3) (_ bv0 1))) #b0)))) (let ((m (and (not j) (= ((_ repeat 4) #b10) #xaa)))) (let ((n (or (not i) (or (and j (= ((_ extract 0 0) ((_ repeat 3) (_ bv0 1))) #b0)) m)))) (not (and (not (or (and q n) (and (=> (= ((_ extract 0 0) ((_ repeat 3) (_ bv0 1))) #b0) k) (and q (and v m))))) (xor (xor (not (and l (= ((_ extract 0 0) ((_ repeat 3) (_ bv0 1))) #b0))) (and (= ((_ extract 0 0) ((_ repeat 3) (_ bv0 1))) #b0) (and l k))) (not n))))))))
(assert (not (=> (= ((_ extract 0 0) ((_ repeat 3) (_ bv0 1))) #b0) (not (or (= ((_ repeat 4) #b10) #xaa) d)))))
(assert (not o))
(assert (let ((j (not (= ((_ extract 0 0) ((_ repeat 3) (_ bv0 1))) #b0)))) (let ((m (and (and (=> (= ((_ repeat 4) #b10) #xaa) (= ((_ extract 0 0) ((_ repeat 3) (_ bv0 1))) #b0)) (= ((_ extract 0 0) ((_ repeat 3) (_ bv0 1))) #b0)) j))) (=> (and (and (and (and (or (=> (= ((_ extract 0 0) ((_ repeat 3) (_ bv0 1))) #b0) j) (=> (= ((_ repeat 4) #b10) #xaa) (not (= ((_ repeat 4) #b10) #xaa)))) w) (= ((_ repeat 4) #b10) #xaa)) (and y (= ((_ extract 0 0) ((_ repeat 3) (_ bv0 1))) #b0))) (and j (ite u m (or e (not a))))) (or (and (= ((_ repeat 4) #b10) #xaa) (not (not m))) (= ((_ repeat 4) #b10) #xaa))))))
(assert (let ((j (or (= ((_ repeat 4) #b10) #xaa) (= ((_ extract 0 0) ((_ repeat 3) (_ bv0 1))) #b0)))) (let ((m (not j))) (let ((n (and m (= ((_ repeat 4) #b10) #xaa)))) (=> (= b (or (= ((_ extract 0 0) ((_ repeat 3) (_ bv0 1))) #b0) m)) (and (not (or (and q (or (not i) (or (and j (= ((_ extract 0 0) ((_ repeat 3) (_ bv0 1))) #b0)) n))) (and (=> (= ((_ extract 0 0) ((_ repeat 3) (_ bv0 1))) #b0) (not (= ((_ extract 0 0) ((_ repeat 3) (_ bv0 1))) #b0))) (and q (and v n))))) (= ((_ repeat 4) #b10) #xaa)))))))
(assert (not (not (and (and (or (= ((_ repeat 4) #b10) #xaa) (= ((_ extract 0 0) ((_ repeat 3) (_ bv0 1))) #b0)) (= ((_ extract 0 0) ((_ repeat 3) (_ bv0 1))) #b0)) (= ((_ repeat 4) #b10) #xaa)))))
(assert (let ((j (or (= ((_ repeat 4) #b10) #xaa) (= ((_ extract 0 0) ((_ repeat 3) (_ bv0 1))) #b0)))) (not (=> (and (= #b000 ((_ repeat 3) (_ bv0 1))) (or (not i) (or (and j (= ((_ extract 0 0) ((_ repeat 3) (_ bv0 1))) #b0)) (and (not j) (= ((_ repeat 4) #b10) #xaa))))) (and (=> (= ((_ repeat 4) #b10) #xaa) (and (and (and (or (=> (= ((_ extract 0 0) ((_ repeat 3) (_ bv0 1))) #b0) (not (= ((_ extract 0 0) ((_ repeat 3) (_ bv0 1))) #b0))) (=> (= ((_ repeat 4) #b10) #xaa) (not (= ((_ repeat 4) #b10) #xaa)))) w) (= ((_ repeat 4) #b10) #xaa)) (and y (= ((_ extract 0 0) ((_ repeat 3) (_ bv0 1))) #b0)))) (= ((_ extract 0 0) ((_ repeat 3) (_ bv0 1))) #b0))))))
(assert (let ((j (or (= ((_ repeat 4) #b10) #xaa) (= ((_ extract 0 0) ((_ repeat 3) (_ bv0 1))) #b0))) (n (=> (= ((_ extract 0 0) ((_ repeat 3) (_ bv0 1))) #b0) (not (= ((_ extract 0 0) ((_ repeat 3) (_ bv0 1))) #b0))))) (let ((m (and (not j) (= ((_ repeat 4) #b10) #xaa)))) (not (and (and (ite (and q (and v m)) (not (and (not (and n (not z))) (and (and (and (or n (=> (= ((_ repeat 4) #b10) #xaa) (not (= ((_ repeat 4) #b10) #xaa)))) w) (= ((_ repeat 4) #b10) #xaa)) (and y (= ((_ extract 0 0) ((_ repeat 3) (_ bv0 1))) #b0))))) (= ((_ extract 0 0) ((_ repeat 3) (_ bv0 1))) #b0)) x) (not (or (not i) (or (and j (= ((_ extract 0 0) ((_ repeat 3) (_ bv0 1))) #b0)) m))))))))
(check-sat-using (then special-relations euf-completion))
