import { dayIn, DomainError, type endpoints, type EnumValue, type InputOf, type OrderPlan } from '@emberwatch/contract'
import type { Selectable } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { ProjectTable } from '../../../tables/projects.tables.ts'

type Project = Pick<Selectable<ProjectTable>, 'status' | 'audit' | 'stopped' | 'time_zone' | 'maintained_since' | 'due_at'>

const dayMs = 86_400_000
const plus = (day: string, days: number): string => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / dayMs)

const pauseOf = ({ audit, status, stopped, maintained_since }: Project): EnumValue<'planPause'> | null => {
  if (audit !== 'approved') return 'notApproved'
  if (status !== 'maintenance' || maintained_since === null) return 'notInMaintenance'
  return stopped ? 'stopped' : null
}

/**
 * The next due day of a cycle: the one whose order the next run of the job creates, or else the one after it (as in
 * order/planned-orders.batch.ts). Null if maintenance ends before.
 */
const nextDueOn = (project: Project, cycle: number, aheadDays: number, now: Date, lastDueOn: string | null): string | null => {
  const { time_zone: zone, maintained_since: since, due_at: until } = project
  if (since === null) return null
  const first = dayIn(since, zone)
  const end = until === null ? null : dayIn(until, zone)
  const ahead = plus(dayIn(now, zone), aheadDays)
  const horizon = end !== null && end < ahead ? end : ahead
  const rounds = Math.max(0, Math.floor(daysBetween(first, horizon) / cycle))
  const newest = plus(first, rounds * cycle)
  const isOpen = rounds > 0 && (lastDueOn === null || lastDueOn < newest)
  const next = isOpen ? newest : plus(first, (rounds + 1) * cycle)
  return end !== null && next > end ? null : next
}

/** When a project is next inspected and maintained, and the result of the last time. */
export const orderPlanOf = async (ctx: Ctx, { projectId }: InputOf<typeof endpoints.orderPlan.next>): Promise<OrderPlan> => {
  const project = await ctx.db
    .selectFrom('project')
    .select(['status', 'audit', 'stopped', 'time_zone', 'maintained_since', 'due_at'])
    .select(['inspection_cycle_days', 'maintenance_cycle_days'])
    .where('id', '=', projectId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!project) throw new DomainError('notFound', {}, 'projectId')
  const paused = pauseOf(project)
  const { planAheadDays } = ctx.config
  const now = ctx.clock.now()
  const planOf = async (kind: 'inspect' | 'maintenance', cycleDays: number): Promise<OrderPlan['plans'][number]> => {
    const planned = ctx.db
      .selectFrom('work_order')
      .where('project_id', '=', projectId)
      .where('kind', '=', kind)
      .where('plan_due_on', 'is not', null)
      .orderBy('plan_due_on', 'desc')
    const [shown, latest] = await Promise.all([
      planned.select(['id', 'code', 'status', 'plan_due_on']).where('deleted_at', 'is', null).executeTakeFirst(),
      // A deleted order counts: its day is not planned again.
      planned
        .select('plan_due_on')
        .where('plan_due_on', '<=', plus(dayIn(now, project.time_zone), planAheadDays))
        .executeTakeFirst(),
    ])
    const next = paused === null ? nextDueOn(project, cycleDays, planAheadDays, now, latest?.plan_due_on ?? null) : null
    return {
      kind,
      cycleDays,
      lastDueOn: shown?.plan_due_on ?? null,
      lastOrderId: shown?.id ?? null,
      lastOrderCode: shown?.code ?? null,
      lastOrderStatus: shown?.status ?? null,
      nextDueOn: next,
      nextCreatedOn: next === null ? null : plus(next, -planAheadDays),
    }
  }
  const { inspection_cycle_days: inspection, maintenance_cycle_days: maintenance } = project
  const plans = await Promise.all([planOf('inspect', inspection), planOf('maintenance', maintenance)])
  return { paused, aheadDays: planAheadDays, plans }
}
