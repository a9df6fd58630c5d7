import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Clock } from './context.ts'
import { isBadValue } from './database/database-failure.ts'
import type { Tables } from '../tables/index.ts'
import type { CallSettings } from './http/call-settings.ts'
import type { ServedCall } from './http/server.ts'
import { maskedEmail, maskedName, maskedPhone, maskedUrl, nameShown } from './mask.ts'
import { storable } from './storable.ts'

/** Names of fields whose values never reach a log. */
const secretFields =
  /pass|pwd|secret|token|ticket|^code$|captcha|authorization|signature|credential|(api|private|map|dkim|link)_?key|security_?code|header_?value|^auth$|^p256dh$/i
const none: ReadonlySet<string> = new Set()

const maxTextLength = 200
const maxNameLength = 60
const maxItems = 20
const maxFields = 60
const maxDepth = 3

const cut = (text: string, length: number): string => storable(text.length > length ? `${text.slice(0, length)}…` : text)

/**
 * How a log shows a person's name or contact, or an address that may contain a token, by field name. Undefined: unchanged. `persons`: fields
 * that name a person in this call.
 */
const personal = (field: string, persons: readonly string[] = []): ((value: string) => string | null) | undefined => {
  if (persons.includes(field) || field === 'contacter' || field === 'adminName') return maskedName
  if (/phone|mobile/i.test(field)) return maskedPhone
  if (/e-?mail$/i.test(field)) return maskedEmail
  if (/url$/i.test(field)) return maskedUrl
  return /identity|idcard/i.test(field) ? () => '***' : undefined
}

/** Applies `change` to a text, or to each text of a list such as [old, new]. */
const eachText = (value: unknown, change: (text: string) => unknown): unknown =>
  typeof value === 'string' ? change(value) : Array.isArray(value) ? value.map((each) => eachText(each, change)) : value

/** Masks contacts of persons at any depth. */
export const maskContacts = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(maskContacts)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([field, each]) => {
      const change = personal(field)
      return [field, change ? eachText(each, change) : maskContacts(each)]
    }),
  )
}

/**
 * An input for the log: every secret and every field of `fields` removed, contacts of persons and the fields `persons` masked,
 * and all of it kept short.
 */
export const masked = (
  value: unknown,
  fields: ReadonlySet<string> = none,
  persons: readonly string[] = [],
  depth = 0,
): unknown => {
  if (typeof value === 'string') return cut(value, maxTextLength)
  if (typeof value !== 'object' || value === null) return value
  if (depth > maxDepth) return '…'
  if (Array.isArray(value)) return value.slice(0, maxItems).map((each) => masked(each, fields, persons, depth + 1))
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, maxFields)
      .map(([field, each]) => {
        if (secretFields.test(field) || fields.has(field)) return [cut(field, maxNameLength), '***']
        const change = personal(field, persons)
        return [cut(field, maxNameLength), masked(change ? eachText(each, change) : each, fields, persons, depth + 1)]
      }),
  )
}

const flushEveryMs = 1_000
/** Log rows waiting for the database. Beyond this the oldest are dropped: a log must never cost the product its memory. */
const backlogLimit = 20_000

export interface ApiLog {
  record(call: ServedCall): void
  stop(): Promise<void>
}

/** The companies of a batch by id, under their current names (at most a second after the call). */
const companyNames = async (db: Kysely<Tables>, batch: readonly { readonly company_id: number | null }[]) => {
  const ids = [...new Set(batch.flatMap(({ company_id }) => company_id ?? []))]
  if (ids.length === 0) return new Map<number, string>()
  const rows = await db.selectFrom('company').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const rowOf = (call: ServedCall, at: Date, maskedFields: ReadonlySet<string> | undefined) => ({
  at,
  // Without a session it belongs to no company, and only the operating company sees it.
  path: call.actor.companyPath || null,
  company_id: call.actor.companyId,
  account_id: call.actor.accountId,
  account: nameShown(call.actor.accountType, call.actor.name) || null,
  key_id: call.actor.key?.id ?? null,
  action: call.entry.path,
  method: call.method,
  url: call.url,
  params: JSON.stringify(masked(call.params, maskedFields, call.entry.persons)),
  status: call.status,
  code: call.code,
  ms: Math.round(call.ms * 10) / 10,
  ip: call.origin.ip,
  trace_id: call.origin.traceId,
})

/**
 * Writes one api_log row per call, failed ones included, in batches of a second. Left out: public reads and the live stream,
 * which reveal nothing about anybody, and calls that are configured to stay out.
 */
export const createApiLog = (db: Kysely<Tables>, settings: CallSettings, clock: Clock, log: Logger): ApiLog => {
  let backlog: ReturnType<typeof rowOf>[] = []

  let flushing: Promise<void> | undefined

  const write = async (): Promise<void> => {
    const batch = backlog.splice(0, 1_000)
    if (batch.length === 0) return
    try {
      const names = await companyNames(db, batch)
      const rows = batch.map((row) => ({ ...row, company_name: names.get(row.company_id ?? 0) ?? null }))
      await db.insertInto('api_log').values(rows).execute()
    } catch (error) {
      log.warn({ err: error }, 'API log rows could not be written')
      // Rows that the database rejects because of their content would fail forever, along with everything behind them.
      if (!isBadValue(error)) backlog = [...batch, ...backlog].slice(-backlogLimit)
    }
  }
  /** One write at a time: a slow database must not tie up more and more connections. */
  const flush = (): Promise<void> => (flushing ??= write().finally(() => (flushing = undefined)))
  const timer = setInterval(() => void flush(), flushEveryMs)

  return {
    record(call) {
      if (call.entry.reply === 'stream' || (call.entry.access === 'public' && call.method === 'GET')) return
      const setting = settings.of(call.entry.path)
      if (setting?.logged === false) return
      backlog.push(rowOf(call, clock.now(), setting?.maskedFields))
      if (backlog.length > backlogLimit) backlog.shift()
    },
    async stop() {
      clearInterval(timer)
      while (backlog.length > 0) {
        const before = backlog.length
        await flush()
        if (backlog.length >= before) break
      }
    },
  }
}
