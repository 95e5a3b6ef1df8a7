package main

import "encoding/binary"

const (
	messageHeader = 5
	// tailBytes is how much of a message's end is kept: the nonce is in it.
	tailBytes = 128
)

// message is what is kept of a message.
type message struct {
	length int
	tail   []byte
}

// messageReader finds the messages in the bytes of a stream.
type messageReader struct {
	header []byte
	body   message
	left   int
}

func (r *messageReader) add(piece []byte, take func(message)) {
	for len(piece) > 0 {
		if len(r.header) < messageHeader {
			part := min(messageHeader-len(r.header), len(piece))
			r.header = append(r.header, piece[:part]...)
			piece = piece[part:]
			if len(r.header) < messageHeader {
				return
			}
			r.left = int(binary.BigEndian.Uint32(r.header[1:]))
			r.body = message{length: r.left, tail: r.body.tail[:0]}
		}
		part := min(r.left, len(piece))
		r.keep(piece[:part])
		piece = piece[part:]
		r.left -= part
		if r.left == 0 {
			r.header = r.header[:0]
			take(r.body)
		}
	}
}

// keep holds on to the end of what has come so far.
func (r *messageReader) keep(part []byte) {
	if r.left-len(part) >= tailBytes {
		return
	}
	part = part[max(0, len(part)-tailBytes):]
	if over := len(r.body.tail) + len(part) - tailBytes; over > 0 {
		r.body.tail = r.body.tail[:copy(r.body.tail, r.body.tail[over:])]
	}
	r.body.tail = append(r.body.tail, part...)
}
