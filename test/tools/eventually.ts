import { setTimeout } from "node:timers/promises";

/** Asks again and again until `attempt` neither throws nor is false; its last error after `limit` milliseconds. */
export async function eventually<T>(attempt: () => Promise<T>, limit = 20_000): Promise<T> {
  const end = performance.now() + limit;
  for (;;) {
    try {
      const value = await attempt();
      if (value !== false) return value;
      if (performance.now() > end) throw new Error(`did not come true within ${limit} ms`);
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await setTimeout(50);
  }
}
