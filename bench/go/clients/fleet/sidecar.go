package main

import (
	"bytes"
	"errors"
	"log"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"fairway.test/clients/connection"
	"google.golang.org/protobuf/encoding/protowire"
)

// As Envoy waits before it connects anew: a random part of a time that doubles.
const (
	firstRetry = 500 * time.Millisecond
	lastRetry  = 30 * time.Second
)

const service = "/envoy.service.discovery.v3.AggregatedDiscoveryService/"

// sidecar is one proxy.
type sidecar struct {
	fleet *fleet
	index int
	node  []byte
	// Resources that it has, by type.
	held [types]atomic.Int64

	mutex      sync.Mutex
	connection *connection.Connection
}

// session is what both forms of the protocol do on one stream.
type session interface {
	// begin asks for clusters.
	begin() error
	// field takes a field of a response, and keeps none of its bytes.
	field(field protowire.Number, value []byte) error
	// end ends a response. It tells the type, the number of resources, what to acknowledge with, and what to ask for
	// after that.
	end() (kind, resources int, acknowledgement []byte, then [][]byte, err error)
	// whole is whether each type that is asked for was answered.
	whole() bool
}

// run keeps a stream open until the fleet disconnects.
func (s *sidecar) run() {
	defer s.fleet.running.Done()
	for retry := firstRetry; !s.fleet.closed.Load(); retry = min(2*retry, lastRetry) {
		answered, err := s.stream()
		if s.fleet.closed.Load() {
			return
		}
		if errors.Is(err, errProtocol) {
			log.Fatal(err)
		}
		s.fleet.tally.refused.Add(1)
		if answered {
			retry = firstRetry
		}
		time.Sleep(rand.N(retry))
	}
}

// stream opens one and follows it to its end; it tells whether the server has sent anything.
func (s *sidecar) stream() (answered bool, err error) {
	method := service + "StreamAggregatedResources"
	if s.fleet.delta {
		method = service + "DeltaAggregatedResources"
	}
	c, err := connection.Dial(s.fleet.address, method, s.fleet.window, nil)
	if err != nil {
		return false, err
	}
	defer c.Close()
	s.mutex.Lock()
	s.connection = c
	s.mutex.Unlock()
	session := s.session(c)
	if err := session.begin(); err != nil {
		return false, err
	}
	responses := &responses{sidecar: s, connection: c, session: session}
	messages := messageReader{to: responses}
	err = c.Read(messages.take)
	return responses.answered, err
}

func (s *sidecar) session(c *connection.Connection) session {
	if s.fleet.delta {
		return newDeltaSession(s, c)
	}
	return newSotwSession(s, c)
}

// responses takes what comes on one stream.
type responses struct {
	sidecar    *sidecar
	connection *connection.Connection
	session    session
	// Whether a response has come, and whether what is looked for is in the one that is coming.
	answered, found bool
}

func (r *responses) field(field protowire.Number, value []byte) error {
	race := r.sidecar.fleet.race.Load()
	if !r.found && race.left[r.sidecar.index] != 0 {
		r.found = bytes.Contains(value, race.marker)
	}
	return r.session.field(field, value)
}

// end acknowledges a response, and says when the sidecar has what it waits for.
func (r *responses) end(size int) error {
	found := r.found
	r.answered, r.found = true, false
	kind, resources, acknowledgement, then, err := r.session.end()
	if err != nil {
		return err
	}
	s := r.sidecar
	s.fleet.tally.count(kind, size, resources)
	race := s.fleet.race.Load()
	if err := r.connection.Send(acknowledgement, func() { s.arrived(race, r.session, kind, found) }); err != nil {
		return err
	}
	for _, request := range then {
		if err := r.connection.Send(request, nil); err != nil {
			return err
		}
	}
	return nil
}

func (s *sidecar) arrived(r *race, on session, kind int, found bool) {
	if r.marker == nil {
		if on.whole() {
			r.arrive(s.index)
		}
		return
	}
	if !found || r.left[s.index]&(1<<kind) == 0 {
		return
	}
	r.left[s.index] &^= 1 << kind
	if r.left[s.index] == 0 {
		r.arrive(s.index)
	}
}

func (s *sidecar) disconnect() {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.connection != nil {
		_ = s.connection.Close()
	}
}
