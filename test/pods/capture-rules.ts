/** The user that a pod's Envoy runs as: what it sends itself is not captured again. */
export const proxyUser = 1337;

/** The address that Envoy calls its own workload from. */
const fromProxy = "127.0.0.6/32";

/**
 * How a pod's traffic reaches its Envoy, for iptables-restore. Besides the two redirections: calls of the Envoy to its own
 * pod by another address than the loopback's are calls from outside, calls to the loopback address stay with the workload,
 * and the pages of Envoy itself are reached directly.
 */
export const captureRules = `*nat
:FAIRWAY_OUT -
:FAIRWAY_IN -
-A OUTPUT -p tcp -j FAIRWAY_OUT
-A PREROUTING -p tcp -j FAIRWAY_IN
-A FAIRWAY_OUT -s ${fromProxy} -o lo -j RETURN
-A FAIRWAY_OUT -o lo ! -d 127.0.0.1/32 -p tcp -m owner --uid-owner ${proxyUser} -j REDIRECT --to-ports 15006
-A FAIRWAY_OUT -m owner --uid-owner ${proxyUser} -j RETURN
-A FAIRWAY_OUT -d 127.0.0.1/32 -j RETURN
-A FAIRWAY_OUT -p tcp -j REDIRECT --to-ports 15001
-A FAIRWAY_IN -p tcp -m multiport --dports 15000,15006,15021 -j RETURN
-A FAIRWAY_IN -p tcp -j REDIRECT --to-ports 15006
COMMIT
`;
