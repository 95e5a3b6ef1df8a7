package main

import (
	"encoding/binary"
	"math"
	"sync"

	"google.golang.org/protobuf/encoding/protowire"
)

const messageHeader = 5

// buffers hold fields that have not come whole; there are as many as such fields, not as sidecars.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// receiver is who is told of messages as they come.
type receiver interface {
	// field is told each field of a message that has bytes. It must not keep them.
	field(field protowire.Number, value []byte) error
	// end is told that a message is over, and how many bytes it had.
	end(size int) error
}

// messageReader takes the messages of a stream apart while they come, and holds one field at most. A message may have
// megabytes, and all sidecars are sent theirs at once: memory for so many whole ones would cost more than all that is done with
// them.
type messageReader struct {
	header [messageHeader]byte
	filled int
	// Bytes of the message, and those of them that have not come.
	size, left int
	// What has come of a field; nil between two fields.
	held *[]byte
}

// add takes the next bytes of a stream.
func (r *messageReader) add(piece []byte, to receiver) error {
	for len(piece) > 0 {
		if r.filled < messageHeader {
			part := copy(r.header[r.filled:], piece)
			r.filled += part
			piece = piece[part:]
			if r.filled < messageHeader {
				return nil
			}
			r.size = int(binary.BigEndian.Uint32(r.header[1:]))
			r.left = r.size
		}
		part := piece[:min(r.left, len(piece))]
		piece = piece[len(part):]
		r.left -= len(part)
		if err := r.take(part, to); err != nil {
			return err
		}
		if r.left > 0 {
			continue
		}
		if r.held != nil {
			return errProtocol
		}
		r.filled = 0
		if err := to.end(r.size); err != nil {
			return err
		}
	}
	return nil
}

// take gives on the fields that have become whole, and holds what has come of the next.
func (r *messageReader) take(part []byte, to receiver) error {
	for len(part) > 0 {
		if r.held != nil {
			missing := min(bytesOfField(*r.held)-len(*r.held), len(part))
			*r.held = append(*r.held, part[:missing]...)
			part = part[missing:]
			if bytesOfField(*r.held) > len(*r.held) {
				continue
			}
			if err := give(*r.held, to); err != nil {
				return err
			}
			buffers.Put(r.held)
			r.held = nil
			continue
		}
		size := bytesOfField(part)
		if size <= len(part) {
			if err := give(part[:size], to); err != nil {
				return err
			}
			part = part[size:]
			continue
		}
		if size > len(part)+r.left {
			return errProtocol
		}
		r.held = buffers.Get().(*[]byte)
		if cap(*r.held) < size {
			*r.held = make([]byte, 0, size)
		}
		*r.held = append((*r.held)[:0], part...)
		part = nil
	}
	return nil
}

// give tells of one field.
func give(field []byte, to receiver) error {
	number, kind, tag := protowire.ConsumeTag(field)
	if kind != protowire.BytesType {
		return nil
	}
	value, _ := protowire.ConsumeBytes(field[tag:])
	return to.field(number, value)
}

// bytesOfField is how many bytes the field has that these begin with; as long as that cannot be told, one more than there are.
func bytesOfField(bytes []byte) int {
	_, kind, tag := protowire.ConsumeTag(bytes)
	if tag < 0 {
		return len(bytes) + 1
	}
	if kind == protowire.BytesType {
		length, prefix := protowire.ConsumeVarint(bytes[tag:])
		if prefix < 0 {
			return len(bytes) + 1
		}
		return tag + prefix + int(min(length, math.MaxInt32))
	}
	value := protowire.ConsumeFieldValue(1, kind, bytes[tag:])
	if value < 0 {
		return len(bytes) + 1
	}
	return tag + value
}
