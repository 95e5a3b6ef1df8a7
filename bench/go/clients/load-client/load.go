package main

import (
	"crypto/tls"
	"fmt"
	"log"
	"strconv"
	"sync/atomic"
	"time"

	"fairway.test/clients/connection"
)

// dialing is how many connections are made at the same time: a storm of handshakes is not what is measured.
const dialing = 20

// load is all that this program has open.
type load struct {
	window  uint32
	tls     *tls.Config
	servers map[string]*fleet
}

// fleet is the streams to one server, and the one that makes it push, which is there from the first push on: a server
// need not keep a call that says nothing.
type fleet struct {
	address string
	control *connection.Connection
	streams int
	// The push that is under way.
	begun   time.Time
	pending atomic.Int64
	bytes   atomic.Int64
	done    chan time.Duration
}

func (l *load) do(asked command) (answer, error) {
	switch asked.Do {
	case "open":
		return l.open(asked)
	case "push":
		fleet := l.servers[asked.Server]
		if fleet == nil {
			return answer{}, fmt.Errorf("no server %s is open", asked.Server)
		}
		if err := l.control(fleet); err != nil {
			return answer{}, err
		}
		return fleet.push(asked.Size)
	default:
		return answer{}, fmt.Errorf("unknown command %s", asked.Do)
	}
}

// open connects, and waits until every stream was answered.
func (l *load) open(asked command) (answer, error) {
	fleet := &fleet{address: asked.Address, streams: asked.Streams, done: make(chan time.Duration, 1)}
	l.servers[asked.Server] = fleet
	fleet.begin()
	free := make(chan struct{}, dialing)
	for i := range asked.Streams {
		free <- struct{}{}
		go func() {
			defer func() { <-free }()
			if err := l.openStream(fleet, asked.Address, i); err != nil {
				log.Fatal(err)
			}
		}()
	}
	return fleet.wait(), nil
}

func (l *load) control(fleet *fleet) error {
	if fleet.control != nil {
		return nil
	}
	control, err := connection.Dial(fleet.address, controlMethod, l.window, l.tls)
	if err != nil {
		return err
	}
	fleet.control = control
	go follow(control, func(message) {})
	return nil
}

func (l *load) openStream(fleet *fleet, address string, number int) error {
	stream, err := connection.Dial(address, adsMethod, l.window, l.tls)
	if err != nil {
		return err
	}
	if err := stream.Send(firstRequest(number), nil); err != nil {
		return err
	}
	go follow(stream, func(taken message) {
		fleet.took(taken)
		if err := stream.Send(acknowledgement(taken.tail), nil); err != nil {
			log.Fatal(err)
		}
	})
	return nil
}

func follow(stream *connection.Connection, take func(message)) {
	messages := messageReader{to: take}
	if err := stream.Read(messages.take); err != nil {
		log.Fatal(err)
	}
}

func (f *fleet) push(size int) (answer, error) {
	f.begin()
	if err := f.control.Send([]byte(strconv.Itoa(size)), nil); err != nil {
		return answer{}, err
	}
	return f.wait(), nil
}

func (f *fleet) begin() {
	f.pending.Store(int64(f.streams))
	f.bytes.Store(0)
	f.begun = time.Now()
}

func (f *fleet) took(taken message) {
	f.bytes.Add(int64(taken.length))
	since := time.Since(f.begun)
	if f.pending.Add(-1) == 0 {
		f.done <- since
	}
}

func (f *fleet) wait() answer {
	last := <-f.done
	return answer{LastMs: float64(last) / float64(time.Millisecond), Bytes: f.bytes.Load()}
}
