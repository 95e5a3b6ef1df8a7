import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { goldenFolder } from "../golden/istiod-xds.ts";
import { type ComparedCase, fileCase } from "./compared-case.ts";

const samples = join(goldenFolder, "../../istio-samples");
const bookinfo = (file: string) => join(samples, "bookinfo", file);

/** What users apply first, so that rules find the services they speak of. */
const applications: Readonly<Record<string, readonly string[]>> = {
  bookinfo: [bookinfo("platform/kube/bookinfo.yaml"), bookinfo("networking/destination-rule-all.yaml")],
  httpbin: [join(samples, "httpbin/httpbin.yaml")],
  "tcp-echo": [join(samples, "tcp-echo/tcp-echo-services.yaml")],
};

/** Istio's samples, each file as a case of its own on top of the application it belongs to. */
export function sampleCases(): readonly ComparedCase[] {
  const files = readdirSync(samples, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".yaml"));
  return files.sort().map((file) => {
    const [application = ""] = file.split("/");
    const first = /networking\/(?!destination-rule)|gateway|all-v1/.test(file) ? (applications[application] ?? []) : [];
    return fileCase(`${application} ${basename(file)}`, [...first, join(samples, file)]);
  });
}
