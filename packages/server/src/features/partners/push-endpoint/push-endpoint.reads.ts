import {
  DomainError,
  type endpoints,
  type EnumValue,
  type InputOf,
  type OutputOf,
  type PushDeliveryRow,
  type PushEndpointRow,
} from '@emberwatch/contract'
import { receiverName, receiverTopic } from '@emberwatch/device-link'
import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { containing, listPage } from '../../../platform/list.ts'
import { fields, tracked } from '../../../platform/rows/columns.ts'
import { filtered } from '../../../platform/rows/filter.ts'
import { isInBranch } from '../../../platform/rows/in-branch.ts'
import { mayAllowPrivate, offersMqtt } from './push-endpoint.rules.ts'
import { deletesOn } from './upkeep.ts'

type Calls = typeof endpoints.pushEndpoint
type PushHealth = EnumValue<'pushHealth'>

const dayMs = 86_400_000
/** What is due for this long and not sent makes its endpoint look as bad as it is, whatever the reason. */
const lateMs = 120_000

/** How an endpoint is doing, in SQL, for the list and its filter. */
export const pushHealthOf = (now: Date): RawBuilder<PushHealth> => sql<PushHealth>`case
  when push_endpoint.state <> 'active' then push_endpoint.state
  when push_endpoint.failing_since is not null or exists (select from push_delivery late
    where late.endpoint_id = push_endpoint.id and late.state = 'waiting' and late.due_at < ${new Date(now.getTime() - lateMs)}) then 'failing'
  when push_endpoint.last_success_at is null then 'untried' else 'working' end`

const waiting = sql`select from push_delivery where push_delivery.endpoint_id = push_endpoint.id and push_delivery.state in ('waiting', 'sending')`

const read = async (ctx: Ctx, ids: readonly number[]): Promise<PushEndpointRow[]> => {
  const now = ctx.clock.now()
  const rows = await ctx.db
    .selectFrom('push_endpoint')
    .innerJoin('company', 'company.id', 'push_endpoint.company_id')
    .select(fields('push_endpoint', ['id', 'code', 'name', 'companyId', 'pushWay', 'url', 'pushAuth', 'pushUser']))
    .select(fields('push_endpoint', ['eventTypes', 'allowPrivate', 'remark', 'pauseReason', 'failingSince', 'pushFailures']))
    .select(fields('push_endpoint', ['downUntil', 'pushError', 'lastSuccessAt', 'lastFailureAt', 'oldSecretUntil']))
    .select(['push_endpoint.used_at', 'push_endpoint.warned_at', 'company.name as companyName'])
    .select([
      pushHealthOf(now).as('pushHealth'),
      sql<number>`(select count(*) from (${waiting}) as queued)::int`.as('pushesWaiting'),
      sql<string | null>`(select min(occurred_at) from push_delivery
        where push_delivery.endpoint_id = push_endpoint.id and push_delivery.state in ('waiting', 'sending'))`.as(
        'oldestWaitingAt',
      ),
      sql<number | null>`(select sum(delivered)::float8 / nullif(sum(delivered + failed), 0) from push_tally
        where push_tally.endpoint_id = push_endpoint.id and push_tally.hour > ${new Date(now.getTime() - dayMs)})`.as(
        'successRate',
      ),
      sql<number>`(select count(*) from project_push where project_push.endpoint_id = push_endpoint.id and project_push.state = 'active')::int`.as(
        'projectPushes',
      ),
    ])
    .select(tracked('push_endpoint'))
    .where('push_endpoint.id', 'in', ids)
    .where('push_endpoint.deleted_at', 'is', null)
    .execute()
  return rows.map(({ used_at, warned_at, ...row }) => {
    const isMqtt = row.pushWay === 'mqtt'
    const isKeyValid = row.oldSecretUntil !== null && Date.parse(row.oldSecretUntil) > now.getTime()
    return {
      ...row,
      topic: isMqtt ? receiverTopic(row.code) : null,
      mqttUser: isMqtt ? receiverName(row.code) : null,
      oldSecretUntil: isKeyValid ? row.oldSecretUntil : null,
      deletesOn: row.projectPushes > 0 ? null : deletesOn({ used_at, warned_at }).toISOString(),
    }
  })
}

/** Endpoints and how they are doing. */
export const pageEndpoints = (ctx: Ctx, input: InputOf<Calls['page']>): Promise<OutputOf<Calls['page']>> => {
  const rows = filtered(ctx.db.selectFrom('push_endpoint'), 'push_endpoint', input, {
    equal: ['companyId', 'pushWay'],
    containing: ['name', 'url', 'code'],
    between: 'created_at',
  })
  const { pushHealth } = input
  return listPage<PushEndpointRow>(ctx.db, input, {
    rows: pushHealth === undefined ? rows : rows.where(sql<boolean>`${pushHealthOf(ctx.clock.now())} = ${pushHealth}`),
    key: 'push_endpoint.id',
    sorts: { name: 'push_endpoint.name', createdAt: 'push_endpoint.created_at' },
    defaultSort: { by: 'createdAt', order: 'desc' },
    read: (ids) => read(ctx, ids),
  })
}

/** @throws DomainError notFound */
export const endpointDetail = async (ctx: Ctx, { id }: InputOf<Calls['detail']>): Promise<PushEndpointRow> => {
  const [row] = await read(ctx, [id])
  if (!row) throw new DomainError('notFound', {}, 'id')
  return row
}

const choices = 50

/** Endpoints for a drop-down; with a project, those of its company and of the companies above it. */
export const selectEndpoints = async (
  ctx: Ctx,
  { keyword, projectId }: InputOf<Calls['select']>,
): Promise<OutputOf<Calls['select']>> => {
  let query = ctx.db
    .selectFrom('push_endpoint')
    .select(['push_endpoint.id', 'push_endpoint.name'])
    .where('push_endpoint.deleted_at', 'is', null)
  if (keyword) query = query.where('push_endpoint.name', 'ilike', containing(keyword))
  if (projectId !== undefined)
    query = query.where(
      sql<boolean>`exists (select from project where project.id = ${projectId} and ${isInBranch('project.path', 'push_endpoint.path')})`,
    )
  const rows = await query.orderBy('push_endpoint.name').limit(choices).execute()
  return rows.map(({ id, name }) => ({ value: id, label: name }))
}

export const pushWays = async (ctx: Ctx): Promise<OutputOf<Calls['ways']>> => ({
  mqtt: offersMqtt(ctx),
  allowPrivate: mayAllowPrivate(ctx),
})

const deliveryColumns = () =>
  [
    ...fields('push_delivery', [
      'id',
      'eventId',
      'pushEvent',
      'pushedObject',
      'projectId',
      'occurredAt',
      'attempts',
      'statusCode',
    ]),
    ...fields('push_delivery', ['ms', 'pushError', 'finishedAt']),
    sql<EnumValue<'pushState'>>`push_delivery.state`.as('pushState'),
    sql<
      string | null
    >`case when push_delivery.state = 'waiting' then greatest(push_delivery.due_at, push_delivery.state_at) end`.as('nextTryAt'),
    // As it was when it was pushed: the project may have left since.
    sql<string | null>`push_delivery.request #>> '{data,project,name}'`.as('projectName'),
  ] as const

/** What was pushed to an endpoint, the newest first. */
export const pageDeliveries = (ctx: Ctx, input: InputOf<Calls['deliveries']>): Promise<OutputOf<Calls['deliveries']>> => {
  const { pushState } = input
  const rows = filtered(ctx.db.selectFrom('push_delivery'), 'push_delivery', input, {
    equal: ['endpointId', 'pushEvent', 'projectId'],
    containing: ['pushed_object'],
    between: 'occurred_at',
  })
  return listPage<PushDeliveryRow>(ctx.db, input, {
    rows: pushState === undefined ? rows : rows.where('push_delivery.state', '=', pushState),
    key: 'push_delivery.id',
    sorts: { occurredAt: 'push_delivery.occurred_at' },
    defaultSort: { by: 'occurredAt', order: 'desc' },
    read: (ids) => ctx.db.selectFrom('push_delivery').select(deliveryColumns()).where('push_delivery.id', 'in', ids).execute(),
  })
}

/** One push: its attempts, what was sent, and what was answered. @throws DomainError notFound */
export const deliveryDetail = async (ctx: Ctx, { id }: InputOf<Calls['delivery']>): Promise<OutputOf<Calls['delivery']>> => {
  const row = await ctx.db
    .selectFrom('push_delivery')
    .select(deliveryColumns())
    .select(['push_delivery.request', 'push_delivery.response', 'push_delivery.tries'])
    .where('push_delivery.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new DomainError('notFound', {}, 'id')
  return row
}
