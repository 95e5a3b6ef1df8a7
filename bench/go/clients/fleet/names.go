package main

import (
	"encoding/binary"
	"hash/maphash"
	"sync"
)

var seed = maphash.MakeSeed()

func digest(bytes []byte) uint64 {
	return maphash.Bytes(seed, bytes)
}

// names gives numbers to names and to lists of names, so that sidecars share them: thousands of sidecars have the same.
type names struct {
	mutex   sync.RWMutex
	numbers map[string]uint32
	texts   []string
	lists   map[string]uint32
	members [][]uint32
}

// noNames is the empty list.
const noNames = 0

var known = &names{numbers: map[string]uint32{}, lists: map[string]uint32{"": noNames}, members: [][]uint32{nil}}

func (n *names) number(name []byte) uint32 {
	n.mutex.RLock()
	found, ok := n.numbers[string(name)]
	n.mutex.RUnlock()
	if ok {
		return found
	}
	n.mutex.Lock()
	defer n.mutex.Unlock()
	if found, ok := n.numbers[string(name)]; ok {
		return found
	}
	n.texts = append(n.texts, string(name))
	n.numbers[string(name)] = uint32(len(n.texts) - 1)
	return uint32(len(n.texts) - 1)
}

func (n *names) text(number uint32) string {
	n.mutex.RLock()
	defer n.mutex.RUnlock()
	return n.texts[number]
}

// list numbers a list of numbers.
func (n *names) list(members []uint32) uint32 {
	key := make([]byte, 0, 4*len(members))
	for _, each := range members {
		key = binary.BigEndian.AppendUint32(key, each)
	}
	n.mutex.RLock()
	found, ok := n.lists[string(key)]
	n.mutex.RUnlock()
	if ok {
		return found
	}
	n.mutex.Lock()
	defer n.mutex.Unlock()
	if found, ok := n.lists[string(key)]; ok {
		return found
	}
	n.members = append(n.members, members)
	n.lists[string(key)] = uint32(len(n.members) - 1)
	return uint32(len(n.members) - 1)
}

func (n *names) of(list uint32) []uint32 {
	n.mutex.RLock()
	defer n.mutex.RUnlock()
	return n.members[list]
}
