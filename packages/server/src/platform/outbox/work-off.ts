import { isLockTimeout } from '../database/locks.ts'
import { createParked } from './parked.ts'

/** How long the rows of a key of which one is locked are left out (ms). */
const parkedMs = 2_000

export interface Due<Row, Key> {
  /** Rows per read. */
  readonly limit: number
  /** The rows to work on now, in their order, except those of parked keys. */
  readonly read: (limit: number, except: readonly Key[]) => Promise<readonly Row[]>
  /** Whose row it is. Who has locked one of theirs holds up only themselves. */
  readonly keyOf: (row: Row) => Key
  /** Works on one row, in a transaction of its own that gives up on locks (`briefTransaction`). Whether the next read leaves it out. */
  readonly work: (row: Row) => Promise<boolean>
  /** It failed; the row stays, unless this removes it. */
  readonly failed: (error: unknown, row: Row) => unknown
}

/**
 * Works off stored rows one by one. One that fails delays no other, and one that is locked delays only those of the same key: these are
 * tried again after two seconds. Returns the work of one round, for a wake loop: whether others wait that are next now.
 */
export const workOff = <Row, Key>({ limit, read, keyOf, work, failed }: Due<Row, Key>): (() => Promise<boolean>) => {
  const parked = createParked<Key>(parkedMs)
  return async () => {
    const rows = await read(limit, parked.keys())
    const locked = new Set<Key>()
    let gone = 0
    for (const row of rows) {
      const key = keyOf(row)
      if (locked.has(key)) continue
      try {
        if (await work(row)) gone++
      } catch (error) {
        if (isLockTimeout(error)) {
          parked.park(key)
          locked.add(key)
        }
        await failed(error, row)
      }
    }
    return rows.length === limit && gone + locked.size > 0
  }
}
