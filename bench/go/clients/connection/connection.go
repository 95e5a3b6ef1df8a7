// Package connection speaks HTTP/2 frame by frame, with one gRPC stream on each connection, as proxies have them: a client
// that measures must cost little beside the server.
package connection

import (
	"bufio"
	"bytes"
	"crypto/tls"
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"sync"

	"golang.org/x/net/http2"
	"golang.org/x/net/http2/hpack"
)

const (
	streamID      = 1
	frameHeader   = 9
	readBuffer    = 32 << 10
	defaultWindow = 65535
	maxWindow     = 1<<31 - 1
	maxFrame      = 16 << 10
	messageHeader = 5
	settingBytes  = 6
)

// Connection is an HTTP/2 connection with one gRPC stream.
type Connection struct {
	socket net.Conn
	reader *bufio.Reader
	window uint32
	// Bytes that were taken since the server was last told.
	taken uint32
	parts parts

	mutex  sync.Mutex
	framer *http2.Framer
	// What the server lets this client send: on the connection, on the stream, and on a stream at its beginning.
	room, streamRoom, firstRoom int
	waiting                     []outgoing
}

// Dial connects and begins a call of `method`. `window` is how many bytes the server may send ahead; `security` is nil for
// plain text.
func Dial(address, method string, window uint32, security *tls.Config) (*Connection, error) {
	socket, err := net.Dial("tcp", address)
	if err != nil {
		return nil, err
	}
	if security != nil {
		encrypted := tls.Client(socket, withName(security, address))
		if err := encrypted.Handshake(); err != nil {
			return nil, err
		}
		socket = encrypted
	}
	c := &Connection{socket: socket, reader: bufio.NewReaderSize(socket, readBuffer), window: window}
	c.room, c.streamRoom, c.firstRoom = defaultWindow, defaultWindow, defaultWindow
	return c, c.begin(address, method)
}

func withName(security *tls.Config, address string) *tls.Config {
	named := security.Clone()
	named.ServerName, _, _ = net.SplitHostPort(address)
	return named
}

// begin sends the preface, the settings and the head of the one request.
func (c *Connection) begin(address, method string) error {
	var out bytes.Buffer
	out.WriteString(http2.ClientPreface)
	framer := http2.NewFramer(&out, nil)
	head := new(bytes.Buffer)
	fields := hpack.NewEncoder(head)
	for _, field := range []hpack.HeaderField{
		{Name: ":method", Value: "POST"}, {Name: ":scheme", Value: "http"}, {Name: ":path", Value: method},
		{Name: ":authority", Value: address}, {Name: "content-type", Value: "application/grpc"},
		{Name: "te", Value: "trailers"},
	} {
		if err := fields.WriteField(field); err != nil {
			return err
		}
	}
	// Writing to memory cannot fail.
	_ = framer.WriteSettings(http2.Setting{ID: http2.SettingInitialWindowSize, Val: c.window})
	if c.window > defaultWindow {
		_ = framer.WriteWindowUpdate(0, c.window-defaultWindow)
	}
	_ = framer.WriteHeaders(http2.HeadersFrameParam{StreamID: streamID, BlockFragment: head.Bytes(), EndHeaders: true})
	c.framer = http2.NewFramer(c.socket, nil)
	_, err := c.socket.Write(out.Bytes())
	return err
}

// Read takes frames until the connection or the call ends or `take` fails, and gives the messages on, part by part.
func (c *Connection) Read(take Take) error {
	for {
		head, err := c.reader.Peek(frameHeader)
		if err != nil {
			return err
		}
		length := int(head[0])<<16 | int(head[1])<<8 | int(head[2])
		kind, flags := http2.FrameType(head[3]), http2.Flags(head[4])
		stream := binary.BigEndian.Uint32(head[5:]) & maxWindow
		if _, err := c.reader.Discard(frameHeader); err != nil {
			return err
		}
		if kind == http2.FrameData {
			err = c.data(length, take)
		} else {
			err = c.other(kind, flags, stream, length)
		}
		if err != nil {
			return err
		}
	}
}

func (c *Connection) data(length int, take Take) error {
	for left := length; left > 0; {
		if _, err := c.reader.Peek(1); err != nil {
			return err
		}
		piece, _ := c.reader.Peek(min(left, c.reader.Buffered()))
		if err := c.parts.add(piece, take); err != nil {
			return err
		}
		left -= len(piece)
		_, _ = c.reader.Discard(len(piece))
	}
	c.taken += uint32(length)
	if c.taken < c.window/2 {
		return nil
	}
	taken := c.taken
	c.taken = 0
	return c.write(func(framer *http2.Framer) error {
		if err := framer.WriteWindowUpdate(0, taken); err != nil {
			return err
		}
		return framer.WriteWindowUpdate(streamID, taken)
	})
}

func (c *Connection) other(kind http2.FrameType, flags http2.Flags, stream uint32, length int) error {
	payload := make([]byte, length)
	if _, err := io.ReadFull(c.reader, payload); err != nil {
		return err
	}
	switch {
	case kind == http2.FrameSettings && !flags.Has(http2.FlagSettingsAck):
		return c.settings(payload)
	case kind == http2.FrameWindowUpdate:
		return c.moreRoom(stream, int(binary.BigEndian.Uint32(payload)&maxWindow))
	case kind == http2.FramePing && !flags.Has(http2.FlagPingAck):
		return c.write(func(framer *http2.Framer) error { return framer.WritePing(true, [8]byte(payload)) })
	case kind == http2.FrameRSTStream, kind == http2.FrameGoAway:
		return fmt.Errorf("the server has ended the stream: %s", kind)
	case kind == http2.FrameHeaders && flags.Has(http2.FlagHeadersEndStream):
		return fmt.Errorf("the server has ended the call")
	default:
		return nil
	}
}
