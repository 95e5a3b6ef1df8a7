package main

import (
	"math"
	"sync"

	"google.golang.org/protobuf/encoding/protowire"
)

// buffers hold fields that have not come whole; there are as many as such fields, not as sidecars.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// receiver is who is told of messages as they come.
type receiver interface {
	// field is told each field of a message that has bytes. It must not keep them.
	field(field protowire.Number, value []byte) error
	// end is told that a message is over, and how many bytes it had.
	end(size int) error
}

// messageReader takes messages apart while they come, and holds one field at most. A message may have megabytes, and all
// sidecars are sent theirs at once: memory for so many whole ones would cost more than all that is done with them.
type messageReader struct {
	to receiver
	// What has come of a field; nil between two fields.
	held *[]byte
}

// take takes a part of a message of so many bytes, of which so many are still to come.
func (r *messageReader) take(part []byte, size, left int) error {
	for len(part) > 0 {
		if r.held == nil {
			bytes := bytesOfField(part)
			if bytes <= len(part) {
				if err := give(part[:bytes], r.to); err != nil {
					return err
				}
				part = part[bytes:]
				continue
			}
			if bytes > len(part)+left {
				return errProtocol
			}
			r.held = emptyBuffer(bytes)
		}
		var err error
		if part, err = r.hold(part); err != nil {
			return err
		}
	}
	if left > 0 {
		return nil
	}
	if r.held != nil {
		return errProtocol
	}
	return r.to.end(size)
}

// hold adds to the field that has not come whole, gives it on when it has, and returns what belongs to the next.
func (r *messageReader) hold(part []byte) (rest []byte, err error) {
	missing := min(bytesOfField(*r.held)-len(*r.held), len(part))
	*r.held = append(*r.held, part[:missing]...)
	if bytesOfField(*r.held) > len(*r.held) {
		return part[missing:], nil
	}
	err = give(*r.held, r.to)
	buffers.Put(r.held)
	r.held = nil
	return part[missing:], err
}

func emptyBuffer(capacity int) *[]byte {
	buffer := buffers.Get().(*[]byte)
	if cap(*buffer) < capacity {
		*buffer = make([]byte, 0, capacity)
	}
	*buffer = (*buffer)[:0]
	return buffer
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
