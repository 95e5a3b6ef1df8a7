package main

// tailBytes is how much of a message's end is kept: the nonce is in it.
const tailBytes = 128

// message is what is kept of a message.
type message struct {
	length int
	tail   []byte
}

// messageReader gives each message to `to`, which must not keep it.
type messageReader struct {
	to   func(message)
	tail []byte
}

// take takes a part of a message of so many bytes, of which so many are still to come.
func (r *messageReader) take(part []byte, size, left int) error {
	if left < tailBytes {
		r.keep(part)
	}
	if left == 0 {
		r.to(message{length: size, tail: r.tail})
		r.tail = r.tail[:0]
	}
	return nil
}

// keep holds on to the end of what has come so far.
func (r *messageReader) keep(part []byte) {
	part = part[max(0, len(part)-tailBytes):]
	if over := len(r.tail) + len(part) - tailBytes; over > 0 {
		r.tail = r.tail[:copy(r.tail, r.tail[over:])]
	}
	r.tail = append(r.tail, part...)
}
