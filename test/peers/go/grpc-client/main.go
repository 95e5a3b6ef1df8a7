// Command grpc-client makes gRPC calls as it is told: a JSON object on each line of standard input is one command, and
// each is answered by a line on standard output. Messages are bytes, given as a text and how often it is repeated, so
// that large ones need not cross the pipe. Targets may be of any scheme that Go's client knows, xds among them.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"sync"

	_ "google.golang.org/grpc/health"
	_ "google.golang.org/grpc/xds"
)

// command is one line of input; which fields matter depends on what is to be done.
type command struct {
	ID      int    `json:"id"`
	Do      string `json:"do"`
	Channel string `json:"channel"`
	Call    string `json:"call"`

	connectOptions
	callOptions

	Text  string `json:"text"`
	Times int    `json:"times"`
}

// answer is one line of output.
type answer struct {
	ID     int    `json:"id"`
	Result any    `json:"result"`
	Error  string `json:"error,omitempty"`
}

// session is all that the commands so far have made.
type session struct {
	mu       sync.Mutex
	out      *json.Encoder
	channels map[string]*channel
	calls    map[string]*call
}

func main() {
	s := &session{out: json.NewEncoder(os.Stdout), channels: map[string]*channel{}, calls: map[string]*call{}}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var c command
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			fmt.Fprintln(os.Stderr, "not a command:", err)
			os.Exit(2)
		}
		s.run(c)
	}
}

func (s *session) reply(id int, result any, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := answer{ID: id, Result: result}
	if err != nil {
		a.Error = err.Error()
	}
	_ = s.out.Encode(a)
}

// run starts what a command says. Commands of one call that send, and those that receive, follow each other in order.
func (s *session) run(c command) {
	switch c.Do {
	case "connect":
		ch, err := connect(c.connectOptions)
		if err == nil {
			s.channels[c.Channel] = ch
		}
		s.reply(c.ID, nil, err)
		return
	case "send", "end", "cancel", "receive", "finish":
		s.runOnCall(c)
		return
	}
	ch, ok := s.channels[c.Channel]
	if !ok {
		s.reply(c.ID, nil, fmt.Errorf("there is no channel %q", c.Channel))
		return
	}
	switch c.Do {
	case "open":
		s.calls[c.Call] = ch.open(c.callOptions)
		s.reply(c.ID, nil, nil)
	case "watch":
		s.calls[c.Call] = ch.watch(c.Text)
		s.reply(c.ID, nil, nil)
	case "unary":
		go func() { s.reply(c.ID, ch.unary(c.callOptions, message(c.Text, c.Times)), nil) }()
	case "check":
		go func() { s.reply(c.ID, ch.check(c.Text), nil) }()
	case "close":
		s.reply(c.ID, nil, ch.conn.Close())
	default:
		s.reply(c.ID, nil, fmt.Errorf("unknown command %q", c.Do))
	}
}

func (s *session) runOnCall(c command) {
	call, ok := s.calls[c.Call]
	if !ok {
		s.reply(c.ID, nil, fmt.Errorf("there is no call %q", c.Call))
		return
	}
	switch c.Do {
	case "send":
		call.sending <- func() { s.reply(c.ID, call.send(message(c.Text, c.Times)), nil) }
	case "end":
		call.sending <- func() { s.reply(c.ID, call.end(), nil) }
	case "cancel":
		call.cancel()
		s.reply(c.ID, nil, nil)
	case "receive":
		call.receiving <- func() { s.reply(c.ID, call.receive(), nil) }
	case "finish":
		call.receiving <- func() { s.reply(c.ID, call.finish(), nil) }
	}
}
