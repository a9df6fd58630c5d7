/** Keys in one query; leaves room for rows of several parameters each. */
const MAX_KEYS = 1000

/** Gathers the keys asked for within one turn of the event loop, and while a query runs, into few queries. */
export class BatchLoader<Key, Value> {
  readonly #query: (keys: Key[]) => Promise<Map<Key, Value>>
  #waiting = new Map<Key, PromiseWithResolvers<Value | undefined>>()
  #running = false

  constructor(query: (keys: Key[]) => Promise<Map<Key, Value>>) {
    this.#query = query
  }

  /** The value of a key; undefined when the query does not answer it. Rejects with the query. */
  load(key: Key): Promise<Value | undefined> {
    let asked = this.#waiting.get(key)
    if (asked === undefined) {
      asked = Promise.withResolvers<Value | undefined>()
      this.#waiting.set(key, asked)
      if (!this.#running) {
        this.#running = true
        setImmediate(() => void this.#run())
      }
    }
    return asked.promise
  }

  async #run(): Promise<void> {
    while (this.#waiting.size > 0) {
      const asked = new Map([...this.#waiting].slice(0, MAX_KEYS))
      for (const key of asked.keys()) this.#waiting.delete(key)
      try {
        const values = await this.#query([...asked.keys()])
        for (const [key, { resolve }] of asked) resolve(values.get(key))
      } catch (error) {
        for (const { reject } of asked.values()) reject(error)
      }
    }
    this.#running = false
  }
}
