import { sql, type Insertable, type Kysely } from 'kysely'
import type { MessageRecordTable } from '../../../tables/records.tables.ts'
import type { Tables } from '../../../tables/index.ts'
import { outboxChannel } from './queue-records.ts'

type Db = Kysely<Tables>

/** Queues one message and returns its id. It is sent once the transaction has committed. */
export const insertRecord = async (tx: Db, row: Insertable<MessageRecordTable>): Promise<number> => {
  const { id } = await tx.insertInto('message_record').values(row).returning('id').executeTakeFirstOrThrow()
  await sql`select pg_notify(${outboxChannel}, '')`.execute(tx)
  return id
}
