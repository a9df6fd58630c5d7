import { parseFaultCode, type endpoints, type InputOf } from '@emberwatch/contract'
import { sql, type ExpressionBuilder, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { findsKeyword, hasKeyword, isCommonIn } from '../../../platform/keyword.ts'
import type { RowCount } from '../../../platform/list.ts'
import { plannedByValues } from '../../../platform/database/statement-names.ts'
import { filtered } from '../../../platform/rows/filter.ts'
import { inZone } from '../../sites/project/project.filter.ts'
import { ofBranch } from '../../base/tenant/tenant.reads.ts'
import type { Tables } from '../../../tables/index.ts'

type Fault = typeof endpoints.fault
/** The list's input, optionally limited to some devices. */
export type FaultFilter = InputOf<Fault['page']> & { readonly deviceIds?: readonly number[] }

/** Snoozed: the time is not over, and the fault has not been reported again. */
export const isSnoozed = (ctx: Ctx) =>
  sql<boolean>`(fault.state <> 'solved' and fault.snoozed_until > ${ctx.clock.now()} and fault.snoozed_repeats = fault.repeat_count)`

/** The same kind of fault at the same place of the same owner. */
export const sameAs = (other: string): RawBuilder<boolean> =>
  sql.raw(`${other}.point = fault.point and ${other}.type_id = fault.type_id and ${other}.test = fault.test and ${other}.path = fault.path
    and ${other}.project_id is not distinct from fault.project_id and ${other}.customer_id is not distinct from fault.customer_id`)

/** Enough to show that it keeps coming back. */
const countedReturns = 100

const earlier = sql`from fault as earlier where ${sameAs('earlier')} and earlier.id < fault.id`

/** How often the same fault was raised and solved at this place before. Anyone who sees a fault sees earlier ones of the same owner. */
export const cameBack = sql<number>`(select count(*)::int from (select ${earlier} limit ${sql.lit(countedReturns)}) as counted)`

/**
 * Up to this many devices, projects and gateways are passed as ids, which can use an index. With more, or with a keyword that most project
 * names contain, scanning the list finds a page quickly.
 */
const idLimit = 1_000

export type Faults = SelectQueryBuilder<Tables, 'fault', object>
type Queries = Pick<ExpressionBuilder<Tables, never>, 'selectFrom'>

/**
 * The devices, gateways and projects that a keyword finds. They are few compared to faults, and their columns have an index on parts of
 * words. All are returned, without a limit.
 */
const pointingAt = async (ctx: Ctx, keyword: string) => {
  const [isDevice, isProject, isGateway] = await Promise.all([
    findsKeyword(ctx.systemDb, 'device', ['code', 'name', 'room_number'], keyword),
    findsKeyword(ctx.systemDb, 'project', ['name'], keyword),
    findsKeyword(ctx.systemDb, 'gateway', ['code', 'name'], keyword),
  ])
  return {
    device_id: (e: Queries, limit: number | null) =>
      e
        .selectFrom('device')
        .select('device.id')
        .where(isDevice)
        .$if(limit !== null, (found) => found.limit(limit)),
    project_id: (e: Queries, limit: number | null) =>
      e
        .selectFrom('project')
        .select('project.id')
        .where(isProject)
        .$if(limit !== null, (found) => found.limit(limit)),
    gateway_id: (e: Queries, limit: number | null) =>
      e
        .selectFrom('gateway')
        .select('gateway.id')
        .where(isGateway)
        .$if(limit !== null, (found) => found.limit(limit)),
  }
}

/** A keyword is a fault number, or part of a device's or gateway's code or name, a room, or a project's name. */
const withKeyword = async (ctx: Ctx, rows: Faults, keyword: string): Promise<Faults> => {
  const number = parseFaultCode(keyword)
  if (number)
    return rows
      .where('fault.id', '=', number.id)
      .where('fault.first_at', '>=', number.from)
      .where('fault.first_at', '<', number.to)
  const queries = await pointingAt(ctx, keyword)
  const columns = ['device_id', 'project_id', 'gateway_id'] as const
  const isCommon = await isCommonIn(ctx.systemDb, ctx.db.selectFrom('project'), 'project', 'name', keyword)
  // An unregistered device is found by its code as it was sent.
  const isUnregistered = sql<boolean>`(fault.device_id is null and ${hasKeyword(['fault.point'], keyword)})`
  const [unregistered, ...found] = await Promise.all([
    ctx.db
      .selectFrom('fault')
      .select('fault.id')
      .where(isUnregistered)
      .limit(idLimit + 1)
      .execute(),
    ...columns.map(async (column) =>
      isCommon && column === 'project_id' ? undefined : queries[column](ctx.db, idLimit + 1).execute(),
    ),
  ])
  const among = (column: string, ids: readonly { readonly id: number }[]) =>
    sql<boolean>`${sql.ref(`fault.${column}`)} = any(${ids.map(({ id }) => id)}::bigint[])`
  // Conditions that find nothing are left out: the rest often needs only one index.
  return rows.where((e) =>
    e.or([
      ...columns.flatMap((column, index) => {
        const ids = found[index]
        if (ids === undefined || ids.length > idLimit) return e(`fault.${column}`, 'in', queries[column](e, null))
        return ids.length === 0 ? [] : among(column, ids)
      }),
      ...(unregistered.length > idLimit ? [isUnregistered] : unregistered.length === 0 ? [] : [among('id', unregistered)]),
    ]),
  )
}

/** The filter without state, snooze and recurrence. */
const narrowedFaults = async (ctx: Ctx, input: FaultFilter): Promise<Faults> => {
  let rows = filtered(ctx.db.selectFrom('fault'), 'fault', input, {
    equal: ['typeId', 'projectId', 'gatewayId', 'deviceId', 'solvedWay'],
    between: 'first_at',
  })
  const { keyword, level } = input
  if (input.ids) rows = rows.where(sql<boolean>`fault.id = any(${input.ids}::bigint[])`)
  if (input.deviceIds) rows = rows.where(sql<boolean>`fault.device_id = any(${input.deviceIds}::bigint[])`)
  if (input.companyId !== undefined) rows = rows.where(await ofBranch(ctx, 'fault', input.companyId))
  const zone = await inZone(ctx.db, 'fault', input)
  if (zone) rows = rows.where(zone)
  if (input.open !== undefined) rows = rows.where('fault.state', input.open ? '<>' : '=', 'solved')
  if (level) {
    const types = await ctx.db.selectFrom('fault_type').select('id').where('level', '=', level).execute()
    rows = rows.where(sql<boolean>`fault.type_id = any(${types.map(({ id }) => id)}::bigint[])`)
  }
  return keyword ? withKeyword(ctx, rows, keyword) : rows
}

/** The faults in the caller's scope that the input asks for, by state. The rest of the filter is evaluated once. */
export const faultsByState = async (ctx: Ctx, input: FaultFilter): Promise<(state: FaultFilter['state']) => Faults> => {
  const { snoozed, returned, solvedWay } = input
  const narrowed = await narrowedFaults(ctx, input)
  return (state) => {
    // Decided without reading rows: an open fault has not been solved in any way, and a solved one is not snoozed.
    if (solvedWay !== undefined && state !== undefined && state !== 'solved') return narrowed.where(sql<boolean>`false`)
    let rows = state === undefined ? narrowed : narrowed.where('fault.state', '=', state)
    // Only among faults that somebody still has to look after, which are always few.
    if (returned !== undefined)
      rows = rows.where('fault.state', '<>', 'solved').where(sql<boolean>`exists (select ${earlier}) = ${returned}`)
    if (snoozed === undefined || (state === 'solved' && !snoozed)) return rows
    return rows.where(snoozed ? isSnoozed(ctx) : sql<boolean>`(${isSnoozed(ctx)}) is not true`)
  }
}

/** How many rows are counted where each fault needs a lookup. */
export const countedLooks = 1_000

/** For a filter that needs a lookup per fault: the newest matches, used for both the count and the page. */
export const lookUp = async (rows: Faults): Promise<{ readonly ids: readonly number[]; readonly count: RowCount }> => {
  const found = await rows
    .select('fault.id')
    .orderBy('fault.first_at', 'desc')
    .orderBy('fault.id', 'desc')
    .limit(sql.lit(countedLooks + 1))
    .modifyEnd(plannedByValues)
    .execute()
  const ids = found.map(({ id }) => id)
  return { ids, count: { total: Math.min(ids.length, countedLooks), totalCapped: ids.length > countedLooks } }
}
