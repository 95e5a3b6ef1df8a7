/** What was started, as one. */
export interface Started {
  /** Stops everything, in the reverse order of the start. */
  close(): Promise<void>;
}

/** Starts parts, each of which adds how it is stopped. If one fails, those before it are stopped. */
export async function startOrStop(start: (stops: (() => Promise<void>)[]) => Promise<void>): Promise<Started> {
  const stops: (() => Promise<void>)[] = [];
  const close = async () => {
    for (const stop of stops.splice(0).reverse()) await stop();
  };
  try {
    await start(stops);
    return { close };
  } catch (error) {
    await close();
    throw error;
  }
}
