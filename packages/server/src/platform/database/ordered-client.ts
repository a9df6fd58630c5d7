import pg from 'pg'

type Callback = (error: Error | null, result?: unknown) => void

const isCallback = (each: unknown): each is Callback => typeof each === 'function'

/**
 * A connection that accepts several statements at once, as within a transaction or from several jobs. They are sent one after the other: pg
 * can queue them, but has deprecated that. A pipelined connection sends them all at once.
 *
 * Promises and the answer limit (`query_timeout`) are made here. pg would assign a closure to each query, and V8 moves closures assigned to
 * a property to the old generation: until a full collection, each would keep its query with all its rows, a fifth of the memory that a list
 * needs.
 */
export class OrderedClient extends pg.Client {
  /** Settles when the last statement has been answered. Undefined: none is under way. */
  #last: Promise<void> | undefined
  /** How long to wait for an answer (ms). After that the connection is closed, because a late answer would be taken for the next one's. */
  readonly #answerMs: number

  constructor({ query_timeout: answerMs = 0, ...config }: pg.ClientConfig = {}) {
    super(config)
    this.#answerMs = answerMs
  }

  protected get isPipelined(): boolean {
    return (this as { readonly pipeline?: boolean }).pipeline === true
  }

  override query<Answer>(...input: unknown[]): Answer {
    const [first] = input
    const answersByPromise = !input.some(isCallback) && !(typeof first === 'object' && first !== null && 'submit' in first)
    if (!answersByPromise) return this.#ask(input) as Answer
    if (this.isPipelined) return this.send(input) as Answer
    const answer = this.#last === undefined ? this.send(input) : this.#last.then(() => this.send(input))
    const settled = (): void => {
      if (this.#last === last) this.#last = undefined
    }
    const last = answer.then(settled, settled)
    this.#last = last
    return answer as Answer
  }

  /** Sends a statement now. */
  protected send(input: readonly unknown[]): Promise<unknown> {
    const answer = new Promise((resolve, reject) => {
      const settle: Callback = (error, result) => (error ? reject(error) : resolve(result))
      this.#ask([...input, settle])
    })
    return answer.catch((error: unknown) => {
      // As pg does: the stack then shows the caller instead of the socket.
      if (error instanceof Error) Error.captureStackTrace(error)
      throw error
    })
  }

  /** For calls with a callback and for other query objects, which handle their own answers. */
  #ask(input: readonly unknown[]): unknown {
    const callback = input.at(-1)
    if (!isCallback(callback) || this.#answerMs === 0) return Reflect.apply(super.query, this, input)
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      this.end().catch(() => undefined)
      // `end` waits for what a pipelined connection has sent.
      this.connection.stream.destroy()
      callback(new Error('Query read timeout'))
    }, this.#answerMs)
    const answered: Callback = (error, result) => {
      clearTimeout(timer)
      if (!isLate) callback(error, result)
    }
    return Reflect.apply(super.query, this, [...input.slice(0, -1), answered])
  }
}
