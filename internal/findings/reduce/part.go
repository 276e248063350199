package reduce

// Part returns a part of a list, in its order, for which holds is true, as it must be for the list itself. It is delta debugging, which
// removes ever smaller runs of elements. holds says whether a part will do; when it returns false for more, Part ends with the best part so
// far.
func Part[T any](list []T, holds func(part []T) (ok, more bool)) []T {
	for size := len(list); size > 0; {
		removed := false
		// From the end, since the last elements have most to do with what follows the list: so the first elements are the first to go.
		for from := 0; from < len(list); {
			to := min(from+size, len(list))
			part := append(append(make([]T, 0, len(list)), list[:from]...), list[to:]...)
			ok, more := holds(part)
			if !more {
				return list
			}
			if ok {
				list, removed = part, true
			} else {
				from = to
			}
		}
		if size = min(size, len(list)); !removed || size > 1 {
			size /= 2
		}
	}
	return list
}

// Suffix returns the shortest of a few ends of a list, each twice as long as the one before, for which holds is true; the list when there
// is none. It saves much where lists are long and what matters is near the end.
func Suffix[T any](list []T, holds func(part []T) (ok, more bool)) []T {
	for n := 0; n < len(list); n = max(1, 2*n) {
		ok, more := holds(list[len(list)-n:])
		if ok {
			return list[len(list)-n:]
		}
		if !more {
			break
		}
	}
	return list
}
