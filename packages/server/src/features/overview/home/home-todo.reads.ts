import { orderStatus, enums, homeEndingDays, orderWaiting, type endpoints, type OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { isOverdue, openStates } from '../../alarms/alarm/alarm.filter.ts'
import { pageCustomerContracts } from '../../people/customer-contract/customer-contract.reads.ts'
import { isAssigned } from '../../orders/order/order.filter.ts'
import { countApplicationsFor, pageProjects } from '../../sites/project/project.reads.ts'
import { sql } from 'kysely'

type Home = typeof endpoints.homeChart
type Todo = OutputOf<Home['todo']>

/** Orders that wait for the caller, of kinds that the caller sees. The one who completed an order does not verify it. */
const waitingOrders = async (ctx: Ctx): Promise<Todo['orders']> => {
  const { accountId, operations } = ctx.actor
  const waits = enums.orderKind
    .filter((kind) => operations.has(`${kind}Order:view`))
    .flatMap((kind) =>
      orderWaiting
        .filter(({ operation, mine }) => operations.has(mine ? operation : `${kind}Order:${operation}`))
        .map(({ status, mine }) => ({ kind, status, mine })),
    )
  if (waits.length === 0) return []
  const rows = await ctx.db
    .selectFrom('work_order')
    .where('work_order.deleted_at', 'is', null)
    // Written out, so that the partial index applies.
    .where(sql<boolean>`work_order.status not in ('complete', 'cancelled')`)
    .groupBy(['work_order.kind', 'work_order.status'])
    .select((e) => [
      'work_order.kind',
      'work_order.status',
      sql<number>`(count(*) filter (where work_order.completed_by is distinct from ${accountId}))::integer`.as('others'),
      e.fn.countAll<number>().filterWhere(isAssigned(accountId)).as('own'),
      e.fn.countAll<number>().as('all'),
    ])
    .execute()
  return waits.flatMap((wait) => {
    const row = rows.find(({ kind, status }) => kind === wait.kind && status === wait.status)
    const count = wait.mine ? row?.own : wait.status === orderStatus.toVerify ? row?.others : row?.all
    return count ? [{ ...wait, count }] : []
  })
}

const unhandledFeedback = async (ctx: Ctx): Promise<number> => {
  const { n } = await ctx.db
    .selectFrom('user_feedback')
    .where('state', '=', 'pending_handle')
    .select((e) => e.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

const breachedSites = async (ctx: Ctx): Promise<number> => {
  const { n } = await ctx.db
    .selectFrom('alarm')
    .where('alarm.state', 'in', openStates)
    .where(isOverdue(ctx.clock.now().toISOString()))
    .where(sql<boolean>`alarm.project_id in (select project_id from desk_hold where account_id = ${ctx.actor.accountId})`)
    .select((e) => e.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return n
}

/** What waits for the caller. */
export const homeTodo = async (ctx: Ctx): Promise<Todo> => {
  const { operations } = ctx.actor
  const can = (...codes: readonly string[]): boolean => codes.every((code) => operations.has(code))
  const handles = can('userFeedback:view') && (can('userFeedback:reply') || can('userFeedback:complete'))
  const [orders, applications, feedback, breached] = await Promise.all([
    waitingOrders(ctx),
    can('projectUnionApply:view', 'projectUnionApply:agree') ? countApplicationsFor(ctx) : null,
    handles ? unhandledFeedback(ctx) : null,
    can('alarm:view', 'alarm:confirm') ? breachedSites(ctx) : null,
  ])
  return { orders, applications, feedback, breached }
}

/** Rows shown of each. */
const shown = 5
const dayMs = 86_400_000

/** Contracts and projects that end within 30 days, as their lists find them. */
export const homeEnding = async (ctx: Ctx): Promise<OutputOf<Home['ending']>> => {
  const can = (code: string): boolean => ctx.actor.operations.has(code)
  const now = ctx.clock.now()
  const dueFrom = now.toISOString()
  const dueTo = new Date(now.getTime() + homeEndingDays * dayMs).toISOString()
  const first = { pageSize: shown, order: 'asc' } as const
  const [contracts, projects] = await Promise.all([
    can('customerContract:view') ? pageCustomerContracts(ctx, { ...first, state: 'ending', sort: 'endsOn' }) : null,
    can('project:view') ? pageProjects(ctx, { ...first, dueFrom, dueTo, sort: 'dueAt' }) : null,
  ])
  return {
    contracts: contracts && {
      list: contracts.list.map(({ id, contractNo, customerName, endsOn }) => ({ id, contractNo, customerName, endsOn })),
      total: contracts.total,
    },
    projects: projects && {
      list: projects.list.flatMap(({ id, name, dueAt, timeZone }) => (dueAt === null ? [] : [{ id, name, dueAt, timeZone }])),
      total: projects.total,
      dueFrom,
      dueTo,
    },
  }
}
