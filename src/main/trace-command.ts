import { FairwayError } from "../base/fault.ts";
import { type Command, fileFlag, outputFlag, print } from "../cli/index.ts";
import { meshFlags } from "./offline-mesh-flags.ts";

/** `fairway trace`: follows a call through a mesh made of files. */
export const traceCommand: Command = {
  name: "trace",
  summary: "Follow a call through the proxies of a mesh, from files",
  flags: [
    fileFlag,
    {
      name: "from",
      value: "WORKLOAD",
      required: true,
      doc: "Who calls: NAMESPACE/NAME of a Pod, WorkloadEntry or Deployment; a gateway's Pod for calls from outside to it.",
    },
    {
      name: "to",
      value: "URL",
      required: true,
      doc: "What is called: http://, https://, http2://, grpc://, tcp://HOST:PORT or tls://; hosts as the caller writes them.",
    },
    { name: "header", short: "H", value: "LINE", repeated: true, doc: "A header of the request, as 'name: value'." },
    { name: "request", short: "X", value: "METHOD", doc: "The request's method; default GET." },
    ...meshFlags,
    outputFlag,
  ],
  examples: [
    "fairway trace -f mesh/ --from shop/web-1 --to http://reviews:9080/reviews/1",
    "fairway trace -f mesh/ --from shop/web-1 --to http://reviews:9080/ -H 'end-user: jason' -X POST -o json",
    "fairway trace -f mesh/ --from istio-system/ingress-1 --to https://shop.example.com/",
  ],
  async run(given, terminal) {
    const [{ loadMesh }, { findParty, partyName }, { resolveTarget }, { followCall }, { renderHop, renderOnward }] =
      await Promise.all([
        import("./offline-mesh.ts"),
        import("./trace-party.ts"),
        import("./trace-target.ts"),
        import("./trace-journey.ts"),
        import("./trace-tree.ts"),
      ]);
    const mesh = await loadMesh(given, terminal);
    const wrong = mesh.problems.filter(({ severity }) => severity === "error").length;
    if (wrong > 0)
      terminal.err(`warning: ${wrong} errors in the files, see \`fairway analyze\`; such objects are left out\n`);
    const name = given.text("from") ?? "";
    const from = findParty(mesh, name);
    if (from === undefined) {
      throw new FairwayError("NotFound", `no Pod, WorkloadEntry or Deployment among the files is '${name}'`);
    }
    const method = given.text("request");
    const options = { headers: given.list("header"), ...(method !== undefined && { method }) };
    const target = resolveTarget(mesh, given.text("to") ?? "", from.namespace, options);
    const first = followCall(mesh, from, target);
    const data = { from: partyName(from), to: target.url, resolved: target.resolved, first };
    print(given, terminal, data, () => {
      const { protocol, method: verb } = target.call;
      const asks = protocol === "tcp" ? "" : `${verb} `;
      const head = [`${asks}${target.url} ${from.proxy === "gateway" ? "at" : "from"} ${data.from}`];
      if (from.proxy !== "gateway") head.push(target.resolved);
      const tree = "trace" in first ? renderHop(first) : renderOnward(first).flat();
      return `${[...head, "", ...tree].join("\n")}\n`;
    });
    return 0;
  },
};
