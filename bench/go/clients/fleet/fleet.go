package main

import (
	"sync"
	"sync/atomic"
	"time"
)

// fleet is all sidecars of one server.
type fleet struct {
	address  string
	window   uint32
	delta    bool
	sidecars []*sidecar
	race     atomic.Pointer[race]
	tally    tally
	closed   atomic.Bool
	running  sync.WaitGroup
}

// tally counts what all sidecars were sent, by type.
type tally struct {
	messages, bytes, resources [types]atomic.Int64
	// Streams that the server has ended, or not let in.
	refused atomic.Int64
	// When the last message came, in nanoseconds since 1970.
	last atomic.Int64
}

// traffic is a tally since the last measurement began.
type traffic struct {
	Messages, Bytes, Resources map[string]int64
	Refused                    int64
}

func newFleet(asked command, window uint32) *fleet {
	f := &fleet{address: asked.Address, window: window, delta: asked.Delta}
	for i, node := range asked.Nodes {
		f.sidecars = append(f.sidecars, &sidecar{fleet: f, index: i, node: node})
	}
	return f
}

// connect lets all sidecars connect at the same time.
func (f *fleet) connect(limit time.Duration) outcome {
	f.begin(newRace(len(f.sidecars), len(f.sidecars)))
	for _, each := range f.sidecars {
		f.running.Add(1)
		go each.run()
	}
	return f.wait(limit)
}

func (f *fleet) watch(marker []byte, wanted uint8, concerned []int) outcome {
	if len(concerned) == 0 {
		for i := range f.sidecars {
			concerned = append(concerned, i)
		}
	}
	race := newRace(len(f.sidecars), len(concerned))
	race.marker = marker
	for _, i := range concerned {
		race.left[i] = wanted
	}
	f.begin(race)
	return outcome{Expected: len(concerned)}
}

func (f *fleet) begin(r *race) {
	for i := range types {
		f.tally.messages[i].Store(0)
		f.tally.bytes[i].Store(0)
		f.tally.resources[i].Store(0)
	}
	f.tally.refused.Store(0)
	f.tally.last.Store(time.Now().UnixNano())
	r.begun = time.Now()
	f.race.Store(r)
}

func (f *fleet) wait(limit time.Duration) outcome {
	return f.race.Load().wait(limit)
}

// quiet waits until no message has come for a while, and tells what has come since the measurement began.
func (f *fleet) quiet(long, limit time.Duration) traffic {
	for end := time.Now().Add(limit); time.Now().Before(end); {
		since := time.Since(time.Unix(0, f.tally.last.Load()))
		if since >= long {
			break
		}
		time.Sleep(long - since)
	}
	sent := traffic{map[string]int64{}, map[string]int64{}, map[string]int64{}, f.tally.refused.Load()}
	for i, name := range typeNames {
		sent.Messages[name] = f.tally.messages[i].Load()
		sent.Bytes[name] = f.tally.bytes[i].Load()
		sent.Resources[name] = f.tally.resources[i].Load()
	}
	return sent
}

// holds tells the number of resources of all sidecars together, by type.
func (f *fleet) holds() map[string]int64 {
	sum := map[string]int64{}
	for _, each := range f.sidecars {
		for i, name := range typeNames {
			sum[name] += each.held[i].Load()
		}
	}
	return sum
}

func (f *fleet) disconnect() {
	f.closed.Store(true)
	for _, each := range f.sidecars {
		each.disconnect()
	}
	f.running.Wait()
}

func (t *tally) count(kind, bytes, resources int) {
	t.messages[kind].Add(1)
	t.bytes[kind].Add(int64(bytes))
	t.resources[kind].Add(int64(resources))
	t.last.Store(time.Now().UnixNano())
}
