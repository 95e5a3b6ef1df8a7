package main

import (
	"bytes"
	"sync"

	"fairway.test/clients/connection"
	"google.golang.org/protobuf/encoding/protowire"
)

// Fields of DiscoveryRequest and DiscoveryResponse; those of the type and the nonce are the same in both.
const (
	sotwVersion, sotwNode, sotwNames, sotwType, sotwNonce = 1, 2, 3, 4, 5
	sotwResources                                         = 2
)

// sotwSession is a state-of-the-world stream.
type sotwSession struct {
	sidecar    *sidecar
	connection *connection.Connection
	answered   uint8
	asked      uint8
	versions   [types]string
	nonces     [types]string
	// The encoded names that are asked for, shared by all who ask for the same, and what they are known by.
	wanted  [types][]byte
	digests [types]uint64
	// Versions by the names of endpoints and routes, of which a response need not have all.
	held   [types]map[uint32]uint64
	coming sotwResponse
}

// sotwResponse is what has come of a response.
type sotwResponse struct {
	url, version, nonce []byte
	resources           int
	// The types of its resources, a bit each.
	kinds uint8
	// Of endpoints and routes their own names; of clusters and listeners those that they ask for, and a digest of them.
	// Order and repetition do not matter, but for a listener's routes, which are few: a repeated name is asked for once.
	names  []uint32
	digest uint64
}

func newSotwSession(s *sidecar, c *connection.Connection) *sotwSession {
	session := &sotwSession{sidecar: s, connection: c}
	for _, kind := range []int{endpoints, routes} {
		session.held[kind] = map[uint32]uint64{}
	}
	return session
}

func (s *sotwSession) begin() error {
	s.asked = 1 << clusters
	request := text(embedded(nil, sotwNode, s.sidecar.node), sotwType, typeURLs[clusters])
	return s.connection.Send(request, nil)
}

func (s *sotwSession) whole() bool {
	return s.asked&(1<<listeners) != 0 && s.answered == s.asked
}

func (s *sotwSession) field(field protowire.Number, value []byte) error {
	switch field {
	case sotwVersion:
		s.coming.version = bytes.Clone(value)
	case sotwResources:
		s.coming.resources++
		return s.coming.add(value)
	case sotwType:
		s.coming.url = bytes.Clone(value)
	case sotwNonce:
		s.coming.nonce = bytes.Clone(value)
	}
	return nil
}

func (r *sotwResponse) add(resource []byte) error {
	kind, value, err := unpack(resource)
	if err != nil {
		return err
	}
	r.kinds |= 1 << kind
	if kind == endpoints || kind == routes {
		r.names = append(r.names, known.number(nameOf(value)))
		return nil
	}
	return childNames(kind, value, func(name []byte) {
		r.names = append(r.names, known.number(name))
		r.digest += digest(name)
	})
}

func (s *sotwSession) end() (kind, resources int, acknowledgement []byte, then [][]byte, err error) {
	response := s.coming
	// Most responses have as many names as the one before.
	s.coming = sotwResponse{names: response.names[:0]}
	if kind, err = typeOfAll(response.url, response.kinds); err != nil {
		return 0, 0, nil, nil, err
	}
	s.versions[kind], s.nonces[kind] = string(response.version), string(response.nonce)
	s.answered |= 1 << kind
	if s.keep(kind, response) {
		then = append(then, s.request(kind+1))
	}
	if s.asked&(1<<listeners) == 0 && (kind == endpoints || s.asked&(1<<endpoints) == 0) {
		then = append(then, s.request(listeners))
	}
	return kind, response.resources, s.request(kind), then, nil
}

// request asks for a type, and acknowledges the last response of it.
func (s *sotwSession) request(kind int) []byte {
	s.asked |= 1 << kind
	size := len(s.wanted[kind]) + len(s.versions[kind]) + len(s.nonces[kind]) + len(typeURLs[kind]) + 16
	request := text(make([]byte, 0, size), sotwVersion, s.versions[kind])
	request = append(request, s.wanted[kind]...)
	return text(text(request, sotwType, typeURLs[kind]), sotwNonce, s.nonces[kind])
}

// keep remembers what has come, and tells whether other names of the type that follows are to be asked for.
func (s *sotwSession) keep(kind int, response sotwResponse) (child bool) {
	if kind == endpoints || kind == routes {
		version := digest(response.version)
		for _, number := range response.names {
			s.held[kind][number] = version
		}
		s.sidecar.held[kind].Store(int64(len(s.held[kind])))
		return false
	}
	s.sidecar.held[kind].Store(int64(response.resources))
	if response.digest == s.digests[kind+1] {
		return false
	}
	s.digests[kind+1] = response.digest
	s.forgetOthers(kind+1, response.names)
	s.wanted[kind+1] = encodedNames(response.digest, response.names)
	return true
}

// forgetOthers drops what is no longer asked for.
func (s *sotwSession) forgetOthers(kind int, names []uint32) {
	if len(s.held[kind]) == 0 {
		return
	}
	before := s.held[kind]
	s.held[kind] = make(map[uint32]uint64, len(before))
	for _, number := range names {
		if version, ok := before[number]; ok {
			s.held[kind][number] = version
		}
	}
	s.sidecar.held[kind].Store(int64(len(s.held[kind])))
}

// childNames visits the names that a cluster or a listener asks for.
func childNames(kind int, value []byte, visit func(name []byte)) error {
	if kind == listeners {
		return routeNamesOf(value, visit)
	}
	name, err := edsNameOf(value)
	if name != nil {
		visit(name)
	}
	return err
}

var encodedLists sync.Map

// encodedNames is the part of a request that has the names.
func encodedNames(digest uint64, names []uint32) []byte {
	if found, ok := encodedLists.Load(digest); ok {
		return found.([]byte)
	}
	var encoded []byte
	seen := map[uint32]bool{}
	for _, name := range names {
		if !seen[name] {
			seen[name] = true
			encoded = text(encoded, sotwNames, known.text(name))
		}
	}
	encodedLists.Store(digest, encoded)
	return encoded
}
