import pg from 'pg'

/**
 * A connection on which several statements may be asked for at once, as in a transaction or by several jobs. They are sent one after the
 * other: pg would queue them, but means to do so no longer. A pipelined connection sends them all at once.
 */
export class OrderedClient extends pg.Client {
  /** Settles when the last of the statements that were asked for has been answered. Undefined: none is under way. */
  #last: Promise<void> | undefined

  override query(...input: unknown[]): never {
    const [first] = input
    const answersByPromise =
      input.every((each) => typeof each !== 'function') && !(typeof first === 'object' && first !== null && 'submit' in first)
    if (!answersByPromise || (this as { readonly pipeline?: boolean }).pipeline === true) return this.send(input) as never
    const answer = (this.#last === undefined ? this.send(input) : this.#last.then(() => this.send(input))) as Promise<unknown>
    const settled = (): void => {
      if (this.#last === last) this.#last = undefined
    }
    const last = answer.then(settled, settled)
    this.#last = last
    return answer as never
  }

  /** Sends a statement now. */
  protected send(input: readonly unknown[]): unknown {
    return Reflect.apply(super.query, this, input)
  }
}
