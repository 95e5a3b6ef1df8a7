/** Several Envoys on one machine must not take each other for their successors. */
const alone = "--disable-hot-restart";

/**
 * When a listener changes, such as by a policy, connections that were made before keep what was there before. Envoy left
 * alone would end them over ten minutes, by chance; so one goes at its next answer, and none stays longer than this.
 */
const draining = [
  ["--drain-strategy", "immediate"],
  ["--drain-time-s", "45"],
] as const;

/** The arguments with which an Envoy of the mesh starts from a bootstrap; `own` come last, and stand in place of ours. */
export function envoyArguments(bootstrap: string, own: readonly string[]): readonly string[] {
  const isNamed = (flag: string) => own.some((each) => each === flag || each.startsWith(`${flag}=`));
  const ours = [["--config-path", bootstrap], [alone], ...draining];
  // Envoy refuses to start with a flag that is there twice.
  return [...ours.flatMap(([flag = "", ...value]) => (isNamed(flag) ? [] : [flag, ...value])), ...own];
}
