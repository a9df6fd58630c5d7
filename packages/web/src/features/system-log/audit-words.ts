import { endpoints, type Endpoint } from '@emberwatch/contract'
import { rowFacts, type FieldFacts } from '../../kit/schema.ts'

/** A column's name as the contract writes it: `last_login_at` → `lastLoginAt`. */
export const camel = (name: string): string => name.replaceAll(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase())

const rows: Readonly<Record<string, Endpoint>> = {
  account: endpoints.account.pageCompany,
  alarm: endpoints.alarm.page,
  company: endpoints.distributor.page,
  customer: endpoints.customer.page,
  repairOrder: endpoints.repairOrder.page,
  role: endpoints.role.page,
}

/** What the contract says of a changed column: its enumeration, its format. */
export const columnFacts = (kind: string, column: string): FieldFacts | undefined => {
  const entry = rows[kind]
  return entry && rowFacts(entry)[camel(column)]
}

export interface Change {
  readonly column: string
  readonly before: unknown
  readonly after: unknown
}

/** The changed fields of an audit row: each is kept as [old, new]. */
export const changesOf = (changes: unknown): Change[] =>
  typeof changes === 'object' && changes !== null
    ? Object.entries(changes).map(([column, pair]: [string, unknown]) =>
        Array.isArray(pair) && pair.length === 2
          ? { column, before: pair[0], after: pair[1] }
          : { column, before: null, after: pair },
      )
    : []

/** Of two lists, only what one has and the other lacks. */
export const without = (list: readonly unknown[], other: readonly unknown[]): unknown[] => {
  const texts = new Set(other.map((one) => JSON.stringify(one)))
  return list.filter((one) => !texts.has(JSON.stringify(one)))
}
