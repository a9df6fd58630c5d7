import type pg from 'pg'
import { BatchWrite } from '../../../platform/batch-write.ts'
import { systemClock, type Clock } from '../../../platform/context.ts'
import { applyAlarmSignals } from '../../alarms/alarm/lifecycle/apply-alarm-signals.ts'
import { applyFaultSignals } from '../../alarms/fault/lifecycle/apply-fault-signals.ts'
import type { Cause } from '../../alarms/notify-cause/cause.batch.ts'
import type { Signal } from '../../alarms/signal/signal.ts'
import type { InboundMessage, ReportRow } from './inbound-message.ts'
import type { IngestConnection } from './ingest-connection.ts'
import type { LogBudget } from '../../../platform/broker/log-budget.ts'
import type { DetectedFault } from './report-code-table.ts'
import { separateRedeliveries } from './redelivery.ts'
import { detectedFault, signalsOf, type ReportedAlarm } from './signals.ts'
import { Turns } from './turns.ts'
import { traceAlarms } from './trace-batch.ts'
import { copyReports, isAlarm, reserveIds } from './write-reports.ts'
import { countMalformed, setLowPower, writeHeartbeats, writeLog } from './write-states.ts'
import { writeReplies } from './write-replies.ts'
import { ruleSignals, type MayStartRule } from './rule-signals.ts'
import { storeSignals } from '../../equipment/linked-rule/rule-signal.batch.ts'
import { writeUnknown } from './write-unknown.ts'
import { writeUpgrades } from './write-upgrades.ts'

/** Called with new alarms and faults inside their transaction. May only queue work. */
export type OnRaised = (client: pg.ClientBase, causes: readonly Cause[]) => Promise<void>

export interface WriteOptions {
  readonly connection: IngestConnection
  readonly onRaised: OnRaised
  /** Whether a report may start a linked rule. */
  readonly mayStartRule: MayStartRule
  /** The id of a fault type that the system raises itself. */
  readonly faultType: (fault: DetectedFault) => number | undefined
  /** Limits how many messages that raise an alarm again are kept. The first of each alarm always is. Without it, all are. */
  readonly frames?: Pick<LogBudget, 'take'>
  /** Shared by all writers of fires. Without it, there is only one. */
  readonly turns?: Turns | undefined
  readonly clock?: Clock | undefined
}

/** Which parts of messages are written: normally all, and fewer and fewer for a message that cannot be written (salvage.ts). */
export interface BatchParts {
  readonly reports: 'whole' | 'bare' | 'none'
  alarms: boolean
  readonly audits: boolean
  /** Notification causes. */
  readonly notifications: boolean
  /** Faults, low power, heartbeats, and unknown reports. */
  readonly rest: boolean
  /** Replies to commands, signals for linked rules, and upgrade messages. */
  readonly commands: boolean
}

export const allParts: BatchParts = {
  reports: 'whole',
  alarms: true,
  audits: true,
  notifications: true,
  rest: true,
  commands: true,
}

/**
 * Stores a batch in one transaction: new messages only; their reports; the resulting alarms and faults; heartbeats; the MQTT log; events
 * and audit rows. Resolves after the commit, when each message has its answer.
 * Every writer (also presence and the sweep) locks rows in the same order, to prevent deadlocks: gateway counters, gateways, devices,
 * alarms (alarm_open before alarm), faults, unknown reports, commands, and finally the audit chains. Within a table, rows are locked in key
 * order. Nothing else waits for inserts, so they are sent before this batch's turn comes.
 */
export const writeBatch = async (
  { connection, onRaised, mayStartRule, faultType, frames: budget, turns = new Turns(), clock = systemClock }: WriteOptions,
  items: readonly InboundMessage[],
  parts: BatchParts = allParts,
  patience: { patient?: boolean } = {},
): Promise<void> => {
  let written: BatchWrite | undefined
  const turn = turns.begin()
  const work: Parameters<IngestConnection['transaction']>[0] = async (tx, client, later) => {
    const [{ fresh, repeated, restarted }, reportIds] = await Promise.all([
      separateRedeliveries(client, items, later),
      reserveReportIds(client, items, parts),
    ])
    const write = new BatchWrite(client, clock.now(), later)
    const alarms: ReportedAlarm[] = []
    const faults: Signal[] = []
    let causes: readonly Cause[] = []
    const raised = new Set<InboundMessage>()
    const raisedAgain = new Set<InboundMessage>()
    const lowPower = new Map<number, boolean>()
    for (const item of fresh) {
      const { gateway, rows, detectedFaults, receivedAt } = item
      if (gateway === undefined) continue
      const found = restarted.has(item) ? [...detectedFaults, 'numbersRestarted' as const] : detectedFaults
      for (const fault of found) {
        const typeId = faultType(fault)
        if (typeId !== undefined) faults.push(detectedFault(fault, typeId, gateway, receivedAt))
      }
      if (!item.urgent) continue
      const signals = signalsOf(item, reportIds)
      alarms.push(...signals.alarms)
      faults.push(...signals.faults)
      for (const { device, meaning } of rows)
        if (device !== null && (meaning?.type === 'lowPower' || meaning?.endsLowPower === true))
          lowPower.set(device.id, meaning.type === 'lowPower')
    }
    const isRaising = parts.alarms && alarms.length > 0
    if (parts.rest) {
      const states = Promise.all([writeHeartbeats(client, fresh), countMalformed(client, fresh)])
      later(states)
      // A batch takes its place in the order only once it no longer waits for a gateway's row.
      if (isRaising) await states
      if (lowPower.size > 0) await setLowPower(write, lowPower)
    }
    const raise = async () => {
      if (isRaising) {
        const applied = await applyAlarmSignals(write, alarms)
        causes = applied.causes
        for (const { id, signal } of applied.raised) {
          if (signal.triedBy !== null) signal.message.raised = id
          raised.add(signal.message)
        }
        for (const { message } of applied.raisedAgain) raisedAgain.add(message)
      }
      if (parts.rest && faults.length > 0) causes = [...causes, ...(await applyFaultSignals(write, faults))]
    }
    // Faults belong in here too: two gateways may relay the same detector.
    await (isRaising ? turn.number(raise) : raise())
    if (parts.reports !== 'none') later(copyReports(client, fresh, reportIds, parts.reports === 'bare'))
    later(writeLog(client, fresh, parts.reports === 'none' ? new Set() : framesToKeep(raised, raisedAgain, budget)))
    if (parts.notifications && causes.length > 0) later(onRaised(client, causes))
    await turn.come()
    if (parts.rest) later(writeUnknown(client, fresh))
    if (parts.commands) {
      await writeReplies(write, fresh)
      const signals = ruleSignals(fresh, mayStartRule)
      if (signals.length > 0) later(storeSignals(client, signals))
      later(writeUpgrades(client, fresh))
    }
    await write.store(tx, { audited: parts.audits })
    for (const item of fresh) item.answer = 'stored'
    for (const item of repeated) item.answer = 'repeated'
    written = write
  }
  await connection.transaction(work, patience).finally(() => turn.end())
  traceAlarms(written)
}

/** A detector that triggers all day must not fill the disk. */
const framesToKeep = (
  raised: ReadonlySet<InboundMessage>,
  raisedAgain: ReadonlySet<InboundMessage>,
  budget: WriteOptions['frames'],
): Set<InboundMessage> => {
  const kept = new Set(raised)
  for (const item of raisedAgain) if (!kept.has(item) && budget?.take(item.client) !== false) kept.add(item)
  return kept
}

/** Reserves ids for reports that may raise an alarm, because the alarm refers to its report. Ids of redeliveries stay unused. */
const reserveReportIds = async (
  client: pg.ClientBase,
  items: readonly InboundMessage[],
  parts: BatchParts,
): Promise<Map<ReportRow, number>> => {
  if (parts.reports === 'none') return new Map()
  const raising = items.flatMap((item) => (item.urgent ? item.rows.filter(isAlarm) : []))
  const ids = await reserveIds(client, raising.length)
  return new Map(raising.map((row, index) => [row, ids[index] ?? 0]))
}
