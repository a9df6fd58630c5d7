import { parseFaultCode, type endpoints, type InputOf } from '@emberwatch/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import { hasKeyword } from '../../platform/keyword.ts'
import { containing } from '../../platform/list.ts'
import { filtered } from '../../platform/rows/filter.ts'

type Fault = typeof endpoints.fault
/** The list's input. A gateway's faults are the same list with one more filter. */
export type FaultFilter = InputOf<Fault['page']> & { readonly gatewayId?: number; readonly deviceIds?: readonly number[] }

/** Put off, and neither is the time over nor has it been reported since. */
export const isSnoozed = (ctx: Ctx) =>
  sql<boolean>`(fault.state <> 'solved' and fault.snoozed_until > ${ctx.clock.now()} and fault.snoozed_repeats = fault.repeat_count)`

/** The same kind of fault at the same place of the same owner. */
export const sameAs = (other: string): RawBuilder<boolean> =>
  sql.raw(`${other}.point = fault.point and ${other}.type_id = fault.type_id and ${other}.test = fault.test and ${other}.path = fault.path
    and ${other}.project_id is not distinct from fault.project_id and ${other}.customer_id is not distinct from fault.customer_id`)

/** Enough to say that it comes back all the time. */
const countedReturns = 100

/** How often the same had been raised and solved at this place before. Whoever sees a fault sees those of the same owner. */
export const cameBack = sql<number>`(select count(*)::int from (select from fault as earlier where ${sameAs('earlier')}
  and earlier.id < fault.id limit ${sql.lit(countedReturns)}) as counted)`

/**
 * The caller's faults that match an input. A keyword is a fault number, or part of a device's or gateway's code or name, a room, or a
 * project's name.
 */
export const filteredFaults = (ctx: Ctx, input: FaultFilter) => {
  let rows = filtered(ctx.db.selectFrom('fault'), 'fault', input, {
    equal: ['state', 'typeId', 'projectId', 'gatewayId', 'deviceId'],
    between: 'first_at',
  })
  const { keyword, level, snoozed, returned } = input
  if (input.deviceIds) rows = rows.where(sql<boolean>`fault.device_id = any(${input.deviceIds}::bigint[])`)
  if (input.open !== undefined) rows = rows.where('fault.state', input.open ? '<>' : '=', 'solved')
  if (snoozed !== undefined) rows = rows.where(snoozed ? isSnoozed(ctx) : sql<boolean>`(${isSnoozed(ctx)}) is not true`)
  if (returned !== undefined) rows = rows.where(sql<boolean>`(${cameBack} > 0) = ${returned}`)
  if (level)
    rows = rows.where('fault.type_id', 'in', (e) =>
      e.selectFrom('fault_type').select('fault_type.id').where('fault_type.level', '=', level),
    )
  if (!keyword) return rows
  const number = parseFaultCode(keyword)
  if (number)
    return rows
      .where('fault.id', '=', number.id)
      .where('fault.first_at', '>=', number.from)
      .where('fault.first_at', '<', number.to)
  const wanted = containing(keyword)
  return rows.where((e) =>
    e.or([
      e('fault.device_id', 'in', (inner) =>
        inner
          .selectFrom('device')
          .select('device.id')
          .where(hasKeyword(['device.code', 'device.name', 'device.room_number'], keyword)),
      ),
      e('fault.project_id', 'in', (inner) =>
        inner
          .selectFrom('project')
          .select('project.id')
          .where(hasKeyword(['project.name'], keyword)),
      ),
      e('fault.gateway_id', 'in', (inner) =>
        inner
          .selectFrom('gateway')
          .select('gateway.id')
          .where((gateway) => gateway.or([gateway('gateway.code', 'ilike', wanted), gateway('gateway.name', 'ilike', wanted)])),
      ),
      e.and([e('fault.device_id', 'is', null), e('fault.point', 'ilike', wanted)]),
    ]),
  )
}
