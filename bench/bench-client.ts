import { join } from "node:path";
import { ownGoProgram } from "../test/peers/go-program.ts";

/** The path of a program that loads servers, built on first use: all of them are in one Go module. */
export function benchClient(name: "load-client" | "fleet"): string {
  return ownGoProgram(name, join(import.meta.dirname, "go/clients"), `./${name}`);
}
