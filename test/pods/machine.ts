import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

/** Where the tools are, also for a user whose PATH leaves out what is for administrators. */
export const toolPath = `${process.env.PATH ?? ""}:/usr/sbin:/sbin`;

/** Runs a tool to its end and returns what it printed; what it complained of is in the error. */
export function runTool(program: string, args: readonly string[], input = ""): string {
  const env = { ...process.env, PATH: toolPath };
  return execFileSync(program, args, { input, env, encoding: "utf8", stdio: ["pipe", "pipe", "pipe"] });
}

/** Why there can be no pods on this machine; false if there can. What is missing on a Debian is installed. */
export function podsNeed(): string | false {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return "needs root on Linux, for network namespaces";
  try {
    if (!haveTools()) installTools();
    runTool("unshare", ["--net", "iptables-restore", "--test"], "*nat\nCOMMIT\n");
    return false;
  } catch (error) {
    const { stderr, message } = error as Error & { readonly stderr?: string };
    return `needs ${packages.join(", ")} and leave to make network namespaces: ${stderr || message}`;
  }
}

const packages = ["iproute2", "iptables", "nftables"];

function haveTools(): boolean {
  const places = toolPath.split(":");
  return ["ip", "iptables-restore", "nft"].every((tool) => places.some((place) => existsSync(`${place}/${tool}`)));
}

function installTools(): void {
  const args = ["-y", "-q", "-o", "DPkg::Lock::Timeout=300"];
  const install = () => runTool("apt-get", ["install", "--no-install-recommends", ...args, ...packages]);
  try {
    install();
  } catch {
    // The list of packages may be missing, or name one that is no longer there.
    runTool("apt-get", ["update", ...args]);
    install();
  }
}
