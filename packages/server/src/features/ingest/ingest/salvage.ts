import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { isLockTimeout } from '../../../platform/database/locks.ts'
import { classifyFailure } from './classify-failure.ts'
import { signalsOf } from './signals.ts'
import type { InboundMessage } from './inbound-message.ts'
import { logLine } from './storable-text.ts'
import type { Preparer } from './prepare.ts'
import { traceBatch } from './trace-batch.ts'
import { allParts, writeBatch } from './write-batch.ts'
import type { BatchParts, WriteOptions } from './write-batch.ts'

export interface SalvageOptions {
  readonly write: WriteOptions
  readonly preparer: Preparer
  readonly log: Logger
  /** Called when the database is unavailable or a partition is missing. Does what helps before the retry. */
  readonly onOutage: (error: unknown, items: readonly InboundMessage[]) => Promise<void>
  readonly isStopping: () => boolean
  /** Whether to wait for locks, however long. */
  readonly patient: boolean
}

interface Attempt {
  readonly parts: BatchParts
  readonly item: InboundMessage
}

const retryMs = 500

/**
 * Saves what it can of a message that cannot be stored as it is: it tries smaller and smaller parts and gives up the alarm last. What is
 * left out is noted in the MQTT log and as a fault of the gateway, so that somebody looks. Settles the message: acknowledged if any visible
 * part was stored, otherwise returned. If it gives up on a lock it rejects without settling, and continues when called again.
 */
export const salvage = async (options: SalvageOptions, item: InboundMessage, reason: unknown): Promise<void> => {
  const { log, preparer } = options
  log.error({ err: reason, client: item.client }, 'a message cannot be stored as it is')
  const line = { ...logLine(item.message), result: 'malformed', reason: 'notStorable' } as const
  const noted: InboundMessage = {
    ...item,
    detectedFaults: [...item.detectedFaults, 'unreadable'],
    malformed: item.malformed + 1,
    log: line,
  }
  const withoutNumber = { ...noted, number: undefined }
  const reduced = await firstThatSucceeds(options, [
    { parts: { ...allParts, commands: false }, item: noted },
    { parts: { ...allParts, reports: 'bare' }, item: noted },
    { parts: { ...allParts, reports: 'none' }, item: withoutNumber },
    { parts: { ...allParts, reports: 'none', commands: false }, item: withoutNumber },
  ])
  if (reduced !== undefined) {
    item.answer = reduced.item.answer
    return item.done()
  }
  // Without a number, only the alarm's own tables are touched.
  const alone: InboundMessage = { ...item, number: undefined, detectedFaults: [], unknown: [], log: undefined }
  const only = { reports: 'none', alarms: true, rest: false, commands: false } as const
  const fallbacks = [
    { audits: true, notifications: true },
    { audits: false, notifications: true },
    { audits: true, notifications: false },
    { audits: false, notifications: false },
  ].map((consequences) => ({ parts: { ...only, ...consequences }, item: alone }))
  // Only once: it may have to wait for a lock afterwards and be called again.
  if (item.saved !== true && hasAlarm(item)) item.saved = (await firstThatSucceeds(options, fallbacks)) !== undefined
  const kept = preparer.unreadable(item.message, item.gateway, 'notStorable', item.done)
  // Its alarm needs no second one.
  const unreadable: InboundMessage = item.saved === true ? { ...kept, rows: [], alarm: false } : kept
  const onlyLogged = { ...unreadable, detectedFaults: [], unknown: [], log: line }
  const listed = await firstThatSucceeds(options, [
    { parts: allParts, item: { ...unreadable, log: line } },
    { parts: { ...allParts, reports: 'none', alarms: false }, item: { ...unreadable, log: line } },
    { parts: { ...allParts, alarms: false, rest: false, commands: false }, item: onlyLogged },
  ])
  if (item.saved === true) item.answer = 'stored'
  // A line in a log is not enough for what may be an alarm: nobody would see it.
  const isSeen = listed !== undefined && (listed.item !== onlyLogged || !hasAlarm(item))
  if (item.saved === true || isSeen) item.done()
  else {
    log.error({ client: item.client }, 'no part of a message can be stored: it is returned unacknowledged')
    item.done(new Error('cannot be stored'))
  }
}

const hasAlarm = (item: InboundMessage): boolean => {
  try {
    return signalsOf(item).alarms.length > 0
  } catch {
    return true // what cannot be judged may be one
  }
}

/** The first attempt that succeeds. Undefined if none does, or on shutdown. */
const firstThatSucceeds = async (options: SalvageOptions, attempts: readonly Attempt[]): Promise<Attempt | undefined> => {
  for (const attempt of attempts) if (await succeeds(options, attempt)) return attempt
  return undefined
}

const succeeds = async ({ write, onOutage, isStopping, patient }: SalvageOptions, { parts, item }: Attempt): Promise<boolean> => {
  while (!isStopping()) {
    try {
      await traceBatch([item], () => writeBatch(write, [item], parts, { patient }))
      return true
    } catch (error) {
      if (!patient && isLockTimeout(error)) throw error
      if (classifyFailure(error) === 'poison') return false
      await onOutage(error, [item])
      await delay(retryMs)
    }
  }
  return false
}
