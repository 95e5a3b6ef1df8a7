/** Runs the static checks alone: types, lint, import directions, generated documents. `npm test` runs them first. */
import { staticChecks } from "./checks/index.ts";

for (const { name, check } of staticChecks) {
  const faults = await check();
  console.log(faults.length === 0 ? `ok  ${name}` : `not ok  ${name}\n${faults.join("\n")}`);
  if (faults.length > 0) process.exitCode = 1;
}
