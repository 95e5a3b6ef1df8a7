package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"

	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
)

// longestText is how much of a message is told in full.
const longestText = 4096

// received tells of a message that came.
type received struct {
	Bytes  int    `json:"bytes"`
	SHA256 string `json:"sha256"`
	Text   string `json:"text"`
}

// ending tells how a call ended.
type ending struct {
	Code     int                 `json:"code"`
	Message  string              `json:"message"`
	Headers  map[string][]string `json:"headers"`
	Trailers map[string][]string `json:"trailers"`
}

type unaryResult struct {
	ending
	Received *received `json:"received"`
	Peer     string    `json:"peer"`
}

func receivedOf(message []byte) *received {
	sum := sha256.Sum256(message)
	r := &received{Bytes: len(message), SHA256: hex.EncodeToString(sum[:])}
	if len(message) <= longestText {
		r.Text = string(message)
	}
	return r
}

func endingOf(err error, headers, trailers metadata.MD) ending {
	s := status.Convert(err)
	return ending{Code: int(s.Code()), Message: s.Message(), Headers: headers, Trailers: trailers}
}

func message(text string, times int) []byte {
	return bytes.Repeat([]byte(text), times)
}

// bytesCodec leaves messages as they are.
type bytesCodec struct{}

func (bytesCodec) Marshal(v any) ([]byte, error) { return v.([]byte), nil }

func (bytesCodec) Unmarshal(data []byte, v any) error {
	*v.(*[]byte) = bytes.Clone(data)
	return nil
}

func (bytesCodec) Name() string { return "proto" }
