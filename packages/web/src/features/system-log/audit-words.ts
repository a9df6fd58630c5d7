import { allEndpoints, endpoints, type Endpoint } from '@emberwatch/contract'
import { rowFacts, type FieldFacts } from '../../kit/schema.ts'
import type { texts } from './system-log.zh.ts'

type Words = (typeof texts)['audit']

/** A table's or column's name as the contract writes it: `operator_platform` → `operatorPlatform`. */
export const camel = (name: string): string => name.replaceAll(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase())

const wordOf = (words: Readonly<Record<string, string>>, key: string): string => words[key] ?? key

/** What kind of object it is, in words. */
export const kindWord = (words: Words, kind: string): string => wordOf(words.kinds, camel(kind))

/** What was done, in words: `account.import.finish` → "Account · import finished". What this console does not know is shown as it is. */
export const actionWords = (words: Words, action: string): string => {
  const [kind = '', ...verbs] = action.split('.')
  return [wordOf(words.kinds, kind), verbs.map((verb) => wordOf(words.actions, verb)).join(' ')].filter(Boolean).join(' · ')
}

/** Actions to choose among: the writes of the contract, and what happens without one. */
export const actions: readonly string[] = [
  ...allEndpoints
    .filter(({ entry: { method, access } }) => method === 'POST' && access !== 'public' && access !== 'session')
    .map(({ name }) => name),
  'session.login',
  'session.ticketLogin',
  'session.logout',
  'account.register',
  'gateway.activate',
]

/** Kinds of objects to choose among, as the log writes them. */
export const objectKinds = [
  'account',
  'alarm',
  'api_config',
  'company',
  'customer',
  'export',
  'fault',
  'file',
  'gateway',
  'import',
  'menu',
  'operator_platform',
  'repairOrder',
  'role',
] as const

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
