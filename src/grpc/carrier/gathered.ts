/**
 * Gives on what it is given in one go after each turn of the event loop: a message between threads costs far more than
 * what it says.
 */
export function gathered<T>(post: (all: readonly T[]) => void): (one: T) => void {
  let waiting: T[] = [];
  return (one) => {
    if (waiting.push(one) > 1) return;
    setImmediate(() => {
      const all = waiting;
      waiting = [];
      post(all);
    });
  };
}
