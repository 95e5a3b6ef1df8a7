package main

import (
	"bytes"

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
	coming deltaResponse
}

// deltaResponse is what has come of a response.
type deltaResponse struct {
	url, nonce []byte
	resources  int
	// The types of its resources, a bit each.
	kinds   uint8
	removed []uint32
	// How its resources change what is asked for; nil before the first.
	changes *subscription
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

func (s *deltaSession) field(field protowire.Number, value []byte) error {
	switch field {
	case deltaResources:
		s.coming.resources++
		return s.keep(value)
	case deltaType:
		s.coming.url = bytes.Clone(value)
	case deltaNonce:
		s.coming.nonce = bytes.Clone(value)
	case deltaRemoved:
		s.coming.removed = append(s.coming.removed, known.number(value))
	}
	return nil
}

func (s *deltaSession) end() (kind, resources int, acknowledgement []byte, then [][]byte, err error) {
	response := s.coming
	s.coming = deltaResponse{}
	if kind, err = typeOfAll(response.url, response.kinds); err != nil {
		return 0, 0, nil, nil, err
	}
	s.answered |= 1 << kind
	changes := response.changes
	if changes == nil {
		changes = newSubscription(s, kind)
	}
	for _, number := range response.removed {
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
	acknowledgement = embedded(text(nil, deltaAskedType, typeURLs[kind]), deltaAskedNonce, response.nonce)
	return kind, response.resources, acknowledgement, then, nil
}

// keep remembers one resource.
func (s *deltaSession) keep(resource []byte) error {
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
	kind, value, err := unpack(packed)
	if err != nil {
		return err
	}
	s.coming.kinds |= 1 << kind
	if s.coming.changes == nil {
		s.coming.changes = newSubscription(s, kind)
	}
	kept := entry{version: digest(version)}
	if kind == clusters || kind == listeners {
		var members []uint32
		if err := childNames(kind, value, func(name []byte) { members = append(members, known.number(name)) }); err != nil {
			return err
		}
		kept.children = known.list(members)
	}
	number := known.number(name)
	if before := s.held[kind][number]; before.children != kept.children {
		s.coming.changes.release(before.children)
		s.coming.changes.want(kept.children)
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
