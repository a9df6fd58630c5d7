import type { Insertable, Kysely } from 'kysely'
import type { MessageRecordTable } from '../../../tables/records.tables.ts'
import type { Tables } from '../../../tables/index.ts'
import type { ClaimedRecord } from './claim-records.ts'

/** A record that its caller sends at once. Nobody else claims it before its lease ends. */
export const insertClaimed = (
  tx: Kysely<Tables>,
  row: Insertable<MessageRecordTable>,
  { at, leaseMs }: { readonly at: Date; readonly leaseMs: number },
): Promise<ClaimedRecord> =>
  tx
    .insertInto('message_record')
    .values({
      ...row,
      state: 'sending',
      attempts: 1,
      claimed_until: new Date(at.getTime() + leaseMs),
      created_at: at,
      state_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
