import assert from "node:assert/strict";
import { suite, test } from "node:test";
import { parseCommandLine } from "./parse-command-line.ts";
import { traceCommand } from "./trace-command.ts";

const pod = (name: string, ip: string, labels: string, sidecar = true) => `
apiVersion: v1
kind: Pod
metadata:
  name: ${name}
  namespace: shop
  labels: {${labels}${sidecar ? ", security.istio.io/tlsMode: istio" : ""}}
spec:
  serviceAccountName: ${name}
  containers: [{name: app, image: "example.invalid/app:1"}]
status:
  phase: Running
  podIP: ${ip}
  podIPs: [{ip: ${ip}}]
  conditions: [{type: Ready, status: "True"}]
---`;

const mesh = `${pod("web-1", "10.0.0.1", "app: web")}${pod("cart-1", "10.0.0.2", "app: cart")}${pod("plain-1", "10.0.0.3", "app: plain", false)}${pod("ingress-1", "10.0.0.9", "istio: ingressgateway")}
apiVersion: v1
kind: Service
metadata: {name: cart, namespace: shop}
spec:
  clusterIP: 10.96.0.10
  selector: {app: cart}
  ports: [{name: http, port: 80, targetPort: 8080}]
---
apiVersion: discovery.k8s.io/v1
kind: EndpointSlice
metadata: {name: cart-1, namespace: shop, labels: {kubernetes.io/service-name: cart}}
addressType: IPv4
ports: [{name: http, port: 8080}]
endpoints:
- addresses: [10.0.0.2]
  conditions: {ready: true}
  targetRef: {kind: Pod, name: cart-1, namespace: shop}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: batch, namespace: shop}
spec:
  selector: {matchLabels: {app: batch}}
  template:
    metadata: {labels: {app: batch}}
    spec: {serviceAccountName: batch, containers: [{name: app, image: "example.invalid/app:1"}]}
---
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: cart, namespace: shop}
spec:
  hosts: [cart]
  http:
  - match: [{uri: {prefix: /old}}]
    redirect: {uri: /new}
  - route: [{destination: {host: cart}}]
---
apiVersion: security.istio.io/v1
kind: AuthorizationPolicy
metadata: {name: carts, namespace: shop}
spec:
  selector: {matchLabels: {app: cart}}
  rules: [{from: [{source: {principals: [cluster.local/ns/shop/sa/web-1]}}]}]
---
apiVersion: networking.istio.io/v1
kind: Gateway
metadata: {name: gw, namespace: shop}
spec:
  selector: {istio: ingressgateway}
  servers: [{port: {number: 80, name: http, protocol: HTTP}, hosts: [shop.example.com]}]
---
apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: edge, namespace: shop}
spec:
  hosts: [shop.example.com]
  gateways: [gw]
  http: [{route: [{destination: {host: cart}}]}]
`;

async function trace(...args: readonly string[]): Promise<string> {
  let out = "";
  const terminal = {
    out: (text: string) => {
      out += text;
    },
    err: () => {},
    colour: false,
    columns: () => undefined,
    input: async () => new TextEncoder().encode(mesh),
  };
  await parseCommandLine(["trace", "-f", "-", ...args], [traceCommand], "0", terminal);
  return out;
}

suite("fairway trace", () => {
  test("follows a call from proxy to proxy to the workload", async () => {
    const out = await trace("--from", "shop/web-1", "--to", "http://cart/items");
    assert.match(
      out,
      /^GET http:\/\/cart\/items from shop\/web-1\ncart\.shop\.svc\.cluster\.local has address 10\.96\.0\.10\n/,
    );
    assert.match(out, /^shop\/web-1: outbound call to 10\.96\.0\.10:80$/m);
    assert.match(out, /route 2 of 2 matches: any path\n.*from VirtualService shop\/cart/);
    assert.match(out, /shop\/cart-1: inbound call to 10\.0\.0\.2:8080/);
    assert.match(out, /TLS from spiffe:\/\/cluster\.local\/ns\/shop\/sa\/web-1 is ended here/);
    assert.match(
      out,
      /allowed: ALLOW policy ns\[shop\]-policy\[carts\]-rule\[0\] matches\n.*from AuthorizationPolicy shop\/carts/,
    );
    assert.match(out, /└─ reaches shop\/cart-1 at 10\.0\.0\.2:8080\n$/);
  });

  test("tells where a call ends, and by which object", async () => {
    assert.match(
      await trace("--from", "shop/web-1", "--to", "http://cart/old"),
      /301 to http:\/\/cart\/new, redirect\n$/,
    );
    assert.match(
      await trace("--from", "shop/batch", "--to", "http://cart/"),
      /denied: no ALLOW policy matches\n.*403, denied\n$/,
    );
  });

  test("follows clients without a proxy, and calls to a gateway", async () => {
    assert.match(
      await trace("--from", "shop/plain-1", "--to", "http://cart/"),
      /^at 10\.0\.0\.2:8080:\n└─ shop\/cart-1: inbound call/m,
    );
    const edge = await trace("--from", "shop/ingress-1", "--to", "http://shop.example.com/");
    assert.match(edge, /at shop\/ingress-1\n\nshop\/ingress-1: call to 10\.0\.0\.9:80\n/);
    assert.match(edge, /TLS from spiffe:\/\/cluster\.local\/ns\/shop\/sa\/ingress-1[\s\S]*403, denied\n$/);
  });

  test("prints data", async () => {
    const { first } = JSON.parse(
      await trace("--from", "shop/web-1", "--to", "http://cart/", "-H", "X-A: b", "-o", "json"),
    );
    assert.equal(first.call.headers["x-a"], "b");
    assert.equal(first.trace.outcome.destinations[0].cluster, "outbound|80||cart.shop.svc.cluster.local");
    assert.equal(first.next[0].hop.next[0].workload, "shop/cart-1");
  });

  test("refuses what it cannot read", async () => {
    const fails = (from: string, to: string, code: string) =>
      assert.rejects(trace("--from", from, "--to", to), { code });
    await fails("shop/nobody", "http://cart/", "NotFound");
    await fails("shop/web-1", "cart", "Settings");
    await fails("shop/web-1", "tcp://cart", "Settings");
  });
});
