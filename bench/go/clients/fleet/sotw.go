package main

import (
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
	held [types]map[uint32]uint64
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

func (s *sotwSession) take(message []byte) (kind, resources int, acknowledgement []byte, then [][]byte, err error) {
	var url, version, nonce []byte
	var packed [][]byte
	err = fields(message, func(field protowire.Number, value []byte, _ uint64) {
		switch field {
		case sotwVersion:
			version = value
		case sotwResources:
			packed = append(packed, value)
		case sotwType:
			url = value
		case sotwNonce:
			nonce = value
		}
	})
	if err != nil {
		return 0, 0, nil, nil, err
	}
	if kind, err = typeOf(url); err != nil {
		return 0, 0, nil, nil, err
	}
	s.versions[kind], s.nonces[kind] = string(version), string(nonce)
	s.answered |= 1 << kind
	child, err := s.keep(kind, packed, digest(version))
	if err != nil {
		return 0, 0, nil, nil, err
	}
	if child {
		then = append(then, s.request(kind+1))
	}
	if s.asked&(1<<listeners) == 0 && (kind == endpoints || s.asked&(1<<endpoints) == 0) {
		then = append(then, s.request(listeners))
	}
	return kind, len(packed), s.request(kind), then, nil
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
func (s *sotwSession) keep(kind int, packed [][]byte, version uint64) (child bool, err error) {
	var sum uint64
	names := func(visit func(name []byte)) error {
		for _, each := range packed {
			if err := childNames(kind, each, visit); err != nil {
				return err
			}
		}
		return nil
	}
	switch kind {
	case endpoints, routes:
		for _, each := range packed {
			value, err := valueOf(each)
			if err != nil {
				return false, err
			}
			s.held[kind][known.number(nameOf(value))] = version
		}
		s.sidecar.held[kind].Store(int64(len(s.held[kind])))
		return false, nil
	default:
		s.sidecar.held[kind].Store(int64(len(packed)))
		// Order and repetition do not matter, but for a listener's routes, which are few: a repeated name is asked for once.
		if err := names(func(name []byte) { sum += digest(name) }); err != nil {
			return false, err
		}
		if sum == s.digests[kind+1] {
			return false, nil
		}
		s.digests[kind+1] = sum
		if err := s.forgetOthers(kind+1, names); err != nil {
			return false, err
		}
		s.wanted[kind+1], err = encodedNames(sum, names)
		return true, err
	}
}

// forgetOthers drops what is no longer asked for.
func (s *sotwSession) forgetOthers(kind int, names func(visit func(name []byte)) error) error {
	if len(s.held[kind]) == 0 {
		return nil
	}
	before := s.held[kind]
	s.held[kind] = make(map[uint32]uint64, len(before))
	err := names(func(name []byte) {
		number := known.number(name)
		if version, ok := before[number]; ok {
			s.held[kind][number] = version
		}
	})
	s.sidecar.held[kind].Store(int64(len(s.held[kind])))
	return err
}

// childNames visits the names that a packed cluster or listener asks for.
func childNames(kind int, packed []byte, visit func(name []byte)) error {
	value, err := valueOf(packed)
	if err != nil {
		return err
	}
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
func encodedNames(sum uint64, names func(visit func(name []byte)) error) ([]byte, error) {
	if found, ok := encodedLists.Load(sum); ok {
		return found.([]byte), nil
	}
	var encoded []byte
	seen := map[string]bool{}
	err := names(func(name []byte) {
		if !seen[string(name)] {
			seen[string(name)] = true
			encoded = embedded(encoded, sotwNames, name)
		}
	})
	encodedLists.Store(sum, encoded)
	return encoded, err
}
