package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/backoff"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/encoding/gzip"
	"google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/keepalive"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/peer"
)

type connectOptions struct {
	Target           string      `json:"target"`
	TLS              *tlsOptions `json:"tls"`
	KeepaliveMs      int         `json:"keepaliveMs"`
	KeepaliveTimeout int         `json:"keepaliveTimeoutMs"`
	MaxReceiveBytes  int         `json:"maxReceiveBytes"`
	Gzip             bool        `json:"gzip"`
	ServiceConfig    string      `json:"serviceConfig"`
}

// tlsOptions are all PEM but the name.
type tlsOptions struct {
	CA          string `json:"ca"`
	Certificate string `json:"certificate"`
	PrivateKey  string `json:"privateKey"`
	ServerName  string `json:"serverName"`
}

// channel is a connection in gRPC's sense: it connects again by itself.
type channel struct {
	conn *grpc.ClientConn
}

func connect(o connectOptions) (*channel, error) {
	creds, err := o.TLS.credentials()
	if err != nil {
		return nil, err
	}
	options := []grpc.DialOption{
		grpc.WithTransportCredentials(creds),
		// One that was refused while the server was away is tried again soon.
		grpc.WithConnectParams(grpc.ConnectParams{
			Backoff:           backoff.Config{BaseDelay: 50 * time.Millisecond, Multiplier: 1.2, MaxDelay: 500 * time.Millisecond},
			MinConnectTimeout: 5 * time.Second,
		}),
	}
	if o.KeepaliveMs > 0 {
		options = append(options, grpc.WithKeepaliveParams(keepalive.ClientParameters{
			Time:                time.Duration(o.KeepaliveMs) * time.Millisecond,
			Timeout:             time.Duration(o.KeepaliveTimeout) * time.Millisecond,
			PermitWithoutStream: true,
		}))
	}
	if o.MaxReceiveBytes > 0 {
		options = append(options, grpc.WithDefaultCallOptions(grpc.MaxCallRecvMsgSize(o.MaxReceiveBytes)))
	}
	if o.Gzip {
		options = append(options, grpc.WithDefaultCallOptions(grpc.UseCompressor(gzip.Name)))
	}
	if o.ServiceConfig != "" {
		options = append(options, grpc.WithDefaultServiceConfig(o.ServiceConfig))
	}
	conn, err := grpc.NewClient(o.Target, options...)
	return &channel{conn}, err
}

func (o *tlsOptions) credentials() (credentials.TransportCredentials, error) {
	if o == nil {
		return insecure.NewCredentials(), nil
	}
	roots := x509.NewCertPool()
	if !roots.AppendCertsFromPEM([]byte(o.CA)) {
		return nil, errors.New("the authority is no certificate")
	}
	config := &tls.Config{RootCAs: roots, ServerName: o.ServerName}
	if o.Certificate != "" {
		pair, err := tls.X509KeyPair([]byte(o.Certificate), []byte(o.PrivateKey))
		if err != nil {
			return nil, err
		}
		config.Certificates = []tls.Certificate{pair}
	}
	return credentials.NewTLS(config), nil
}

// unary makes a call of one message each way.
func (ch *channel) unary(o callOptions, request []byte) unaryResult {
	ctx, cancel := o.context()
	defer cancel()
	var headers, trailers metadata.MD
	var from peer.Peer
	var response []byte
	options := append(o.options(), grpc.Header(&headers), grpc.Trailer(&trailers), grpc.Peer(&from))
	err := ch.conn.Invoke(ctx, o.Method, request, &response, options...)
	result := unaryResult{ending: endingOf(err, headers, trailers)}
	if from.Addr != nil {
		result.Peer = from.Addr.String()
	}
	if err == nil {
		result.Received = receivedOf(response)
	}
	return result
}

// check asks the health service by its own stub.
func (ch *channel) check(service string) unaryResult {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	response, err := grpc_health_v1.NewHealthClient(ch.conn).Check(ctx, &grpc_health_v1.HealthCheckRequest{Service: service})
	result := unaryResult{ending: endingOf(err, nil, nil)}
	if err == nil {
		result.Received = receivedOf([]byte(response.Status.String()))
	}
	return result
}
