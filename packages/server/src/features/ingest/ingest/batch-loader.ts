import { classifyFailure } from './classify-failure.ts'

/** Keys per query. Some keys take several parameters. */
const maxKeys = 1000

/**
 * Combines the keys requested within one turn of the event loop, and while a query runs, into few queries. If one key makes the query fail,
 * each key is queried alone, so that the others still get their answer.
 */
export class BatchLoader<Key, Value> {
  readonly #query: (keys: Key[]) => Promise<Map<Key, Value>>
  #waiting = new Map<Key, PromiseWithResolvers<Value | undefined>>()
  #running = false

  constructor(query: (keys: Key[]) => Promise<Map<Key, Value>>) {
    this.#query = query
  }

  /** The value of a key, or undefined if the query returns none. Rejects if the query does. */
  load(key: Key): Promise<Value | undefined> {
    let requested = this.#waiting.get(key)
    if (requested === undefined) {
      requested = Promise.withResolvers<Value | undefined>()
      this.#waiting.set(key, requested)
      if (!this.#running) {
        this.#running = true
        setImmediate(() => void this.#run())
      }
    }
    return requested.promise
  }

  async #run(): Promise<void> {
    while (this.#waiting.size > 0) {
      const requested = new Map([...this.#waiting].slice(0, maxKeys))
      for (const key of requested.keys()) this.#waiting.delete(key)
      await this.#fetch(requested)
    }
    this.#running = false
  }

  async #fetch(requested: ReadonlyMap<Key, PromiseWithResolvers<Value | undefined>>): Promise<void> {
    try {
      const values = await this.#query([...requested.keys()])
      for (const [key, { resolve }] of requested) resolve(values.get(key))
    } catch (error) {
      if (requested.size > 1 && classifyFailure(error) === 'poison')
        for (const one of requested) await this.#fetch(new Map([one]))
      else for (const { reject } of requested.values()) reject(error)
    }
  }
}
