import { setFlagsFromString } from "node:v8";

/**
 * Has functions compiled after a third of the calls that the engine waits for by itself, and compiled once more after a
 * tenth. That suits a server which answers requests, all by the same functions; what is made for proxies comes in waves of
 * many functions, of which most are not worth it.
 *
 * What the compiler needed for a function is given back as soon as that is compiled: left to itself, the engine keeps it for as
 * long as any other function waits, which is 20 MB in bad moments.
 */
export function compileSooner(): void {
  setFlagsFromString("--no-maglev-destroy-on-background");
  setFlagsFromString("--invocation-count-for-maglev=130");
  setFlagsFromString("--invocation-count-for-turbofan=1000");
}

/** Has functions compiled when the engine likes, by the numbers that it has where it has all its compilers. */
export function compileAsUsual(): void {
  setFlagsFromString("--invocation-count-for-maglev=400");
  setFlagsFromString("--invocation-count-for-turbofan=10000");
}
