import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { classifyFailure } from './classify-failure.ts'
import { conditionsOf } from './conditions.ts'
import type { Inbound } from './inbound.ts'
import { logLine } from './kept.ts'
import type { Preparer } from './prepare.ts'
import { EVERYTHING, writeBatch } from './write-batch.ts'
import type { Parts, WriteOptions } from './write-batch.ts'

export interface SetApartOptions {
  write: WriteOptions
  preparer: Preparer
  log: Logger
  /** The database is away, or a partition is missing: whatever helps is done, and the same is tried again. */
  onOutage: (error: unknown, items: readonly Inbound[]) => Promise<void>
  isStopping: () => boolean
}

interface Attempt {
  parts: Parts
  item: Inbound
}

const RETRY_MS = 500

/**
 * What becomes of a message that cannot be stored as it is: less and less of it is tried, the alarm last. Whatever is left out is said in the MQTT log and by a
 * fault of its gateway, so that somebody looks. Settles the message: acknowledged when something of it is kept where people see it, else given back.
 */
export async function setApart(options: SetApartOptions, item: Inbound, reason: unknown): Promise<void> {
  const { log, preparer } = options
  log.error({ err: reason, client: item.client }, 'a message cannot be stored as it is')
  const line = { ...logLine(item.message), result: 'malformed', reason: 'notStorable' } as const
  const noted: Inbound = { ...item, ownFaults: [...item.ownFaults, 'unreadable'], malformed: item.malformed + 1, log: line }
  const reduced = await first(options, [
    { parts: { ...EVERYTHING, reports: 'bare' }, item: noted },
    { parts: { ...EVERYTHING, reports: 'none' }, item: { ...noted, number: undefined } },
  ])
  if (reduced !== undefined) {
    item.answer = reduced.item.answer
    return item.done()
  }
  // Without a number nothing but the alarm's own tables is touched.
  const alone: Inbound = { ...item, number: undefined, ownFaults: [], unknown: [], log: undefined }
  const only = { reports: 'none', alarms: true, rest: false } as const
  const withLessAndLess = [
    { audits: true, notifications: true },
    { audits: false, notifications: true },
    { audits: true, notifications: false },
    { audits: false, notifications: false },
  ].map((consequences) => ({ parts: { ...only, ...consequences }, item: alone }))
  const raised = hasAlarm(item) ? await first(options, withLessAndLess) : undefined
  const unreadable = preparer.unreadable(item.message, item.gateway, 'notStorable', item.done)
  const told = await first(options, [
    { parts: EVERYTHING, item: { ...unreadable, log: line } },
    { parts: { ...EVERYTHING, rest: false }, item: { ...unreadable, ownFaults: [], unknown: [], log: line } },
  ])
  item.answer = raised?.item.answer
  if (raised !== undefined || told !== undefined) item.done()
  else {
    log.error({ client: item.client }, 'nothing of a message can be stored: it is given back')
    item.done(new Error('cannot be stored'))
  }
}

function hasAlarm(item: Inbound): boolean {
  try {
    return conditionsOf(item).alarms.length > 0
  } catch {
    return false
  }
}

/** The first attempt that succeeds; undefined when none does, or when everything stops. */
async function first(options: SetApartOptions, attempts: readonly Attempt[]): Promise<Attempt | undefined> {
  for (const attempt of attempts) if (await succeeds(options, attempt)) return attempt
  return undefined
}

async function succeeds({ write, onOutage, isStopping }: SetApartOptions, { parts, item }: Attempt): Promise<boolean> {
  while (!isStopping()) {
    try {
      await writeBatch(write, [item], parts)
      return true
    } catch (error) {
      if (classifyFailure(error) === 'poison') return false
      await onOutage(error, [item])
      await delay(RETRY_MS)
    }
  }
  return false
}
