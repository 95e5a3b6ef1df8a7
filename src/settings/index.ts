/**
 * Every setting of the program, once: its flag, environment variable, type, default and one sentence. Texts come in from
 * the command line and the environment; checked values go out to `main`, which hands each part its own options.
 */
export { type EdgeSettings, edgeSettingsTable, parseEdgeSettings } from "./edge-settings.ts";
export { type Environment, processEnvironment } from "./environment.ts";
export { type Address, parseSettings, type Settings } from "./parse-settings.ts";
export { type Setting, settingsTable } from "./table.ts";
