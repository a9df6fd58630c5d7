import type { Kysely } from 'kysely'
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
      .map(({ deviceId, gatewayId, firmware, hardware }) => ({ id: deviceId ?? gatewayId, firmware, hardware }))
      .toSorted((a, b) => a.id - b.id)
  for (const kind of ['gateway', 'device'] as const)
    for (const { id, firmware, hardware } of of(kind))
      await db
        .updateTable(kind)
        .set({ firmware, ...(hardware === null ? {} : { hardware }) })
        .where('id', '=', id)
        .where((e) =>
          e.or([
            e('firmware', 'is distinct from', firmware),
            ...(hardware === null ? [] : [e('hardware', 'is distinct from', hardware)]),
          ]),
        )
        .execute()
}
