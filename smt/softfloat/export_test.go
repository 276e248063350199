package softfloat

// The code paths for arbitrary formats, for finite nonzero numbers, so that they are tested on short formats too.

func LongAdd(m Mode, x, y Float) Float { return sum(x.format, m, x.unpack(), y.unpack()) }

func LongMul(m Mode, x, y Float) Float {
	return x.unpack().times(y.unpack()).round(x.format, m)
}

func LongDiv(m Mode, x, y Float) Float {
	return x.unpack().over(y.unpack(), x.format.SB+2).round(x.format, m)
}

func LongFMA(m Mode, x, y, z Float) Float {
	return sum(x.format, m, x.unpack().times(y.unpack()), z.unpack())
}

func LongConvert(f Format, m Mode, x Float) Float { return x.unpack().round(f, m) }
