// Command push-server is the peer of the transport benchmark: google.golang.org/grpc as it is meant to be used, sending one
// response to every stream that is open. It speaks as much of ADS as the load client does.
package main

import (
	"crypto/tls"
	"crypto/x509"
	"flag"
	"fmt"
	"log"
	"net"
	"os"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
)

func main() {
	shared := flag.Bool("shared", false, "encode a response once for all streams, instead of once for each")
	certificates := flag.String("tls", "", "directory with ca.crt, server.crt and server.key; empty: plain text")
	flag.Parse()
	options := []grpc.ServerOption{grpc.ForceServerCodecV2(codec{})}
	if *certificates != "" {
		options = append(options, grpc.Creds(credentials.NewTLS(serverTLS(*certificates))))
	}
	pushes := newPushes(*shared)
	server := grpc.NewServer(append(options, grpc.UnknownServiceHandler(pushes.serve))...)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(listener.Addr())
	log.Fatal(server.Serve(listener))
}

func serverTLS(dir string) *tls.Config {
	pair, err := tls.LoadX509KeyPair(dir+"/server.crt", dir+"/server.key")
	if err != nil {
		log.Fatal(err)
	}
	authority, err := os.ReadFile(dir + "/ca.crt")
	if err != nil {
		log.Fatal(err)
	}
	clients := x509.NewCertPool()
	clients.AppendCertsFromPEM(authority)
	return &tls.Config{
		Certificates: []tls.Certificate{pair},
		ClientCAs:    clients,
		ClientAuth:   tls.VerifyClientCertIfGiven,
	}
}
