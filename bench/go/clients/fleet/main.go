// Command fleet is the load of the push benchmark: many sidecars, each with a connection and an ADS stream of its own, that
// subscribe as Envoy does, acknowledge at once, and keep of what they are sent no more than names and versions. It tells
// when the last of them has a change, which it knows by bytes that are nowhere but in the change. It takes commands on
// standard input, a JSON object on each line, and answers each with one.
package main

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"os"
	"time"
)

// command is one of:
//   - connect: all sidecars at the same time; answered when each has its whole first configuration;
//   - watch: begins to measure a change; answered at once, so that the change can be made then;
//   - wait: answered when all who are concerned have the change;
//   - quiet: answered when nobody was sent anything for a while;
//   - holds: how many resources the sidecars have;
//   - disconnect.
type command struct {
	Do string
	// connect: where, the form, and the encoded Node of each sidecar.
	Address string
	Delta   bool
	Nodes   [][]byte
	// watch: what to look for, in which types (a mask), and by whom; nobody named is everybody.
	Marker  []byte
	Types   uint8
	Proxies []int
	// quiet: for how long. LimitMs ends waiting in any case.
	ForMs   int
	LimitMs int
}

func main() {
	window := flag.Int("window", 16<<20, "bytes that a server may send before a sidecar has taken them")
	flag.Parse()
	lines := bufio.NewReaderSize(os.Stdin, 1<<20)
	answers := json.NewEncoder(os.Stdout)
	fleet := &fleet{}
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		var asked command
		if err := json.Unmarshal(line, &asked); err != nil {
			log.Fatal(err)
		}
		if asked.Do == "connect" {
			fleet = newFleet(asked, uint32(*window))
		}
		answer, err := fleet.do(asked)
		if err != nil {
			log.Fatal(err)
		}
		if err := answers.Encode(answer); err != nil {
			log.Fatal(err)
		}
	}
}

func (f *fleet) do(asked command) (any, error) {
	limit := time.Duration(asked.LimitMs) * time.Millisecond
	switch asked.Do {
	case "connect":
		return f.connect(limit), nil
	case "watch":
		return f.watch(asked.Marker, asked.Types, asked.Proxies), nil
	case "wait":
		return f.wait(limit), nil
	case "quiet":
		return f.quiet(time.Duration(asked.ForMs)*time.Millisecond, limit), nil
	case "holds":
		return f.holds(), nil
	case "disconnect":
		f.disconnect()
		return struct{}{}, nil
	default:
		return nil, fmt.Errorf("unknown command %s", asked.Do)
	}
}
