package main

import (
	"fmt"

	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/proto"
)

// codec sends bytes as they are, without a copy, and messages encoded; what comes in is left as it is.
type codec struct{}

func (codec) Name() string { return "proto" }

func (codec) Marshal(value any) (mem.BufferSlice, error) {
	switch value := value.(type) {
	case mem.BufferSlice:
		return value, nil
	case proto.Message:
		bytes, err := proto.Marshal(value)
		return mem.BufferSlice{mem.SliceBuffer(bytes)}, err
	default:
		return nil, fmt.Errorf("cannot send a %T", value)
	}
}

func (codec) Unmarshal(data mem.BufferSlice, value any) error {
	*value.(*[]byte) = data.Materialize()
	return nil
}
