import type { ColumnType } from 'kysely'
import type { Instant, Optional } from './columns.ts'
import type { FactsOf } from './table-facts.ts'

/** A write that a phone or a partner's program sent with its own id, and the answer. */
export interface AppRequestTable {
  /** Either the account or the key. */
  account_id: Optional<number>
  key_id: Optional<number>
  request_id: string
  call: string
  input_hash: Buffer
  /** Written as JSON text. Null only while the transaction of the first request is open. */
  answer: ColumnType<unknown, string | null, string>
  at: Instant
}

export interface PhoneTables {
  app_request: AppRequestTable
}

export const phoneFacts = {
  app_request: { owner: 'app-request', scope: { account: 'account_id' } },
} as const satisfies FactsOf<PhoneTables>
