import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { TableName, Tables } from '../../tables/index.ts'

/** A table whose rows are tried until they are done, however often that fails: `tries` counts the failures, `failure` is the last one. */
export interface RetriedTable {
  readonly name: TableName
  /** The column with the time of the next try. */
  readonly due: string
  /** The column with the time since which a row waits. */
  readonly since: string
  /** Which rows are not done. */
  readonly isOpen: RawBuilder<boolean>
}

export interface Retried {
  /** Counts a failed try and sets the next one. @returns how many have failed; 0 if the row is done */
  readonly delay: (db: Kysely<Tables>, id: number, nextTry: (tries: number) => Date, failure: string) => Promise<number>
  /** Makes everything due, at a start and after the clock was set back: it may have waited long enough. Locked rows are left out. */
  readonly wake: (db: Kysely<Tables>, at: Date) => Promise<void>
  /** How many have failed this often, or wait since before this time, so that somebody has to look. */
  readonly stuck: (db: Kysely<Tables>, tries: number, since: Date) => Promise<number>
}

export const createRetried = ({ name, due, since, isOpen }: RetriedTable): Retried => {
  const [table, dueAt, waitsSince] = [sql.table(name), sql.ref(due), sql.ref(since)]
  return {
    async delay(db, id, nextTry, failure) {
      const { rows } = await sql<{ tries: number }>`
        update ${table} set tries = tries + 1, failure = ${failure} where id = ${id} and ${isOpen} returning tries`.execute(db)
      const [row] = rows
      if (!row) return 0
      await sql`update ${table} set ${dueAt} = ${nextTry(row.tries)} where id = ${id} and ${isOpen}`.execute(db)
      return row.tries
    },
    async wake(db, at) {
      await sql`
        update ${table} set ${dueAt} = ${at} where id in (
          select id from ${table} where ${isOpen} and ${dueAt} > ${at} order by id for update skip locked)`.execute(db)
    },
    async stuck(db, tries, before) {
      const { rows } = await sql<{ n: number }>`
        select count(*)::int as n from ${table} where ${isOpen} and (tries >= ${tries} or ${waitsSince} < ${before})`.execute(db)
      return rows[0]?.n ?? 0
    },
  }
}
