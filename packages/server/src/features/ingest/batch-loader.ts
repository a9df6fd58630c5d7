import { classifyFailure } from './classify-failure.ts'

/** Keys in one query; leaves room for rows of several parameters each. */
const MAX_KEYS = 1000

/**
 * Gathers the keys asked for within one turn of the event loop, and while a query runs, into few queries. A key that makes the query fail costs nobody else an
 * answer: then each is asked for alone.
 */
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
      await this.#ask(asked)
    }
    this.#running = false
  }

  async #ask(asked: ReadonlyMap<Key, PromiseWithResolvers<Value | undefined>>): Promise<void> {
    try {
      const values = await this.#query([...asked.keys()])
      for (const [key, { resolve }] of asked) resolve(values.get(key))
    } catch (error) {
      if (asked.size > 1 && classifyFailure(error) === 'poison') for (const one of asked) await this.#ask(new Map([one]))
      else for (const { reject } of asked.values()) reject(error)
    }
  }
}
