import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'

/** The versions that a device, or a gateway itself, reported. */
export interface ToldFirmware {
  readonly deviceId: number | null
  readonly gatewayId: number
  readonly firmware: string
  /** Null: not reported. */
  readonly hardware: string | null
}

/** Stores the reported versions, in ascending order of ids, as every writer locks them. */
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

/** Whether a row would change: most reported versions are already known. */
const differs = ({ firmware, hardware }: { firmware: string; hardware?: string | undefined }) => {
  const isOther = sql<boolean>`firmware is distinct from ${firmware}`
  return hardware === undefined ? isOther : sql<boolean>`(${isOther} or hardware is distinct from ${hardware})`
}
