import type pg from 'pg'
import type { BatchWrite } from '../../../platform/batch-write.ts'
import { copyRows, copyText, copyTime } from '../../../platform/database/copy-in.ts'
import { updateLowPower } from '../../equipment/device/device.batch.ts'
import { addMalformed, updateGatewayStates } from '../../equipment/gateway/presence.batch.ts'
import type { InboundMessage } from './inbound-message.ts'
import type { GatewayEntry } from './gateway-cache.ts'
import { logLine, payloadHead } from './storable-text.ts'

/** Sets or clears the low-power state of devices. */
export const setLowPower = async (write: BatchWrite, states: ReadonlyMap<number, boolean>): Promise<void> => {
  const entries = [...states].sort(([a], [b]) => a - b)
  const rows = await updateLowPower(write.client, entries)
  for (const { id, low_power: isLow, path, customer_id: customerId, project_id: projectId } of rows) {
    const owner = { path, customerId, deviceId: id, projectId }
    write.emit({ kind: 'device', change: isLow ? 'lowPower' : 'powered', objectId: id, owner })
  }
}

/** Stores what gateways report about themselves; the newest wins. The online state is decided in presence.ts. */
export const writeHeartbeats = async (client: pg.ClientBase, items: readonly InboundMessage[]): Promise<void> => {
  const newest = new Map<number, InboundMessage>()
  for (const item of items) {
    if (item.heartbeat === undefined || item.gateway === undefined) continue
    const known = newest.get(item.gateway.id)
    if (known === undefined || known.receivedAt <= item.receivedAt) newest.set(item.gateway.id, item)
  }
  if (newest.size === 0) return
  const beats = [...newest].sort(([a], [b]) => a - b)
  await updateGatewayStates(
    client,
    beats.map(([id, { heartbeat, receivedAt }]) => ({
      id,
      ip: heartbeat?.ip ?? null,
      port: heartbeat?.port ?? null,
      signal: toInteger(heartbeat?.signal),
      firmware: heartbeat?.firmware ?? null,
      at: receivedAt,
    })),
  )
}

const maxInteger = 2 ** 31 - 1

/** A reading for an integer column. Null if there is none or it does not fit. */
export const toInteger = (value: unknown): number | null => {
  return typeof value === 'number' && Math.abs(value) <= maxInteger ? Math.round(value) : null
}

/** Writes lines of the MQTT log. `frames`: messages that are always kept, whatever they contain. */
export const writeLog = async (
  client: pg.ClientBase,
  items: readonly InboundMessage[],
  frames: ReadonlySet<InboundMessage>,
): Promise<void> => {
  const logged = items.flatMap((item) => {
    const log =
      item.log ?? (frames.has(item) ? ({ ...logLine(item.message), result: 'taken', reason: null } as const) : undefined)
    return log === undefined ? [] : [{ item, log }]
  })
  const lines = logged.map(({ item: { receivedAt, gateway, client: sender }, log: { topic, payload, result, reason } }) => {
    const columns = [gateway?.path, gateway?.id ? String(gateway.id) : null, sender, topic, payload, result, reason]
    return `${copyTime(receivedAt)}\tup\t${columns.map(copyText).join('\t')}\n`
  })
  await copyRows(
    client,
    'copy mqtt_log (at, direction, path, gateway_id, client, topic, payload, result, reason) from stdin',
    lines,
  )
}

/** Counts unreadable items on their gateways. */
export const countMalformed = async (client: pg.ClientBase, items: readonly InboundMessage[]): Promise<void> => {
  const counts = new Map<number, number>()
  for (const { gateway, malformed } of items) {
    if (gateway !== undefined && malformed > 0) counts.set(gateway.id, (counts.get(gateway.id) ?? 0) + malformed)
  }
  if (counts.size === 0) return
  const entries = [...counts].sort(([a], [b]) => a - b)
  await addMalformed(client, entries)
}

/** Writes a line of the MQTT log for a message that we sent. */
export const writeSent = async (
  db: Pick<pg.Pool, 'query'>,
  { gateway, topic, payload, at }: { gateway: GatewayEntry | undefined; topic: string; payload: Uint8Array; at: Date },
): Promise<void> => {
  await db.query({
    name: 'ingest_mqtt_sent',
    text: `insert into mqtt_log (at, path, gateway_id, client, topic, direction, payload, result)
      values ($1, $2, $3, $4, $5, 'down', $6, 'sent')`,
    values: [at, gateway?.path ?? null, gateway?.id ?? null, gateway?.code ?? '', topic, payloadHead({ payload })],
  })
}
