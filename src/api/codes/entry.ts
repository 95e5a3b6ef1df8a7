export type Severity = "error" | "warning" | "info";

/** What is known of a problem code. */
export interface CodeEntry {
  readonly severity: Severity;
  /** What is wrong, in a few words. */
  readonly title: string;
  /** What to do about it. */
  readonly remedy: string;
}

export const error = (title: string, remedy: string): CodeEntry => ({ severity: "error", title, remedy });
export const warning = (title: string, remedy: string): CodeEntry => ({ severity: "warning", title, remedy });
