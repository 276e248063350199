package findings

import "slices"

// Word is the option as one word, NAME=VALUE.
func (o Option) Word() string { return o.Name + "=" + o.Value }

// Words are options, each as a word.
func Words(options []Option) []string {
	var words []string
	for _, o := range options {
		words = append(words, o.Word())
	}
	return words
}

// Configuration are the options that the blamed solver was given when the finding was made, beyond those of its profile.
func (f *Finding) Configuration() []Option {
	for _, run := range f.Runs {
		if run.Solver == f.Solver {
			return run.Configuration
		}
	}
	return nil
}

// Wanted are those of the options of its configuration that the reduced finding needs, each as a word; tried is false where it is not known which. It may
// also need options that its profile gives: all others were given these too.
func (f *Finding) Wanted() (options []string, tried bool) {
	if f.Reduction == nil || f.Reduction.Plain == nil {
		return nil, false
	}
	told := Words(f.Configuration())
	for _, o := range f.Reduction.Options {
		if word := o.Word(); !o.Script && slices.Contains(told, word) {
			options = append(options, word)
		}
	}
	return options, true
}
