import type { Kysely, Transaction } from 'kysely'
import type pg from 'pg'
import type { Tables } from '../../tables/index.ts'
import { conditionsOf, ownFault } from './conditions.ts'
import type { Inbound, ReportRow } from './inbound.ts'
import type { IngestConnection } from './ingest-connection.ts'
import type { OwnFault } from './meanings.ts'
import { Outcome, tell } from './outcome.ts'
import type { RaisedAlarm } from './outcome.ts'
import { sortOut } from './redelivery.ts'
import { writeAlarms } from './write-alarms.ts'
import type { AlarmChange } from './alarm-change.ts'
import { writeFaults } from './write-faults.ts'
import type { FaultChange } from './write-faults.ts'
import { copyReports, isAlarm, reserveIds } from './write-reports.ts'
import { countMalformed, setLowPower, writeHeartbeats, writeLog } from './write-states.ts'
import { writeUnknown } from './write-unknown.ts'

/** Told of new alarms inside their transaction: queue what must happen, and nothing else. */
export type OnRaised = (tx: Transaction<Tables> | Kysely<Tables>, alarms: readonly RaisedAlarm[]) => Promise<void>

export interface WriteOptions {
  connection: IngestConnection
  onRaised: OnRaised
  /** The id of a fault type of ours. */
  faultType: (fault: OwnFault) => number | undefined
}

/** What of messages is written. Ordinarily everything; less and less of one that cannot be written (set-apart.ts). */
export interface Parts {
  reports: 'whole' | 'bare' | 'none'
  alarms: boolean
  audits: boolean
  /** Whoever is told of an alarm. */
  notifications: boolean
  /** Faults, low power, heartbeats, and what could not be placed. */
  rest: boolean
}

export const EVERYTHING: Parts = { reports: 'whole', alarms: true, audits: true, notifications: true, rest: true }

/**
 * Stores a batch in one transaction: new messages only; their reports; the alarms and faults that follow; heartbeats; the MQTT log; events and audit rows.
 * Resolves after the commit, when each message has its answer.
 *
 * Rows are locked in one order everywhere, here as in presence and the sweep, so that no two writers wait for each other for ever: counters of gateways, gateways,
 * devices, alarms (alarm_open before alarm), faults, what could not be placed; then come inserts that nobody waits for, and last the
 * audit chains. Within each table by the order of its key.
 */
export async function writeBatch(
  { connection, onRaised, faultType }: WriteOptions,
  items: readonly Inbound[],
  parts: Parts = EVERYTHING,
): Promise<void> {
  await connection.transaction(async (tx, client) => {
    const { fresh, repeated, restarted } = await sortOut(client, items)
    const at = new Date()
    const outcome = new Outcome()
    const reportIds = await reserveReportIds(client, fresh, parts)
    const alarms: AlarmChange[] = []
    const faults: FaultChange[] = []
    const lowPower = new Map<number, boolean>()
    for (const item of fresh) {
      const { gateway, rows, ownFaults, receivedAt } = item
      if (gateway === undefined) continue
      const found = restarted.has(item) ? [...ownFaults, 'numbersRestarted' as const] : ownFaults
      for (const fault of found) {
        const typeId = faultType(fault)
        if (typeId !== undefined) faults.push(ownFault(fault, typeId, gateway, receivedAt))
      }
      if (!item.urgent) continue
      const conditions = conditionsOf(item, reportIds)
      alarms.push(...conditions.alarms)
      faults.push(...conditions.faults)
      for (const { device, meaning } of rows)
        if (device !== null && (meaning?.type === 'lowPower' || meaning?.endsLowPower === true))
          lowPower.set(device.id, meaning.type === 'lowPower')
    }
    if (parts.rest) {
      await writeHeartbeats(client, fresh)
      await countMalformed(client, fresh)
      if (lowPower.size > 0) await setLowPower(client, lowPower, outcome)
    }
    if (parts.alarms && alarms.length > 0) await writeAlarms(client, alarms, outcome, at)
    if (parts.rest) {
      if (faults.length > 0) await writeFaults(client, faults, outcome)
      await writeUnknown(client, fresh)
    }
    if (parts.reports !== 'none') await copyReports(client, fresh, reportIds, parts.reports === 'bare')
    await writeLog(client, fresh)
    if (parts.notifications && outcome.raised.length > 0) await onRaised(tx, outcome.raised)
    await tell(tx, parts.audits ? outcome : outcome.withoutAudits(), at)
    for (const item of fresh) item.answer = 'stored'
    for (const item of repeated) item.answer = 'repeated'
  })
}

/** Ids for the reports that may raise an alarm, which points at its report. */
async function reserveReportIds(client: pg.ClientBase, items: readonly Inbound[], parts: Parts): Promise<Map<ReportRow, number>> {
  if (parts.reports === 'none') return new Map()
  const raising = items.flatMap((item) => (item.urgent ? item.rows.filter(isAlarm) : []))
  const ids = await reserveIds(client, raising.length)
  return new Map(raising.map((row, index) => [row, ids[index] ?? 0]))
}
