import { createMemoryStore } from "./memory-store.ts";
import { storeContract } from "./testing/store-contract.ts";
import { testKinds } from "./testing/test-kinds.ts";

storeContract("memory", async (t, clock) => {
  const store = createMemoryStore({ kinds: () => testKinds, clock });
  t.after(() => store.close());
  return { store, history: store };
});
