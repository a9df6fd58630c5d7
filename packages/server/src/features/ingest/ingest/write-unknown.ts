import type pg from 'pg'
import { listUnknownReports } from '../../equipment/unknown-report/unknown-report.batch.ts'
import { gatewayIdOf } from './gateway-cache.ts'
import type { GatewayEntry } from './gateway-cache.ts'
import type { InboundMessage, UnknownEntry } from './inbound-message.ts'

interface Line {
  readonly gateway: GatewayEntry
  /** The newest entry. */
  readonly entry: UnknownEntry
  readonly mayBeAlarm: boolean
  readonly count: number
  readonly firstAt: Date
  readonly lastAt: Date
}

/**
 * Lists unknown reports: one row per gateway, kind and key, with a count. A handled device is listed again when it turns out that it may be
 * reporting an alarm.
 */
export const writeUnknown = async (client: pg.ClientBase, items: readonly InboundMessage[]): Promise<void> => {
  const lines = [...linesOf(items)].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line)
  if (lines.length === 0) return
  await listUnknownReports(
    client,
    lines.map(({ gateway, entry, ...rest }) => ({ ...entry, ...rest, gateway: { ...gateway, id: gatewayIdOf(gateway) } })),
  )
}

const linesOf = (items: readonly InboundMessage[]): Map<string, Line> => {
  const lines = new Map<string, Line>()
  for (const { gateway, unknown, receivedAt } of items) {
    if (gateway === undefined) continue
    for (const entry of unknown) {
      const key = `${String(gateway.id).padStart(16, '0')} ${entry.kind} ${entry.key}`
      const line = lines.get(key) ?? { gateway, entry, mayBeAlarm: false, count: 0, firstAt: receivedAt, lastAt: receivedAt }
      lines.set(key, {
        ...line,
        entry,
        mayBeAlarm: line.mayBeAlarm || entry.mayBeAlarm,
        count: line.count + 1,
        lastAt: receivedAt,
      })
    }
  }
  return lines
}
