package main

import (
	"bytes"
	"errors"
	"fmt"

	"google.golang.org/protobuf/encoding/protowire"
)

// The types that a sidecar asks for, in the order of their bits in a mask.
const (
	clusters = iota
	endpoints
	listeners
	routes
	types
)

var typeNames = [types]string{"CDS", "EDS", "LDS", "RDS"}

var typeURLs = [types]string{
	"type.googleapis.com/envoy.config.cluster.v3.Cluster",
	"type.googleapis.com/envoy.config.endpoint.v3.ClusterLoadAssignment",
	"type.googleapis.com/envoy.config.listener.v3.Listener",
	"type.googleapis.com/envoy.config.route.v3.RouteConfiguration",
}

// errProtocol is something that no server may send.
var errProtocol = errors.New("not a response")

func typeOf(url []byte) (int, error) {
	for kind, each := range typeURLs {
		if string(url) == each {
			return kind, nil
		}
	}
	return 0, fmt.Errorf("%w: nobody asked for %q", errProtocol, url)
}

// typeOfAll is the type of a response, which all of its resources must have.
func typeOfAll(url []byte, kinds uint8) (int, error) {
	kind, err := typeOf(url)
	if err == nil && kinds&^(1<<kind) != 0 {
		err = fmt.Errorf("%w: resources of other types than %q", errProtocol, url)
	}
	return kind, err
}

// Fields of Any, Cluster, its EdsClusterConfig, Listener, FilterChain, Filter, HttpConnectionManager and Rds.
const (
	anyType, anyValue                    = 1, 2
	clusterName, clusterKind, clusterEds = 1, 2, 3
	edsServiceName                       = 2
	listenerChains, listenerDefaultChain = 3, 25
	chainFilters, filterConfig           = 3, 4
	managerRds, rdsName                  = 3, 2
	eds                                  = 3
	// Of a ClusterLoadAssignment and of a RouteConfiguration alike.
	resourceName = 1
)

var connectionManager = []byte("HttpConnectionManager")

// fields visits the fields of a message; other than bytes they have a number only.
func fields(message []byte, visit func(field protowire.Number, value []byte, number uint64)) error {
	for len(message) > 0 {
		field, kind, length := protowire.ConsumeTag(message)
		if length < 0 {
			return errProtocol
		}
		message = message[length:]
		var value []byte
		var number uint64
		switch kind {
		case protowire.BytesType:
			value, length = protowire.ConsumeBytes(message)
		case protowire.VarintType:
			number, length = protowire.ConsumeVarint(message)
		default:
			length = protowire.ConsumeFieldValue(field, kind, message)
		}
		if length < 0 {
			return errProtocol
		}
		visit(field, value, number)
		message = message[length:]
	}
	return nil
}

// unpack is what an Any holds, and of which type.
func unpack(packed []byte) (kind int, value []byte, err error) {
	var url []byte
	err = fields(packed, func(field protowire.Number, bytes []byte, _ uint64) {
		switch field {
		case anyType:
			url = bytes
		case anyValue:
			value = bytes
		}
	})
	if err != nil {
		return 0, nil, err
	}
	kind, err = typeOf(url)
	return kind, value, err
}

// edsNameOf is the name by which a cluster asks for its endpoints; nil if it does not.
func edsNameOf(cluster []byte) (name []byte, err error) {
	var service []byte
	byEds := false
	err = fields(cluster, func(field protowire.Number, value []byte, number uint64) {
		switch field {
		case clusterName:
			name = value
		case clusterKind:
			byEds = number == eds
		case clusterEds:
			_ = fields(value, func(field protowire.Number, value []byte, _ uint64) {
				if field == edsServiceName {
					service = value
				}
			})
		}
	})
	if !byEds {
		return nil, err
	}
	if len(service) > 0 {
		return service, err
	}
	return name, err
}

// routeNamesOf visits the names of the route tables that a listener asks for.
func routeNamesOf(listener []byte, visit func(name []byte)) error {
	return fields(listener, func(field protowire.Number, chain []byte, _ uint64) {
		if field != listenerChains && field != listenerDefaultChain {
			return
		}
		inner(chain, chainFilters, func(filter []byte) {
			inner(filter, filterConfig, func(packed []byte) {
				isManager := false
				inner(packed, anyType, func(url []byte) { isManager = bytes.HasSuffix(url, connectionManager) })
				if !isManager {
					return
				}
				inner(packed, anyValue, func(manager []byte) {
					inner(manager, managerRds, func(rds []byte) { inner(rds, rdsName, visit) })
				})
			})
		})
	})
}

func inner(message []byte, wanted protowire.Number, visit func(value []byte)) {
	_ = fields(message, func(field protowire.Number, value []byte, _ uint64) {
		if field == wanted && value != nil {
			visit(value)
		}
	})
}

// nameOf is the name of an assignment of endpoints or of a route table.
func nameOf(resource []byte) (name []byte) {
	inner(resource, resourceName, func(value []byte) { name = value })
	return name
}

func text(to []byte, field protowire.Number, value string) []byte {
	return protowire.AppendString(protowire.AppendTag(to, field, protowire.BytesType), value)
}

func embedded(to []byte, field protowire.Number, value []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(to, field, protowire.BytesType), value)
}
