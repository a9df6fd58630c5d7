import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Tables } from '../tables/index.ts'
import type { ServedCall } from './http/server.ts'

/** Names of fields whose values never reach a log. */
const secretFields = /pass|pwd|secret|token|ticket|^code$|captcha|authorization|signature/i

/** The same input with every secret blotted out and long texts cut. */
export const masked = (value: unknown, depth = 0): unknown => {
  if (typeof value === 'string') return value.length > 200 ? `${value.slice(0, 200)}…` : value
  if (typeof value !== 'object' || value === null) return value
  if (depth > 3) return '…'
  if (Array.isArray(value)) return value.slice(0, 20).map((each) => masked(each, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, secretFields.test(key) ? '***' : masked(each, depth + 1)]))
}

const flushEveryMs = 1_000
/** Log rows waiting for the database; beyond it the oldest are given up: a log must never cost the product its memory. */
const backlogLimit = 20_000

export interface ApiLog {
  record(call: ServedCall): void
  stop(): Promise<void>
}

/** Writes one api_log row for each call, a second's worth at a time. Public reads and the live stream are left out: they say nothing about anybody. */
export const createApiLog = (db: Kysely<Tables>, log: Logger): ApiLog => {
  let backlog: { call: ServedCall; at: Date }[] = []

  const flush = async (): Promise<void> => {
    const batch = backlog.splice(0, 1_000)
    if (batch.length === 0) return
    const rows = batch.map(({ call, at }) => ({
      at,
      path: call.actor.companyPath || null,
      account_id: call.actor.accountId,
      account: call.actor.name || null,
      action: call.entry.path,
      method: call.method,
      url: call.url,
      params: JSON.stringify(masked(call.params)),
      status: call.status,
      code: call.code,
      ms: Math.round(call.ms * 10) / 10,
      ip: call.origin.ip,
      trace_id: call.origin.traceId,
    }))
    try {
      await db.insertInto('api_log').values(rows).execute()
    } catch (error) {
      log.warn({ err: error }, 'API log rows could not be written')
      backlog = [...batch, ...backlog].slice(-backlogLimit)
    }
  }
  const timer = setInterval(() => void flush(), flushEveryMs)

  return {
    record(call) {
      if (call.entry.reply === 'stream' || (call.entry.access === 'public' && call.method === 'GET')) return
      backlog.push({ call, at: new Date() })
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
