/**
 * The commands, each a value from which its parser, help, completion and reference are made. What was given on the
 * command line comes in; text on a terminal and an exit code go out. Commands that start long-lived parts are in main.
 */
export { type Command, type Flag, fileFlag, type Given, outputFlag, type Terminal } from "./command.ts";
export { completionCommand } from "./completion.ts";
export { crdsCommand } from "./crds.ts";
export { type DescribedProblem, describeProblem } from "./describe-problem.ts";
export { kindsCommand } from "./kinds.ts";
export { logCommand } from "./log.ts";
export { kubeconfigFlag, openKubeconfig, tokenHeaders } from "./open-kubeconfig.ts";
export { columns, print } from "./print.ts";
export { type Inputs, readInputs } from "./read-inputs.ts";
export { applyCommand } from "./resources/apply.ts";
export { deleteCommand } from "./resources/delete.ts";
export { getCommand } from "./resources/get.ts";
export { historyCommand } from "./resources/history.ts";
export { rollbackCommand } from "./resources/rollback.ts";
export { validateCommand } from "./validate.ts";
