/** Keeps each gateway's messages in order: while one waits for a database lookup, the ones behind it wait too. Other gateways carry on. */
export class KeyedQueue {
  readonly #last = new Map<string, Promise<unknown>>()

  /** Runs the work now if nothing of this gateway is pending, otherwise after what is. */
  run<Result>(gateway: string, work: () => Result | Promise<Result>): Result | Promise<Result> {
    const previous = this.#last.get(gateway)
    const result = previous === undefined ? work() : previous.then(work)
    if (!(result instanceof Promise)) return result
    const settled = result
      .catch(() => undefined)
      .then(() => {
        if (this.#last.get(gateway) === settled) this.#last.delete(gateway)
      })
    this.#last.set(gateway, settled)
    return result
  }
}
