import type { Kysely } from 'kysely'
import type { Tables } from '../tables/index.ts'
import type { Model } from './simple-model.testing.ts'

/** The database's state of one device, in the model's terms. */
export interface Stored extends Pick<Model, 'alarms' | 'faults' | 'orders'> {
  readonly alarmIds: readonly number[]
  readonly faultIds: readonly number[]
}

/** A device, and the orders created for it, in this order. */
export interface Asked {
  readonly deviceId: number
  readonly orderIds: readonly number[]
}

const ms = (at: string): number => Date.parse(at)
const place = (orderIds: readonly number[], id: number | null): number | null => (id === null ? null : orderIds.indexOf(id))

/** Reads any number of devices in three statements. */
export const readStored = async (db: Kysely<Tables>, asked: readonly Asked[]): Promise<Stored[]> => {
  const devices = asked.map(({ deviceId }) => deviceId)
  const orderIds = asked.flatMap((one) => one.orderIds)
  if (devices.length === 0) return []
  const [alarms, faults, orders] = await Promise.all([
    db
      .selectFrom('alarm')
      .select(['id', 'device_id', 'state', 'source_active', 'repeat_count', 'first_at', 'last_at', 'restored_at', 'order_id'])
      .where('device_id', 'in', devices)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('fault')
      .select(['id', 'device_id', 'state', 'repeat_count', 'first_at', 'last_at', 'solved_way', 'order_id'])
      .where('device_id', 'in', devices)
      .orderBy('id')
      .execute(),
    orderIds.length === 0
      ? []
      : db.selectFrom('work_order').select(['id', 'status', 'held_from', 'deleted_at']).where('id', 'in', orderIds).execute(),
  ])
  const alarmsOf = Map.groupBy(alarms, ({ device_id: id }) => id)
  const faultsOf = Map.groupBy(faults, ({ device_id: id }) => id)
  const orderOf = new Map(orders.map((order) => [order.id, order]))
  return asked.map(({ deviceId, orderIds: own }) => ({
    alarmIds: (alarmsOf.get(deviceId) ?? []).map(({ id }) => id),
    faultIds: (faultsOf.get(deviceId) ?? []).map(({ id }) => id),
    alarms: (alarmsOf.get(deviceId) ?? []).map((alarm) => ({
      state: alarm.state,
      active: alarm.source_active,
      repeats: alarm.repeat_count,
      firstAt: ms(alarm.first_at),
      lastAt: ms(alarm.last_at),
      restoredAt: alarm.restored_at === null ? null : ms(alarm.restored_at),
      order: place(own, alarm.order_id),
    })),
    faults: (faultsOf.get(deviceId) ?? []).map((fault) => ({
      state: fault.state,
      repeats: fault.repeat_count,
      firstAt: ms(fault.first_at),
      lastAt: ms(fault.last_at),
      way: fault.solved_way,
      order: place(own, fault.order_id),
    })),
    orders: own.map((id) => ({
      status: orderOf.get(id)?.status ?? 'cancelled',
      heldFrom: orderOf.get(id)?.held_from ?? null,
      deleted: orderOf.get(id)?.deleted_at !== null,
    })),
  }))
}
