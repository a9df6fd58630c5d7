import { isLockTimeout } from '../database/locks.ts'
import { createParked } from './parked.ts'

/** How long those of whom somebody has locked something are left out (ms). */
const parkedMs = 2_000

export interface Due<Row, Key> {
  /** Rows per read. */
  readonly limit: number
  /** The rows to work on now, in their order, except those of parked keys. */
  readonly read: (limit: number, except: readonly Key[]) => Promise<readonly Row[]>
  /** Whose row it is. Who has locked one of theirs holds up only themselves. */
  readonly keyOf: (row: Row) => Key
  /** Works on one row, in a transaction of its own that gives up on locks (`briefTransaction`). */
  readonly work: (row: Row) => Promise<void>
  /** It failed; the row stays, unless this removes it. */
  readonly failed: (error: unknown, row: Row) => unknown
}

/**
 * Works off stored rows one by one. One that fails delays no other, and one that is locked delays only those of the same key: these are
 * tried again after two seconds. Returns the work of one round, for a wake loop.
 */
export const workOff = <Row, Key>({ limit, read, keyOf, work, failed }: Due<Row, Key>): (() => Promise<void>) => {
  const parked = createParked<Key>(parkedMs)
  return async () => {
    const except = new Set(parked.keys())
    for (let isMoreBehind = true; isMoreBehind;) {
      const before = except.size
      const rows = await read(limit, [...except])
      for (const row of rows) {
        const key = keyOf(row)
        if (except.has(key)) continue
        try {
          await work(row)
        } catch (error) {
          if (isLockTimeout(error)) {
            parked.park(key)
            except.add(key)
          }
          await failed(error, row)
        }
      }
      // Rows of others may wait behind those of whoever was parked.
      isMoreBehind = rows.length === limit && except.size > before
    }
  }
}
