import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../tables/index.ts'

/** What a device, or a gateway itself, says that it runs. */
export interface ToldFirmware {
  readonly deviceId: number | null
  readonly gatewayId: number
  readonly firmware: string
  /** Null: it did not say. */
  readonly hardware: string | null
}

/** Keeps what devices and gateways say that they run, in ascending order of their ids, as every writer locks them. */
export const recordFirmware = async (db: Kysely<Tables>, told: readonly ToldFirmware[]): Promise<void> => {
  const newest = new Map(told.map((each) => [each.deviceId === null ? `g${each.gatewayId}` : `d${each.deviceId}`, each]))
  const of = (kind: 'gateway' | 'device') =>
    [...newest.values()]
      .filter(({ deviceId }) => (deviceId === null) === (kind === 'gateway'))
      .map(({ deviceId, gatewayId, firmware, hardware }) => ({
        id: deviceId ?? gatewayId,
        firmware,
        ...(hardware === null ? {} : { hardware }),
      }))
      .toSorted((a, b) => a.id - b.id)
  for (const { id, ...changes } of of('gateway'))
    await db.updateTable('gateway').set(changes).where('id', '=', id).where(differs(changes)).execute()
  for (const { id, ...changes } of of('device'))
    await db.updateTable('device').set(changes).where('id', '=', id).where(differs(changes)).execute()
}

/** Whether a row would change: most of what is told is known. */
const differs = ({ firmware, hardware }: { firmware: string; hardware?: string | undefined }) => {
  const isOther = sql<boolean>`firmware is distinct from ${firmware}`
  return hardware === undefined ? isOther : sql<boolean>`(${isOther} or hardware is distinct from ${hardware})`
}
