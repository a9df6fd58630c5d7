import type { endpoints, FloorPlanRow, InputOf, OutputOf, PlanPin } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { containing, listPage } from '../../../platform/list.ts'
import { fields, tracked } from '../../../platform/rows/columns.ts'
import { filtered } from '../../../platform/rows/filter.ts'
import { shownStatus } from '../../../tables/device-status.ts'

type FloorPlan = typeof endpoints.floorPlan

/** A device that has left the project is not shown on its plans, even if nobody removed it. */
const standsHere = sql<boolean>`device.project_id = floor_plan.project_id and device.deleted_at is null`

// Deliberately not scoped: only a number, for a plan that the caller sees.
const devices = sql<number>`(
  select count(*) from floor_plan_pin as pin join device on device.id = pin.device_id
  where pin.plan_id = floor_plan.id and ${standsHere})`

const read = (ctx: Ctx, ids: readonly number[]): Promise<FloorPlanRow[]> =>
  ctx.db
    .selectFrom('floor_plan')
    .select(fields('floor_plan', ['id', 'projectId', 'building', 'floor', 'image']))
    .select(devices.as('devices'))
    .select(tracked('floor_plan'))
    .where('floor_plan.id', 'in', ids)
    .execute()

/** The pins of plans, or of one device, for devices in the caller's scope. */
const pins = (ctx: Ctx) =>
  ctx.db
    .selectFrom('device')
    .innerJoin('floor_plan_pin as pin', 'pin.device_id', 'device.id')
    .innerJoin('floor_plan', 'floor_plan.id', 'pin.plan_id')
    .select(['device.id as deviceId', 'device.code', 'device.name', 'pin.x', 'pin.y', 'pin.plan_id'])
    .select(sql<string>`concat_ws(' · ', device.room_number, device.place)`.as('place'))
    .select(shownStatus.as('status'))
    .where(standsHere)

const pinOf = ({ plan_id: _plan, ...pin }: PlanPin & { plan_id: number }): PlanPin => pin

export const pageFloorPlans = (ctx: Ctx, input: InputOf<FloorPlan['page']>): Promise<OutputOf<FloorPlan['page']>> =>
  listPage<FloorPlanRow>(ctx.db, input, {
    rows: filtered(ctx.db.selectFrom('floor_plan'), 'floor_plan', input, {
      equal: ['projectId'],
      containing: ['building', 'floor'],
      between: 'created_at',
    }),
    key: 'floor_plan.id',
    sorts: { building: 'floor_plan.building', floor: 'floor_plan.floor', createdAt: 'floor_plan.created_at' },
    defaultSort: { by: 'building', order: 'asc' },
    read: (ids) => read(ctx, ids),
  })

export const floorPlanDetail = async (ctx: Ctx, { id }: InputOf<FloorPlan['detail']>): Promise<OutputOf<FloorPlan['detail']>> => {
  const [plan] = await read(ctx, [id])
  if (!plan) throw new Error(`floor plan ${id} no longer exists`)
  const found = await pins(ctx).where('pin.plan_id', '=', id).orderBy('device.code').execute()
  return { ...plan, pins: found.map(pinOf) }
}

export const planOfDevice = async (
  ctx: Ctx,
  { id }: InputOf<FloorPlan['ofDevice']>,
): Promise<OutputOf<FloorPlan['ofDevice']>> => {
  const pin = await pins(ctx).where('device.id', '=', id).executeTakeFirst()
  if (!pin) return null
  const [plan] = await read(ctx, [pin.plan_id])
  return plan ? { plan, pin: pinOf(pin) } : null
}

const deviceLimit = 200

/** Devices of the plan's project that are not on a plan yet. */
export const devicesToPlace = async (ctx: Ctx, input: InputOf<FloorPlan['devices']>): Promise<OutputOf<FloorPlan['devices']>> => {
  let rows = ctx.db
    .selectFrom('device')
    .innerJoin('floor_plan', 'floor_plan.project_id', 'device.project_id')
    .select(['device.id', 'device.code', 'device.name', 'device.room_number'])
    .where('floor_plan.id', '=', input.id)
    .where('device.deleted_at', 'is', null)
    .where(
      sql<boolean>`not exists (
        select from floor_plan_pin as pin join floor_plan as other on other.id = pin.plan_id
        where pin.device_id = device.id and other.project_id = device.project_id)`,
    )
  if (input.keyword) {
    const pattern = containing(input.keyword)
    rows = rows.where((e) =>
      e.or([e('device.code', 'ilike', pattern), e('device.name', 'ilike', pattern), e('device.room_number', 'ilike', pattern)]),
    )
  }
  const found = await rows.orderBy('device.code').limit(deviceLimit).execute()
  return found.map(({ id, code, name, room_number }) => ({
    value: id,
    label: [code, name, room_number].filter(Boolean).join(' · '),
  }))
}
