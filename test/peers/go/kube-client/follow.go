package main

import (
	"context"
	"encoding/json"
	"fmt"
	"sort"
	"strings"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
)

var followed = []schema.GroupVersionResource{
	{Version: "v1", Resource: "services"},
	{Version: "v1", Resource: "nodes"},
	{Version: "v1", Resource: "configmaps"},
	{Version: "v1", Resource: "pods"},
	{Group: "discovery.k8s.io", Version: "v1", Resource: "endpointslices"},
	{Group: "coordination.k8s.io", Version: "v1", Resource: "leases"},
}

type follower struct {
	config *rest.Config
	stores map[string]cache.Store
	synced []cache.InformerSynced
}

func follow(args []string) error {
	if len(args) != 2 {
		return fmt.Errorf("follow needs KUBECONFIG TYPE")
	}
	config, err := clientcmd.BuildConfigFromFlags("", args[0])
	if err != nil {
		return err
	}
	config.QPS, config.Burst = 1000, 1000
	config.ContentType = args[1]
	client, err := kubernetes.NewForConfig(config)
	if err != nil {
		return err
	}
	factory := informers.NewSharedInformerFactory(client, 0)
	f := &follower{config: config, stores: map[string]cache.Store{}}
	for _, resource := range followed {
		informer, err := factory.ForResource(resource)
		if err != nil {
			return err
		}
		f.stores[resource.Resource] = informer.Informer().GetStore()
		f.synced = append(f.synced, informer.Informer().HasSynced)
	}
	stop := make(chan struct{})
	defer close(stop)
	factory.Start(stop)
	return eachLine(f.answer)
}

// A command: "versions" tells what the caches hold, by resourceVersion; "dump RESOURCE" the objects themselves; the
// others send a typed request and answer with what came back.
func (f *follower) answer(line []byte) (string, error) {
	verb, rest, _ := strings.Cut(string(line), " ")
	switch verb {
	case "versions":
		return f.versions()
	case "dump":
		return f.dump(rest)
	default:
		return f.request(verb, []byte(rest))
	}
}

func (f *follower) versions() (string, error) {
	for _, synced := range f.synced {
		if !synced() {
			return "{}", nil
		}
	}
	held := map[string]map[string]string{}
	for resource, store := range f.stores {
		held[resource] = map[string]string{}
		for _, item := range store.List() {
			object, err := meta.Accessor(item)
			if err != nil {
				return "", err
			}
			held[resource][object.GetNamespace()+"/"+object.GetName()] = object.GetResourceVersion()
		}
	}
	text, err := json.Marshal(held)
	return string(text), err
}

func (f *follower) dump(resource string) (string, error) {
	items := f.stores[resource].List()
	sort.Slice(items, func(i, j int) bool { return nameOf(items[i]) < nameOf(items[j]) })
	text, err := json.Marshal(items)
	return string(text), err
}

func nameOf(item any) string {
	object, _ := meta.Accessor(item)
	return object.GetNamespace() + "/" + object.GetName()
}

func (f *follower) request(verb string, body []byte) (string, error) {
	object, kind, err := asJSON.Decode(body, nil, nil)
	if err != nil {
		return "", err
	}
	named, err := meta.Accessor(object)
	if err != nil {
		return "", err
	}
	config := rest.CopyConfig(f.config)
	version := kind.GroupVersion()
	config.GroupVersion = &version
	config.NegotiatedSerializer = scheme.Codecs.WithoutConversion()
	config.APIPath = "/apis"
	if version.Group == "" {
		config.APIPath = "/api"
	}
	client, err := rest.RESTClientFor(config)
	if err != nil {
		return "", err
	}
	plural, _ := meta.UnsafeGuessKindToResource(*kind)
	answer, err := send(client, verb, plural.Resource, named, object)
	if err != nil {
		return "", err
	}
	if answer == nil {
		return "null", nil
	}
	text, err := json.Marshal(answer)
	return string(text), err
}

func send(client *rest.RESTClient, verb, resource string, named metav1.Object, object runtime.Object) (runtime.Object, error) {
	ctx := context.Background()
	namespace := named.GetNamespace()
	at := func(request *rest.Request) *rest.Request {
		return request.NamespaceIfScoped(namespace, namespace != "").Resource(resource)
	}
	switch verb {
	case "create":
		return at(client.Post()).Body(object).Do(ctx).Get()
	case "update":
		return at(client.Put()).Name(named.GetName()).Body(object).Do(ctx).Get()
	case "get":
		return at(client.Get()).Name(named.GetName()).Do(ctx).Get()
	case "list":
		return at(client.Get()).Do(ctx).Get()
	case "delete":
		uid := named.GetUID()
		options := &metav1.DeleteOptions{}
		if uid != "" {
			options.Preconditions = &metav1.Preconditions{UID: &uid}
		}
		return nil, at(client.Delete()).Name(named.GetName()).Body(options).Do(ctx).Error()
	}
	return nil, fmt.Errorf("unknown verb %q", verb)
}
