/** Runs tasks one after the other, in the order in which they came. */
export class SerialTasks {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(task: () => Promise<T>): Promise<T> {
    const run = this.#last.then(task, task);
    this.#last = run;
    return run;
  }
}
