package connection

import (
	"encoding/binary"

	"golang.org/x/net/http2"
)

// outgoing is what is left of a message.
type outgoing struct {
	left []byte
	sent func()
}

// Send sends one gRPC message. It never waits: what the server has no room for yet goes out while its answers are read.
// `sent` is called when the last byte is out; it may be nil.
func (c *Connection) Send(payload []byte, sent func()) error {
	framed := make([]byte, messageHeader, messageHeader+len(payload))
	binary.BigEndian.PutUint32(framed[1:], uint32(len(payload)))
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.waiting = append(c.waiting, outgoing{append(framed, payload...), sent})
	return c.flush()
}

// Close ends the connection, and with it a Read that is under way.
func (c *Connection) Close() error {
	return c.socket.Close()
}

// flush writes as much as there is room for; the mutex is held.
func (c *Connection) flush() error {
	for len(c.waiting) > 0 {
		message := &c.waiting[0]
		size := min(len(message.left), c.room, c.streamRoom, maxFrame)
		if size <= 0 {
			return nil
		}
		if err := c.framer.WriteData(streamID, false, message.left[:size]); err != nil {
			return err
		}
		c.room -= size
		c.streamRoom -= size
		message.left = message.left[size:]
		if len(message.left) > 0 {
			continue
		}
		if message.sent != nil {
			message.sent()
		}
		c.waiting = c.waiting[1:]
	}
	c.waiting = nil
	return nil
}

func (c *Connection) moreRoom(stream uint32, bytes int) error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if stream == 0 {
		c.room += bytes
	} else {
		c.streamRoom += bytes
	}
	return c.flush()
}

// settings takes the server's settings; a new first window changes the room of the stream too, by RFC 9113, section 6.9.2.
func (c *Connection) settings(payload []byte) error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for ; len(payload) >= settingBytes; payload = payload[settingBytes:] {
		if http2.SettingID(binary.BigEndian.Uint16(payload)) == http2.SettingInitialWindowSize {
			first := int(binary.BigEndian.Uint32(payload[2:]))
			c.streamRoom += first - c.firstRoom
			c.firstRoom = first
		}
	}
	if err := c.framer.WriteSettingsAck(); err != nil {
		return err
	}
	return c.flush()
}

func (c *Connection) write(frame func(*http2.Framer) error) error {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return frame(c.framer)
}
