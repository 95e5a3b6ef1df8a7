package main

import (
	"context"
	"io"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/metadata"
)

type callOptions struct {
	Method       string            `json:"method"`
	Metadata     map[string]string `json:"metadata"`
	DeadlineMs   int               `json:"deadlineMs"`
	WaitForReady bool              `json:"waitForReady"`
}

func (o callOptions) context() (context.Context, context.CancelFunc) {
	ctx := metadata.NewOutgoingContext(context.Background(), metadata.New(o.Metadata))
	if o.DeadlineMs > 0 {
		return context.WithTimeout(ctx, time.Duration(o.DeadlineMs)*time.Millisecond)
	}
	return context.WithCancel(ctx)
}

func (o callOptions) options() []grpc.CallOption {
	return []grpc.CallOption{grpc.ForceCodec(bytesCodec{}), grpc.WaitForReady(o.WaitForReady)}
}

// call is a stream in both directions. It is opened by the first command that needs it, and what is to be sent and what
// is to be received wait each in a queue of their own.
type call struct {
	cancel    context.CancelFunc
	sending   chan func()
	receiving chan func()

	stream grpc.ClientStream
	next   func() ([]byte, error)
	err    error
}

func newCall(cancel context.CancelFunc) *call {
	c := &call{cancel: cancel, sending: make(chan func(), 100_000), receiving: make(chan func(), 100_000)}
	for _, queue := range []chan func(){c.sending, c.receiving} {
		go func() {
			for do := range queue {
				do()
			}
		}()
	}
	return c
}

func (ch *channel) open(o callOptions) *call {
	ctx, cancel := o.context()
	c := newCall(cancel)
	opened := make(chan struct{})
	c.sending <- func() {
		defer close(opened)
		description := &grpc.StreamDesc{ClientStreams: true, ServerStreams: true}
		c.stream, c.err = ch.conn.NewStream(ctx, description, o.Method, o.options()...)
	}
	c.receiving <- func() { <-opened }
	c.next = func() ([]byte, error) {
		var message []byte
		err := c.stream.RecvMsg(&message)
		return message, err
	}
	return c
}

// watch follows the health of a service by its own stub; what is received is the name of each status.
func (ch *channel) watch(service string) *call {
	ctx, cancel := context.WithCancel(context.Background())
	c := newCall(cancel)
	var watching grpc.ServerStreamingClient[grpc_health_v1.HealthCheckResponse]
	c.receiving <- func() {
		request := &grpc_health_v1.HealthCheckRequest{Service: service}
		watching, c.err = grpc_health_v1.NewHealthClient(ch.conn).Watch(ctx, request)
		c.stream = watching
	}
	c.next = func() ([]byte, error) {
		response, err := watching.Recv()
		return []byte(response.GetStatus().String()), err
	}
	return c
}

// send tells whether the message went out; why not is told by the end of the call.
func (c *call) send(message []byte) bool {
	return c.stream != nil && c.stream.SendMsg(message) == nil
}

func (c *call) end() bool {
	return c.stream != nil && c.stream.CloseSend() == nil
}

// receive is nil at the end of the call.
func (c *call) receive() *received {
	if c.err != nil {
		return nil
	}
	message, err := c.next()
	if err != nil {
		c.err = err
		return nil
	}
	return receivedOf(message)
}

// finish reads what is left and tells how the call ended.
func (c *call) finish() ending {
	for c.receive() != nil {
	}
	var headers, trailers metadata.MD
	if c.stream != nil {
		headers, _ = c.stream.Header()
		trailers = c.stream.Trailer()
	}
	if c.err == io.EOF {
		return endingOf(nil, headers, trailers)
	}
	return endingOf(c.err, headers, trailers)
}
