import { DomainError, originNames, type DeviceStory, type endpoints, type InputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { fields } from '../../../platform/rows/columns.ts'
import { withFactorySeen, traceStateOf } from './product-trace.rules.ts'
import { stepsOf, type Subject } from './story-steps.ts'

/** How many replaced devices are followed, before and after. */
const maxLinks = 20

type Link = DeviceStory['chain'][number]

const device = (ctx: Ctx) =>
  ctx.db
    .selectFrom('device')
    .select(['device.id', 'device.code', 'device.replaces_id'])
    .select(traceStateOf('device').as('traceState'))

/** The successive devices at a place, oldest first. The chain ends at the first one that the caller does not see. */
const chainOf = async (ctx: Ctx, id: number): Promise<Link[]> => {
  const own = await device(ctx).where('device.id', '=', id).executeTakeFirst()
  if (!own) return []
  const chain: Link[] = [{ id: own.id, code: own.code, traceState: own.traceState }]
  const known = new Set([own.id])
  let before = own.replaces_id
  for (let n = 0; n < maxLinks && before !== null && !known.has(before); n++) {
    const row = await device(ctx).where('device.id', '=', before).executeTakeFirst()
    if (!row) break
    known.add(row.id)
    chain.unshift({ id: row.id, code: row.code, traceState: row.traceState })
    before = row.replaces_id
  }
  let after: number = own.id
  for (let n = 0; n < maxLinks; n++) {
    const row = await device(ctx).where('device.replaces_id', '=', after).orderBy('device.id').executeTakeFirst()
    if (!row || known.has(row.id)) break
    known.add(row.id)
    chain.push({ id: row.id, code: row.code, traceState: row.traceState })
    after = row.id
  }
  return chain
}

const named = (code: string, column: string) => sql<boolean>`lower(${sql.ref(column)}) = lower(${code.trim()})`

const deviceNow = async (ctx: Ctx, code: string) => {
  const found = await ctx.db
    .selectFrom('device')
    .innerJoin('device_model as model', 'model.id', 'device.model_id')
    .innerJoin('company', 'company.id', 'device.company_id')
    .leftJoin('project', 'project.id', 'device.project_id')
    .leftJoin('gateway', 'gateway.id', 'device.gateway_id')
    .select(fields('device', ['id', 'code', 'name', 'firmware', 'boundAt', 'scrapReason']))
    .select(fields('device', originNames))
    .select(['model.name as modelName', 'company.name as companyName', 'project.name as projectName'])
    .select(['gateway.code as gatewayCode', 'device.path', traceStateOf('device').as('traceState')])
    .select((e) => e.fn.coalesce('project.time_zone', 'company.time_zone').as('timeZone'))
    .where(named(code, 'device.code'))
    // A code may be reused after its device was deleted.
    .orderBy(sql`device.deleted_at is null`, 'desc')
    .orderBy('device.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!found) return undefined
  const { path, ...row } = found
  return withFactorySeen(ctx, path, row)
}

const gatewayNow = async (ctx: Ctx, code: string) => {
  const found = await ctx.db
    .selectFrom('gateway')
    .innerJoin('device_model as model', 'model.id', 'gateway.model_id')
    .innerJoin('company', 'company.id', 'gateway.company_id')
    .leftJoin('project', 'project.id', 'gateway.project_id')
    .select(fields('gateway', ['id', 'code', 'name', 'firmware', 'path']))
    .select(fields('gateway', originNames))
    .select(['model.name as modelName', 'company.name as companyName', 'project.name as projectName'])
    .select((e) => e.fn.coalesce('project.time_zone', 'company.time_zone').as('timeZone'))
    .where(named(code, 'gateway.code'))
    .orderBy(sql`gateway.deleted_at is null`, 'desc')
    .orderBy('gateway.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!found) return undefined
  const { path, ...row } = found
  return withFactorySeen(ctx, path, row)
}

/** The caller's own part of the trace of something that has moved away. */
const movedAway = (ctx: Ctx, code: string) =>
  ctx.db
    .selectFrom('device_trace')
    .select(['device_id', 'gateway_id', 'code'])
    .where(named(code, 'device_trace.code'))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

const withSteps = async (
  ctx: Ctx,
  subject: Subject,
  rest: Omit<DeviceStory, 'steps' | 'capped' | 'kind'>,
): Promise<DeviceStory> => ({
  ...rest,
  kind: subject.gatewayId === undefined ? 'device' : 'gateway',
  ...(await stepsOf(ctx, subject)),
})

/**
 * The story of a device or gateway: every step, alarm, fault and order that the caller may see, across replacements. If it has moved to
 * another company, its earlier owner sees the steps up to the move, and nothing of the present.
 * @throws DomainError deviceMissing, alike for somebody else's code and an unknown one
 */
export const deviceStory = async (ctx: Ctx, { code }: InputOf<typeof endpoints.productTrace.detail>): Promise<DeviceStory> => {
  const found = await deviceNow(ctx, code)
  if (found) {
    const chain = await chainOf(ctx, found.id)
    const { code: called, ...now } = found
    return withSteps(ctx, { deviceIds: chain.map(({ id }) => id) }, { code: called, now, chain })
  }
  const gateway = await gatewayNow(ctx, code)
  if (gateway) {
    const { code: called, ...now } = gateway
    const none = { scrapReason: null, gatewayCode: null, boundAt: null }
    const traceState = gateway.projectName === null ? 'inStock' : 'installed'
    return withSteps(
      ctx,
      { deviceIds: [], gatewayId: gateway.id },
      { code: called, now: { ...now, ...none, traceState }, chain: [] },
    )
  }
  const away = await movedAway(ctx, code)
  if (!away) throw new DomainError('deviceMissing', {}, 'code')
  const { device_id, gateway_id } = away
  const subject = device_id === null ? { deviceIds: [], gatewayId: gateway_id ?? 0 } : { deviceIds: [device_id] }
  return withSteps(ctx, subject, { code: away.code, now: null, chain: [] })
}
