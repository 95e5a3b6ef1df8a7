package main

import (
	"encoding/binary"
	"sync"
)

const messageHeader = 5

// buffers hold messages that have not come whole; there are as many as messages under way, not as sidecars.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// messageReader puts the messages of a stream together.
type messageReader struct {
	header [messageHeader]byte
	filled int
	body   *[]byte
	length int
}

// add gives every message that has become whole to `take`, which must not keep it.
func (r *messageReader) add(piece []byte, take func([]byte)) {
	for len(piece) > 0 {
		if r.filled < messageHeader {
			part := copy(r.header[r.filled:], piece)
			r.filled += part
			piece = piece[part:]
			if r.filled < messageHeader {
				return
			}
			r.length = int(binary.BigEndian.Uint32(r.header[1:]))
			r.body = buffers.Get().(*[]byte)
			if cap(*r.body) < r.length {
				*r.body = make([]byte, 0, r.length)
			}
			*r.body = (*r.body)[:0]
		}
		part := min(r.length-len(*r.body), len(piece))
		*r.body = append(*r.body, piece[:part]...)
		piece = piece[part:]
		if len(*r.body) == r.length {
			r.filled = 0
			take(*r.body)
			buffers.Put(r.body)
			r.body = nil
		}
	}
}
