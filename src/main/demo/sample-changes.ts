import { hostOf } from "../sample/bookinfo.ts";

/** A change of the sample mesh to try: one object that takes the place of the change before it. */
export interface SampleChange {
  /** Also the file's name, without `.yaml`. */
  readonly name: string;
  /** What it does, in a few words. */
  readonly does: string;
  readonly yaml: string;
}

/** The kind and name of the object that every change is. */
export const changedObject = { kind: "virtualservice", name: "reviews" } as const;

/** Header that says that a request is a tester's: one in ten of the demo's has it, and the page hands it on. */
export const testerHeader = "x-tester";

/** Header by which a route marks the answers that came by it. */
export const markHeader = "x-route";

const host = hostOf("reviews");
const to = (subset: string) => `{host: ${host}, subset: ${subset}}`;

/** What there is to try. */
export const sampleChanges: readonly SampleChange[] = [
  {
    name: "canary",
    does: "send 20 % to v2, the rest to v1",
    yaml: virtualService(
      "canary",
      `    route:
    - destination: ${to("v1")}
      weight: 80
    - destination: ${to("v2")}
      weight: 20
`,
    ),
  },
  {
    name: "testers",
    does: `send testers (${testerHeader}: "yes") to v3, the rest to v1`,
    yaml: virtualService(
      "testers",
      `    match: [{headers: {${testerHeader}: {exact: "yes"}}}]
    route: [{destination: ${to("v3")}}]
  - name: others
    headers: {response: {set: {${markHeader}: others}}}
    route: [{destination: ${to("v1")}}]
`,
    ),
  },
  {
    name: "fault",
    does: "fail 25 % of the calls, delay half by 100 ms",
    yaml: virtualService(
      "fault",
      `    fault:
      abort: {httpStatus: 503, percentage: {value: 25}}
      delay: {fixedDelay: 100ms, percentage: {value: 50}}
    route: [{destination: ${to("v1")}}]
`,
    ),
  },
  {
    name: "mirror",
    does: "send all to v1, and copies of half to v2",
    yaml: virtualService(
      "mirror",
      `    route: [{destination: ${to("v1")}}]
    mirrors:
    - destination: ${to("v2")}
      percentage: {value: 50}
`,
    ),
  },
];

function virtualService(route: string, rest: string): string {
  return `apiVersion: networking.istio.io/v1
kind: VirtualService
metadata: {name: ${changedObject.name}, namespace: default}
spec:
  hosts: [${host}]
  http:
  - name: ${route}
    # Only for the demo's table: it tells the first answer that came by this route.
    headers: {response: {set: {${markHeader}: ${route}}}}
${rest}`;
}
