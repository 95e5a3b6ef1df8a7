package connection

import "encoding/binary"

// parts finds the messages in the bytes of a stream.
type parts struct {
	header [messageHeader]byte
	filled int
	// Bytes of the message, and those of them that have not come.
	size, left int
}

// Take takes a part of a message of so many bytes, of which so many are still to come. The part is valid until it returns.
type Take func(part []byte, size, left int) error

// add takes the next bytes of a stream.
func (p *parts) add(piece []byte, take Take) error {
	for len(piece) > 0 {
		if p.filled < messageHeader {
			part := copy(p.header[p.filled:], piece)
			p.filled += part
			piece = piece[part:]
			if p.filled < messageHeader {
				return nil
			}
			p.size = int(binary.BigEndian.Uint32(p.header[1:]))
			p.left = p.size
		}
		part := piece[:min(p.left, len(piece))]
		piece = piece[len(part):]
		p.left -= len(part)
		if p.left == 0 {
			p.filled = 0
		}
		if err := take(part, p.size, p.left); err != nil {
			return err
		}
	}
	return nil
}
