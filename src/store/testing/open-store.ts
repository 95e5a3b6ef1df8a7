import type { TestContext } from "node:test";
import { type EmbeddedStore, type EmbeddedStoreOptions, openEmbeddedStore } from "../embedded/open-embedded-store.ts";
import { testKinds } from "./test-kinds.ts";

/** Opens the embedded store in a directory, with the test's kinds; it is closed after the test at the latest. */
export async function openTestStore(
  t: TestContext,
  directory: string,
  options: Partial<EmbeddedStoreOptions> = {},
): Promise<EmbeddedStore> {
  const opened = await openEmbeddedStore({ directory, kinds: () => testKinds, ...options });
  t.after(() => opened.store.close());
  return opened;
}
