import { EMBERWATCH } from '@emberwatch/device-link'
import type { Kysely, Transaction } from 'kysely'
import type pg from 'pg'
import type { Tables } from '../../tables/index.ts'
import { COPY_NULL, copyRows, copyText } from './copy-in.ts'
import { takeNew } from './deduplicate.ts'
import { ownerOf, pointOf } from './inbound.ts'
import type { Inbound, ReportRow } from './inbound.ts'
import type { GatewayEntry } from './directory.ts'
import type { IngestConnection } from './ingest-connection.ts'
import { Outcome, tell } from './outcome.ts'
import type { RaisedAlarm } from './outcome.ts'
import { writeAlarms } from './write-alarms.ts'
import type { AlarmChange } from './write-alarms.ts'
import { writeFaults } from './write-faults.ts'
import type { FaultChange } from './write-faults.ts'
import { setLowPower, writeHeartbeats, writeLog } from './write-states.ts'

/** Told of new alarms inside their transaction: queue what must happen, and nothing else. */
export type OnRaised = (tx: Transaction<Tables> | Kysely<Tables>, alarms: readonly RaisedAlarm[]) => Promise<void>

/**
 * Stores a batch in one transaction: new messages only; their reports; the alarms and faults that follow; heartbeats; the MQTT log; events and audit rows.
 * Resolves after the commit with the messages that were new.
 */
export async function writeBatch(
  connection: IngestConnection,
  items: readonly Inbound[],
  onRaised: OnRaised,
): Promise<readonly Inbound[]> {
  let fresh: readonly Inbound[] = []
  await connection.transaction(async (tx, client) => {
    fresh = await takeNew(client, items)
    const at = new Date()
    const outcome = new Outcome()
    const alarms: AlarmChange[] = []
    const faults: FaultChange[] = []
    const lowPower = new Map<number, boolean>()
    await copyReports(client, fresh, (item, gateway, row, reportId) => {
      const { meaning, device } = row
      if (meaning === undefined) return
      const change = changeOf(item, gateway, row)
      const owner = ownerOf(gateway, row)
      const { deviceCode, format, code, deviceTime } = row
      if (meaning.alarm !== null && (meaning.type === 'alarm' || meaning.type === 'restore')) {
        const { alarm: type, notify } = meaning
        alarms.push({
          ...change,
          typeId: type.id,
          type,
          owner,
          gateway,
          device,
          deviceCode,
          format,
          code,
          deviceTime,
          decodedAt: item.decodedAt,
          reportId,
          notify,
        })
      }
      if (meaning.faultTypeId !== null) {
        const name = device?.name ?? deviceCode ?? gateway.name
        faults.push({
          ...change,
          typeId: meaning.faultTypeId,
          owner,
          gatewayId: gateway.id,
          deviceId: device?.id ?? null,
          name,
          format,
          code,
        })
      }
      if (device !== null && (meaning.type === 'lowPower' || meaning.endsLowPower))
        lowPower.set(device.id, meaning.type === 'lowPower')
    })
    if (alarms.length > 0) await writeAlarms(client, alarms, outcome, at)
    if (faults.length > 0) await writeFaults(client, faults, outcome)
    if (lowPower.size > 0) await setLowPower(client, lowPower, outcome)
    await writeHeartbeats(client, fresh)
    await writeLog(client, fresh)
    if (outcome.raised.length > 0) await onRaised(tx, outcome.raised)
    await tell(tx, outcome, at)
  })
  return fresh
}

function changeOf(item: Inbound, gateway: GatewayEntry, row: ReportRow): Pick<AlarmChange, 'point' | 'action' | 'at'> {
  const point = pointOf(gateway.id, row.device, row.deviceCode)
  return { point, action: row.meaning?.type === 'restore' ? 'restore' : 'raise', at: item.receivedAt }
}

const columns = 'received_at, gateway_id, device_id, device_code, sequence, position, format, code, type, device_time, "values"'

/** Stores the reports and shows each to `visit`, in order; those that may raise an alarm with their id. */
async function copyReports(
  client: pg.ClientBase,
  items: readonly Inbound[],
  visit: (item: Inbound, gateway: GatewayEntry, row: ReportRow, reportId: number | null) => void,
): Promise<void> {
  const ids = await reserveIds(
    client,
    items.reduce((sum, item) => sum + (item.urgent ? item.rows.filter(isAlarm).length : 0), 0),
  )
  const plain: string[] = []
  const identified: string[] = []
  for (const item of items) {
    const { gateway, sequence } = item
    if (gateway === undefined || sequence === undefined || item.rows.length === 0) continue
    const prefix = `${item.receivedAt.toISOString()}\t${gateway.id}\t`
    for (const [position, row] of item.rows.entries()) {
      const reportId = item.urgent && isAlarm(row) ? (ids.pop() ?? null) : null
      const line = prefix + reportColumns(sequence, position, row)
      if (reportId === null) plain.push(line)
      else identified.push(`${reportId}\t${line}`)
      if (item.urgent) visit(item, gateway, row, reportId)
    }
  }
  await copyRows(client, `report (${columns})`, plain)
  await copyRows(client, `report (id, ${columns})`, identified)
}

/** The columns from device_id on, for COPY; built by hand, for this is done for every single report. */
function reportColumns(sequence: number, position: number, row: ReportRow): string {
  const { device, deviceCode, format, code, meaning, deviceTime, values } = row
  const deviceColumns = `${device === null ? COPY_NULL : device.id}\t${copyText(deviceCode)}`
  const time = deviceTime === undefined ? COPY_NULL : deviceTime.toISOString()
  const measured = values === undefined ? COPY_NULL : copyText(JSON.stringify(values))
  return `${deviceColumns}\t${sequence}\t${position}\t${copyText(format)}\t${copyText(code)}\t${copyText(meaning?.type)}\t${time}\t${measured}\n`
}

async function reserveIds(client: pg.ClientBase, count: number): Promise<number[]> {
  if (count === 0) return []
  const { rows } = await client.query<{ id: number }>({
    name: 'ingest_report_ids',
    text: `select nextval('report_id') as id from generate_series(1, $1::integer)`,
    values: [count],
  })
  return rows.map(({ id }) => id).reverse()
}

function isAlarm({ meaning }: ReportRow): boolean {
  return meaning?.type === 'alarm'
}

/** Whether a message begins or ends something that people must know of at once. */
export function isUrgent(rows: readonly ReportRow[]): boolean {
  return rows.some(({ meaning }) => meaning !== undefined && (meaning.alarm !== null || meaning.faultTypeId !== null))
}

/** Our own word for a gateway that is gone, as a Will says it: no sign of life. */
export function saysOffline({ format, code, device, deviceCode }: ReportRow): boolean {
  return format === EMBERWATCH && code === 'offline' && device === null && deviceCode === null
}
