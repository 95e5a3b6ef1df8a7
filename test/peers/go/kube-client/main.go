// A client of the Kubernetes API as programs in Go are: client-go's informers and typed requests, and its encoders.
//
//	kube-client encode            JSON objects on stdin, one per line, to protobuf in hex
//	kube-client decode            the other way round
//	kube-client follow KUBECONFIG TYPE
//	                              informers in a content type; commands on stdin, answers on stdout
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
)

func main() {
	if len(os.Args) < 2 {
		fail(fmt.Errorf("say what to do: encode, decode or follow"))
	}
	var err error
	switch os.Args[1] {
	case "encode":
		err = eachLine(encodeLine)
	case "decode":
		err = eachLine(decodeLine)
	case "follow":
		err = follow(os.Args[2:])
	default:
		err = fmt.Errorf("unknown command %q", os.Args[1])
	}
	if err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

// eachLine answers every line of stdin with one line of stdout.
func eachLine(answer func(line []byte) (string, error)) error {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 64<<20)
	out := bufio.NewWriter(os.Stdout)
	for lines.Scan() {
		said, err := answer(lines.Bytes())
		if err != nil {
			text, _ := json.Marshal(err.Error())
			said = "error " + string(text)
		}
		fmt.Fprintln(out, said)
		if err := out.Flush(); err != nil {
			return err
		}
	}
	return lines.Err()
}
