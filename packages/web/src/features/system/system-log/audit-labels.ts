import { allEndpoints, endpoints, type Endpoint } from '@emberwatch/contract'
import { clauses, labelled, listed } from '../../../i18n/i18n.ts'
import { rowFacts, type FieldFacts } from '../../../kit/schema.ts'

/** A column's name in the contract: `last_login_at` → `lastLoginAt`. */
export const camel = (name: string): string => name.replaceAll(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase())

/** The list of each kind of object. For standard calls it is known by its entity; for a kind with several lists, one of them. */
const lists: Readonly<Record<string, Endpoint>> = {
  ...Object.fromEntries(
    allEndpoints.flatMap(({ name, entry }) => (entry.entity && name.endsWith('.page') ? [[entry.entity, entry]] : [])),
  ),
  account: endpoints.account.pageCompany,
  alarm: endpoints.alarm.page,
  fault: endpoints.fault.page,
  installOrder: endpoints.installOrder.page,
  repairOrder: endpoints.repairOrder.page,
  inspectOrder: endpoints.inspectOrder.page,
  maintenanceOrder: endpoints.maintenanceOrder.page,
  user_feedback: endpoints.userFeedback.page,
}

/** What the contract says about a changed column: its enumeration, its format. */
export const columnFacts = (kind: string, column: string): FieldFacts | undefined => {
  const entry = lists[kind]
  return entry && rowFacts(entry)[camel(column)]
}

export interface Change {
  readonly column: string
  readonly before: unknown
  readonly after: unknown
}

/** The changed fields of an audit row, each stored as [old, new]. */
export const changesOf = (changes: unknown): Change[] =>
  typeof changes === 'object' && changes !== null
    ? Object.entries(changes).map(([column, pair]: [string, unknown]) =>
        Array.isArray(pair) && pair.length === 2
          ? { column, before: pair[0], after: pair[1] }
          : { column, before: null, after: pair },
      )
    : []

/** For two lists, only the differences. */
export const without = (list: readonly unknown[], other: readonly unknown[]): unknown[] => {
  const texts = new Set(other.map((one) => JSON.stringify(one)))
  return list.filter((one) => !texts.has(JSON.stringify(one)))
}

const isInstant = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value)

interface Words {
  readonly yes: string
  readonly no: string
  readonly none: string
  readonly label: (field: string) => string
  readonly time: (instant: string) => string
}

/** Any value as readable text: lists with commas, nested rows field by field, times in the reader's time zone. */
export const valueInWords = (value: unknown, words: Words): string => {
  if (value === null || value === undefined || value === '') return words.none
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (isInstant(value)) return words.time(value)
  if (Array.isArray(value)) return listed(value.map((one) => valueInWords(one, words))) || words.none
  if (typeof value === 'object')
    return clauses(Object.entries(value).map(([field, inner]) => labelled(words.label(camel(field)), valueInWords(inner, words))))
  return String(value as string | number)
}
