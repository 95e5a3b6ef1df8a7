package main

import (
	"fmt"
	"strconv"
	"sync"
	"sync/atomic"

	"google.golang.org/grpc"
	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/types/known/anypb"

	discovery "github.com/envoyproxy/go-control-plane/envoy/service/discovery/v3"
)

const (
	controlMethod = "/fairway.bench.Control/Push"
	clusterType   = "type.googleapis.com/envoy.config.cluster.v3.Cluster"
	resourceBytes = 1000
	nonceField    = 5
)

// pushes knows the streams that are open, each by the channel on which it takes what it is to send.
type pushes struct {
	shared  bool
	counter atomic.Int64
	mutex   sync.Mutex
	streams map[chan *response]struct{}
	sizes   map[int]*response
}

// response is what all streams are sent, but for its nonce.
type response struct {
	message *discovery.DiscoveryResponse
	bytes   mem.Buffer
}

func newPushes(shared bool) *pushes {
	return &pushes{shared: shared, streams: map[chan *response]struct{}{}, sizes: map[int]*response{}}
}

func (p *pushes) serve(_ any, stream grpc.ServerStream) error {
	if method, _ := grpc.MethodFromServerStream(stream); method == controlMethod {
		return p.control(stream)
	}
	return p.ads(stream)
}

// control takes the sizes of responses; each is pushed to every stream.
func (p *pushes) control(stream grpc.ServerStream) error {
	for {
		var request []byte
		if err := stream.RecvMsg(&request); err != nil {
			return nil
		}
		size, err := strconv.Atoi(string(request))
		if err != nil {
			return err
		}
		p.push(p.ofSize(size))
	}
}

func (p *pushes) push(due *response) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for stream := range p.streams {
		stream <- due
	}
}

func (p *pushes) ofSize(size int) *response {
	if known := p.sizes[size]; known != nil {
		return known
	}
	made := newResponse(size)
	p.sizes[size] = made
	return made
}

// ads answers the first request with an empty response, and takes all others for acknowledgements.
func (p *pushes) ads(stream grpc.ServerStream) error {
	var request []byte
	if err := stream.RecvMsg(&request); err != nil {
		return err
	}
	due := make(chan *response, 1)
	p.mutex.Lock()
	p.streams[due] = struct{}{}
	p.mutex.Unlock()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for stream.RecvMsg(&request) == nil {
		}
	}()
	defer func() {
		p.mutex.Lock()
		delete(p.streams, due)
		p.mutex.Unlock()
	}()
	id := p.counter.Add(1)
	for sent, next := 0, newResponse(0); ; sent++ {
		if err := stream.SendMsg(p.encode(next, fmt.Sprintf("node-%d/%d", id, sent))); err != nil {
			return err
		}
		select {
		case next = <-due:
		case <-ended:
			return nil
		}
	}
}

// encode gives the response its nonce: behind the bytes that all share, or in a message that is encoded as a whole.
func (p *pushes) encode(due *response, nonce string) any {
	if !p.shared {
		return &discovery.DiscoveryResponse{
			VersionInfo: due.message.VersionInfo,
			TypeUrl:     due.message.TypeUrl,
			Resources:   due.message.Resources,
			Nonce:       nonce,
		}
	}
	field := protowire.AppendTag(nil, nonceField, protowire.BytesType)
	return mem.BufferSlice{due.bytes, mem.SliceBuffer(protowire.AppendString(field, nonce))}
}

func newResponse(size int) *response {
	message := &discovery.DiscoveryResponse{VersionInfo: "1", TypeUrl: clusterType}
	for range size / resourceBytes {
		message.Resources = append(message.Resources, &anypb.Any{TypeUrl: clusterType, Value: make([]byte, resourceBytes)})
	}
	encoded, err := codec{}.Marshal(message)
	if err != nil {
		panic(err)
	}
	return &response{message: message, bytes: encoded[0]}
}
