// Command load-client is the load of the transport benchmark: many proxies, each with a connection and a stream of its own,
// that take responses, acknowledge them and forget them. It speaks HTTP/2 frame by frame, so that it costs little beside
// the server it loads. It takes commands on standard input, a JSON object on each line, and answers each with one.
package main

import (
	"bufio"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"flag"
	"log"
	"os"
)

// command is `open`, which connects to a server, or `push`, which makes a server send all its streams a response.
type command struct {
	Do      string
	Server  string
	Address string
	Streams int
	Size    int
}

// answer tells how long it was until the last stream had its whole response, and how many bytes all had together.
type answer struct {
	LastMs float64
	Bytes  int64
}

func main() {
	certificates := flag.String("tls", "", "directory with ca.crt, client.crt and client.key; empty: plain text")
	window := flag.Int("window", 16<<20, "bytes that a server may send before this client has taken them")
	flag.Parse()
	load := load{window: uint32(*window), servers: map[string]*fleet{}}
	if *certificates != "" {
		load.tls = clientTLS(*certificates)
	}
	lines := bufio.NewScanner(os.Stdin)
	answers := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		var asked command
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			log.Fatal(err)
		}
		done, err := load.do(asked)
		if err != nil {
			log.Fatal(err)
		}
		if err := answers.Encode(done); err != nil {
			log.Fatal(err)
		}
	}
}

func clientTLS(dir string) *tls.Config {
	pair, err := tls.LoadX509KeyPair(dir+"/client.crt", dir+"/client.key")
	if err != nil {
		log.Fatal(err)
	}
	authority, err := os.ReadFile(dir + "/ca.crt")
	if err != nil {
		log.Fatal(err)
	}
	servers := x509.NewCertPool()
	servers.AppendCertsFromPEM(authority)
	return &tls.Config{Certificates: []tls.Certificate{pair}, RootCAs: servers, NextProtos: []string{"h2"}}
}
