package main

import (
	"slices"
	"sync/atomic"
	"time"
)

// race is a measurement: from its beginning until the last sidecar that is concerned has arrived.
type race struct {
	begun time.Time
	// What is looked for, and in which types; no marker: the first configuration is looked for.
	marker []byte
	// By sidecar: the types in which it has still to find the marker. Only the sidecar itself touches its own.
	left []uint8
	// By sidecar: nanoseconds since the beginning at which it arrived; 0 if it has not.
	times    []atomic.Int64
	expected int
	pending  atomic.Int64
	done     chan struct{}
}

// outcome is what a race has come to.
type outcome struct {
	Expected int
	Reached  int
	MedianMs float64
	LastMs   float64
}

func newRace(sidecars, expected int) *race {
	r := &race{begun: time.Now(), left: make([]uint8, sidecars), times: make([]atomic.Int64, sidecars), expected: expected, done: make(chan struct{})}
	r.pending.Store(int64(expected))
	return r
}

func (r *race) arrive(sidecar int) {
	if !r.times[sidecar].CompareAndSwap(0, int64(time.Since(r.begun))) {
		return
	}
	if r.pending.Add(-1) == 0 {
		close(r.done)
	}
}

// wait ends when all have arrived, or after `limit`.
func (r *race) wait(limit time.Duration) outcome {
	if r.expected > 0 {
		select {
		case <-r.done:
		case <-time.After(limit):
		}
	}
	var times []int64
	for i := range r.times {
		if at := r.times[i].Load(); at > 0 {
			times = append(times, at)
		}
	}
	result := outcome{Expected: r.expected, Reached: len(times)}
	if len(times) > 0 {
		slices.Sort(times)
		result.MedianMs = float64(times[len(times)/2]) / 1e6
		result.LastMs = float64(times[len(times)-1]) / 1e6
	}
	return result
}
