import { orderKindFacts, type EnumValue, type OrderDeviceRecord, type OrderKindName } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { refuseField } from '../../../platform/refuse-field.ts'
import type { Write } from '../../../platform/transact.ts'
import { bindDevices } from '../../equipment/device/device-binding.verbs.ts'
import { placeDevices } from '../../equipment/device/device.verbs.ts'
import { resultsOf, saveDeviceResults, type StoredOrder } from './order.store.ts'
import { assertInstallable } from './project-of-order.ts'

const recordsOfKinds = ['value', 'method', 'expected', 'actual', 'gatewayId', 'roomNumber'] as const

/**
 * Checks results of devices: each must be one that the order's kind allows, for a device of the order. Engineers may install more devices
 * from stock than were planned.
 * @throws invalidInput on `devices`
 */
export const assertResults = async (
  ctx: Ctx,
  write: Write,
  kind: OrderKindName,
  order: StoredOrder,
  records: readonly OrderDeviceRecord[],
): Promise<void> => {
  const { results, records: allowed } = orderKindFacts[kind]
  const foreign = recordsOfKinds.filter((field) => !(allowed as readonly string[]).includes(field))
  for (const record of records) {
    const filled = foreign.some((field) => record[field] !== undefined)
    if (filled || !results.includes(record.result)) refuseField(ctx, 'devices', 'enum')
  }
  const given = new Set(records.map(({ deviceId }) => deviceId))
  if (given.size < records.length) refuseField(ctx, 'devices', 'eachDevice')
  const known = new Set((await resultsOf(write.db, order.id)).map(({ device_id }) => device_id))
  const further = [...given].filter((id) => !known.has(id))
  if (further.length === 0) return
  if (kind !== 'install') refuseField(ctx, 'devices', 'eachDevice')
  await assertInstallable(ctx, write.db, further, order.project_id, 'devices')
}

export const devicePhotosOf = (records: readonly OrderDeviceRecord[]): string[] => records.flatMap(({ photos = [] }) => photos)

/** Saves results of devices, including installed ones that were not planned. */
export const saveResults = (write: Write, orderId: number, records: readonly OrderDeviceRecord[]): Promise<void> =>
  saveDeviceResults(
    write.db,
    orderId,
    records.map(({ deviceId, result, note, value, method, expected, actual, gatewayId, roomNumber, photos }) => ({
      device_id: deviceId,
      result,
      note: note ?? null,
      value: value ?? null,
      method: method ?? null,
      expected: expected ?? null,
      actual: actual ?? null,
      gateway_id: gatewayId ?? null,
      room_number: roomNumber ?? null,
      photos: photos ?? [],
    })),
  )

/**
 * Checks that every device has a result, from this request or an earlier one.
 * @throws invalidInput on `devices`; also for an installation completed without any device
 */
export const assertComplete = async (
  ctx: Ctx,
  write: Write,
  order: StoredOrder,
  records: readonly OrderDeviceRecord[],
  completeType: EnumValue<'completeType'>,
): Promise<void> => {
  const given = new Set(records.map(({ deviceId }) => deviceId))
  const known = await resultsOf(write.db, order.id)
  const missing = known.some(({ device_id, result }) => result === null && !given.has(device_id))
  // A repair created from faults of a gateway itself has no device.
  const empty = known.length === 0 && given.size === 0 && completeType !== 'notPossible' && order.fault_id === null
  if (missing || empty) refuseField(ctx, 'devices', 'eachDevice')
}

/** Binds the installed devices to the order's project, by gateway (domain.md, "Work orders"), and sets their rooms. */
export const bindInstalled = async (ctx: Ctx, write: Write, order: StoredOrder): Promise<void> => {
  const installed = (await resultsOf(write.db, order.id)).filter(({ result }) => result === 'installed')
  const byGateway = Map.groupBy(installed, ({ gateway_id }) => gateway_id)
  for (const [gatewayId, devices] of byGateway) {
    const deviceIds = devices.map(({ device_id }) => device_id)
    await bindDevices(ctx, write, {
      projectId: order.project_id,
      deviceIds,
      gatewayId: gatewayId ?? undefined,
      orderId: order.id,
      bound: 'keep',
    })
  }
  const rooms = installed.flatMap(({ device_id, room_number }) =>
    room_number === null ? [] : [[device_id, room_number] as const],
  )
  await placeDevices(write, order.project_id, new Map(rooms))
}
