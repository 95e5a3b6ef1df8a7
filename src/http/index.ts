/**
 * What Fairway serves over HTTP: the Kubernetes-style API on the store, metrics and health for operators, and ControlZ
 * for log levels. A store, the kinds and who may do what come in; listeners with a lifetime go out. Faults become HTTP
 * Status answers here and nowhere else.
 */
export { type ApiLimits, defaultApiLimits, limitedServer, type ServerIdentity } from "./api-limits.ts";
export { ApiServer, type ApiServerOptions } from "./api-server.ts";
export { Authenticator } from "./auth/authenticator.ts";
export { KnownTokens, parseTokenFile } from "./auth/known-tokens.ts";
export { defaultPolicies } from "./auth/rbac/default-policies.ts";
export { Rbac } from "./auth/rbac/rbac.ts";
export { ServiceAccountTokens } from "./auth/service-account-tokens.ts";
export { ControlZ } from "./control-z.ts";
export { type Exchange, header, sendBody, sendBytes } from "./exchange.ts";
export { Listener } from "./listener.ts";
export { OperationsServer, type Page, type PageAnswer, standardPages } from "./operations-server.ts";
export { openAccess, type PageAccess, tokenAccess } from "./page-access.ts";
export { ReadApi, type ReadApiParts } from "./read-api.ts";
export { statusOf } from "./status.ts";
export { parseTarget, type ResourceTarget } from "./target.ts";
export { View } from "./view.ts";
export type { WatchTimes } from "./watch.ts";
