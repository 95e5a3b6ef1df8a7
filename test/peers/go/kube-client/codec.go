package main

import (
	"bytes"
	"encoding/hex"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer/json"
	"k8s.io/apimachinery/pkg/runtime/serializer/protobuf"
	"k8s.io/client-go/kubernetes/scheme"
)

var (
	types      = knownTypes()
	asJSON     = json.NewSerializerWithOptions(json.DefaultMetaFactory, types, types, json.SerializerOptions{})
	asProtobuf = protobuf.NewSerializer(types, types)
)

// knownTypes are all of Kubernetes' kinds, and metadata alone.
func knownTypes() *runtime.Scheme {
	known := runtime.NewScheme()
	if err := scheme.AddToScheme(known); err != nil {
		fail(err)
	}
	if err := metav1.AddMetaToScheme(known); err != nil {
		fail(err)
	}
	return known
}

func encodeLine(line []byte) (string, error) {
	object, _, err := asJSON.Decode(line, nil, nil)
	if err != nil {
		return "", err
	}
	var out bytes.Buffer
	if err := asProtobuf.Encode(object, &out); err != nil {
		return "", err
	}
	return hex.EncodeToString(out.Bytes()), nil
}

func decodeLine(line []byte) (string, error) {
	raw, err := hex.DecodeString(string(line))
	if err != nil {
		return "", err
	}
	object, _, err := asProtobuf.Decode(raw, nil, nil)
	if err != nil {
		return "", err
	}
	var out bytes.Buffer
	if err := asJSON.Encode(object, &out); err != nil {
		return "", err
	}
	return string(bytes.TrimSpace(out.Bytes())), nil
}
