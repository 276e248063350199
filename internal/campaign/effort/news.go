package effort

// A sketch is a set of things that a pair of seed and engine has shown, in 64 bits: each thing sets the bit that its hash names.
// Things that share a bit count as one, so the new behaviour of a pair dries up after some hundred different things, whatever the engine,
// and the set never grows.
type sketch uint64

// A digest is the hash of a thing under construction, FNV-1a with 64 bits.
type digest uint64

const newDigest digest = 14695981039346656037

// text adds a text, with an end mark.
func (d digest) text(s string) digest {
	for i := range len(s) {
		d = (d ^ digest(s[i])) * 1099511628211
	}
	return d * 1099511628211
}

// add adds a thing; news is false when its bit was set.
func (s *sketch) add(d digest) (news bool) {
	bit := sketch(1) << ((d ^ d>>32) % 64)
	news = *s&bit == 0
	*s |= bit
	return news
}

// take adds what a mutant shows: the rule that made it, what the solvers answered together, and why they did not answer. It reports
// whether anything of that is new for the pair. Runs that ran out of time show nothing.
func (s *sketch) take(m Mutant) (news bool) {
	if m.Rule != "" && len(m.Runs) > 0 {
		news = s.add(newDigest.text("rule").text(m.Rule))
	}
	answers, some := newDigest.text("answers"), false
	for _, r := range m.Runs {
		if r.late() {
			continue
		}
		answers, some = answers.text(r.Target).text(string(r.Outcome)), true
		if !r.Outcome.Replies() {
			news = s.add(newDigest.text("reason").text(r.Target).text(r.Reason)) || news
		}
	}
	if some {
		news = s.add(answers) || news
	}
	return news || m.Signature
}
