package main

import (
	"fairway.test/clients/connection"
	"google.golang.org/protobuf/encoding/protowire"
)

// Fields of DeltaDiscoveryRequest, DeltaDiscoveryResponse and Resource.
const (
	deltaNode, deltaAskedType, deltaSubscribe, deltaUnsubscribe, deltaAskedNonce = 1, 2, 3, 4, 6
	deltaResources, deltaType, deltaNonce, deltaRemoved                          = 2, 4, 5, 6
	entryVersion, entryValue, entryName                                          = 1, 2, 3
)

// deltaSession is an incremental stream.
type deltaSession struct {
	sidecar    *sidecar
	connection *connection.Connection
	answered   uint8
	asked      uint8
	held       [types]map[uint32]entry
	// How many clusters or listeners want an assignment or a route table, by its name.
	wanted [types]map[uint32]int
}

// entry is what is kept of a resource: its version, and the list of names it asks for.
type entry struct {
	version  uint64
	children uint32
}

func newDeltaSession(s *sidecar, c *connection.Connection) *deltaSession {
	session := &deltaSession{sidecar: s, connection: c}
	for kind := range types {
		session.held[kind] = map[uint32]entry{}
		session.wanted[kind] = map[uint32]int{}
	}
	return session
}

func (s *deltaSession) begin() error {
	s.asked = 1 << clusters
	request := text(embedded(nil, deltaNode, s.sidecar.node), deltaAskedType, typeURLs[clusters])
	return s.connection.Send(request, nil)
}

func (s *deltaSession) whole() bool {
	return s.asked&(1<<listeners) != 0 && s.answered == s.asked
}

func (s *deltaSession) take(message []byte) (kind, resources int, acknowledgement []byte, then [][]byte, err error) {
	var url, nonce []byte
	var entries, removed [][]byte
	err = fields(message, func(field protowire.Number, value []byte, _ uint64) {
		switch field {
		case deltaResources:
			entries = append(entries, value)
		case deltaType:
			url = value
		case deltaNonce:
			nonce = value
		case deltaRemoved:
			removed = append(removed, value)
		}
	})
	if err != nil {
		return 0, 0, nil, nil, err
	}
	if kind, err = typeOf(url); err != nil {
		return 0, 0, nil, nil, err
	}
	s.answered |= 1 << kind
	changes := newSubscription(s, kind)
	for _, each := range entries {
		if err := s.keep(kind, each, changes); err != nil {
			return 0, 0, nil, nil, err
		}
	}
	for _, name := range removed {
		number := known.number(name)
		changes.release(s.held[kind][number].children)
		delete(s.held[kind], number)
	}
	request := changes.request()
	for each := range types {
		s.sidecar.held[each].Store(int64(len(s.held[each])))
	}
	if request != nil {
		s.asked |= 1 << changes.kind
		then = append(then, request)
	}
	if s.asked&(1<<listeners) == 0 && (kind == endpoints || s.asked&(1<<endpoints) == 0) {
		s.asked |= 1 << listeners
		then = append(then, text(nil, deltaAskedType, typeURLs[listeners]))
	}
	acknowledgement = embedded(text(nil, deltaAskedType, typeURLs[kind]), deltaAskedNonce, nonce)
	return kind, len(entries), acknowledgement, then, nil
}

// keep remembers one resource.
func (s *deltaSession) keep(kind int, resource []byte, changes *subscription) error {
	var name, version, packed []byte
	err := fields(resource, func(field protowire.Number, value []byte, _ uint64) {
		switch field {
		case entryVersion:
			version = value
		case entryValue:
			packed = value
		case entryName:
			name = value
		}
	})
	if err != nil {
		return err
	}
	kept := entry{version: digest(version)}
	if kind == clusters || kind == listeners {
		var members []uint32
		if err := childNames(kind, packed, func(name []byte) { members = append(members, known.number(name)) }); err != nil {
			return err
		}
		kept.children = known.list(members)
	}
	number := known.number(name)
	if before := s.held[kind][number]; before.children != kept.children {
		changes.release(before.children)
		changes.want(kept.children)
	}
	s.held[kind][number] = kept
	return nil
}

// subscription gathers how the names change that are asked for, because of one response.
type subscription struct {
	kind   int
	wanted map[uint32]int
	held   map[uint32]entry
	// The names that were touched, and whether they were wanted before.
	touched map[uint32]bool
}

func newSubscription(s *deltaSession, parent int) *subscription {
	// Nothing follows endpoints and routes: theirs stays empty.
	kind := (parent + 1) % types
	return &subscription{kind: kind, wanted: s.wanted[kind], held: s.held[kind], touched: map[uint32]bool{}}
}

func (s *subscription) want(list uint32) {
	s.add(list, 1)
}

func (s *subscription) release(list uint32) {
	s.add(list, -1)
}

func (s *subscription) add(list uint32, number int) {
	for _, name := range known.of(list) {
		if _, ok := s.touched[name]; !ok {
			s.touched[name] = s.wanted[name] > 0
		}
		s.wanted[name] += number
	}
}

// request asks for what has come to be wanted and gives up what is no longer; nil if nothing has changed.
func (s *subscription) request() []byte {
	var request []byte
	for name, before := range s.touched {
		now := s.wanted[name] > 0
		switch {
		case now && !before:
			request = text(request, deltaSubscribe, known.text(name))
		case before && !now:
			request = text(request, deltaUnsubscribe, known.text(name))
			delete(s.wanted, name)
			delete(s.held, name)
		}
	}
	if request == nil {
		return nil
	}
	return text(request, deltaAskedType, typeURLs[s.kind])
}
