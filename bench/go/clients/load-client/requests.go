package main

import (
	"fmt"

	"google.golang.org/protobuf/encoding/protowire"
)

const (
	controlMethod = "/fairway.bench.Control/Push"
	adsMethod     = "/envoy.service.discovery.v3.AggregatedDiscoveryService/StreamAggregatedResources"
	clusterType   = "type.googleapis.com/envoy.config.cluster.v3.Cluster"
)

// Fields of a DiscoveryRequest and of its Node; the nonce has the same number in a DiscoveryResponse.
const (
	nodeField  = 2
	typeField  = 4
	nonceField = 5
	idField    = 1
)

// firstRequest asks for clusters, and says who asks.
func firstRequest(number int) []byte {
	id := fmt.Sprintf("sidecar~10.0.%d.%d~proxy-%d.load~load.svc.cluster.local", number/250, number%250+1, number)
	node := text(nil, idField, id)
	request := protowire.AppendBytes(protowire.AppendTag(nil, nodeField, protowire.BytesType), node)
	return text(request, typeField, clusterType)
}

// acknowledgement answers the response that ends in `tail`: servers put the nonce last.
func acknowledgement(tail []byte) []byte {
	return text(text(nil, typeField, clusterType), nonceField, nonceAtEnd(tail))
}

func nonceAtEnd(tail []byte) string {
	const tag = nonceField<<3 | byte(protowire.BytesType)
	for at := len(tail) - 2; at >= 0; at-- {
		if tail[at] == tag && int(tail[at+1]) == len(tail)-at-2 {
			return string(tail[at+2:])
		}
	}
	return ""
}

func text(to []byte, field protowire.Number, value string) []byte {
	return protowire.AppendString(protowire.AppendTag(to, field, protowire.BytesType), value)
}
