/**
 * Keeps the messages of each gateway in the order in which they came: while one of them waits for the database to say who or what it speaks of, those behind
 * it wait as well, and all others go on.
 */
export class InTurn {
  readonly #last = new Map<string, Promise<unknown>>()

  /** Does the work at once when nothing of this gateway waits, and else after that. */
  take<Result>(gateway: string, work: () => Result | Promise<Result>): Result | Promise<Result> {
    const before = this.#last.get(gateway)
    const result = before === undefined ? work() : before.then(work)
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
