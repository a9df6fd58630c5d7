import type { ColumnType } from 'kysely'
import type { Instant } from './columns.ts'
import type { FactsOf } from './table-facts.ts'

/** A write that a phone sent with its own id, and the answer. */
export interface AppRequestTable {
  account_id: number
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
