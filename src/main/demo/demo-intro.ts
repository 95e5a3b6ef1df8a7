import { resolve } from "node:path";
import { columns } from "../../cli/index.ts";
import type { DemoPlaces } from "./demo.ts";
import { changedObject, sampleChanges } from "./sample-changes.ts";

/** A line that can be copied into a shell, in the demo's directory, and what it does. */
export interface Suggestion {
  readonly command: string;
  readonly does: string;
}

/** The program as a shell finds it from anywhere. */
const launcher = resolve(import.meta.dirname, "../../../fairway");

/** Changes to try: by kubectl where there is one, else by files that are in force as they change. */
export function suggestedChanges(hasKubectl: boolean): readonly Suggestion[] {
  const { kind, name } = changedObject;
  const apply = (file: string) => (hasKubectl ? `kubectl apply -f ${file}` : `cp ${file} mesh/${name}.yaml`);
  return [
    ...sampleChanges.map((each) => ({ command: apply(`try/${each.name}.yaml`), does: each.does })),
    { command: hasKubectl ? `kubectl delete ${kind} ${name}` : `rm mesh/${name}.yaml`, does: "even shares again" },
  ];
}

/** What else there is to look at. */
function looks({ page, addresses }: DemoPlaces): readonly Suggestion[] {
  const routes = `${launcher} proxy-config route productpage --http-address ${addresses.get("http") ?? ""}`;
  return [
    { command: `curl ${page}`, does: "the page" },
    { command: routes, does: "what Envoy was sent" },
  ];
}

/** What is told once, when everything runs. */
export function demoIntro(places: DemoPlaces, hasKubectl: boolean): string {
  const named = [["page", places.page], ...places.addresses]
    .map(([name = "", address]) => `${name.padEnd(11)} ${address}\n`)
    .join("");
  const way = hasKubectl
    ? "what is in mesh/ is in force too, as you edit it"
    : "there is no kubectl, but what is in mesh/ is in force, as you edit it";
  const access = hasKubectl ? "  export KUBECONFIG=$PWD/data/kubeconfig\n" : "";
  const commands = `  cd ${places.dir}\n${access}${block(suggestedChanges(hasKubectl))}${block(looks(places))}`;
  return `${named}\nTry, in another terminal (${way}):\n\n${commands}\n`;
}

function block(list: readonly Suggestion[]): string {
  const rows = list.map(({ command, does }) => [`  ${command}`, `# ${does}`]);
  return columns(["", ""], rows).replace(/^.*\n/, "");
}
