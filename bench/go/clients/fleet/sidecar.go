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
	// take reads a response, without keeping any of its bytes. It tells the type, the number of resources, what to
	// acknowledge with, and what to ask for after that.
	take(message []byte) (kind, resources int, acknowledgement []byte, then [][]byte, err error)
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
	var fault error
	var messages messageReader
	err = c.Read(func(piece []byte) {
		messages.add(piece, func(message []byte) {
			answered = true
			if fault == nil {
				fault = s.answer(c, session, message)
			}
			if fault != nil {
				_ = c.Close()
			}
		})
	})
	return answered, errors.Join(fault, err)
}

func (s *sidecar) session(c *connection.Connection) session {
	if s.fleet.delta {
		return newDeltaSession(s, c)
	}
	return newSotwSession(s, c)
}

// answer acknowledges a response, and says when the sidecar has what it waits for.
func (s *sidecar) answer(c *connection.Connection, on session, message []byte) error {
	kind, resources, acknowledgement, then, err := on.take(message)
	if err != nil {
		return err
	}
	s.fleet.tally.count(kind, len(message), resources)
	race := s.fleet.race.Load()
	found := race.left[s.index]&(1<<kind) != 0 && bytes.Contains(message, race.marker)
	if err := c.Send(acknowledgement, func() { s.arrived(race, on, kind, found) }); err != nil {
		return err
	}
	for _, request := range then {
		if err := c.Send(request, nil); err != nil {
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
	if !found {
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
