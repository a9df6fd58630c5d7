import { enums, limits, type OrderKindName, type endpoints, type InputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import { hasKeyword } from '../../platform/keyword.ts'
import { containing } from '../../platform/list.ts'
import { filtered } from '../../platform/rows/filter.ts'

export type OrderPageInput = InputOf<typeof endpoints.repairOrder.page>

/** Something is still to be done. Written out, so that the partial indexes serve it. */
export const isOpen = sql<boolean>`work_order.status not in ('complete', 'cancelled')`

/** Past due and not finished. An order on hold gets overdue as well: nobody agreed to a later time with whoever waits. */
export const isOverdue = (now: Date) => sql<boolean>`(work_order.due_at < ${now} and work_order.finished_at is null and ${isOpen})`

/** The caller's orders of a kind that match an input. */
export const filteredOrders = (ctx: Ctx, kind: OrderKindName, input: OrderPageInput) => {
  const ofKind = ctx.db.selectFrom('work_order').where('work_order.kind', '=', kind).where('work_order.deleted_at', 'is', null)
  let rows = filtered(ofKind, 'work_order', input, {
    equal: ['status', 'origin', 'priority', 'projectId', 'customerId'],
    between: 'created_at',
  })
  if (input.code) rows = rows.where('work_order.code', 'ilike', containing(input.code))
  if (input.engineerId !== undefined) {
    const engineerId = input.engineerId
    rows = rows.where('work_order.id', 'in', (e) =>
      e.selectFrom('order_engineer').select('order_id').where('account_id', '=', engineerId),
    )
  }
  if (input.overdue !== undefined) {
    const late = isOverdue(ctx.clock.now())
    rows = rows.where(input.overdue ? late : sql<boolean>`not coalesce(${late}, false)`)
  }
  if (input.mine) {
    rows = rows.where('work_order.id', 'in', (e) =>
      e.selectFrom('order_engineer').select('order_id').where('account_id', '=', ctx.actor.accountId ?? 0),
    )
  }
  if (input.ratingMost !== undefined) rows = rows.where('work_order.rating', '<=', input.ratingMost)
  if (input.keyword) {
    const { keyword } = input
    const wanted = containing(keyword)
    rows = rows.where((e) =>
      e.or([
        e('work_order.code', 'ilike', wanted),
        e('work_order.description', 'ilike', wanted),
        e(
          'work_order.project_id',
          'in',
          e
            .selectFrom('project')
            .select('project.id')
            .where(hasKeyword(['project.name'], keyword)),
        ),
      ]),
    )
  }
  return rows
}

/**
 * Counts orders by status under all filters except the status, and those overdue or assigned to the caller under all filters but
 * that one. Each count is capped like a list's total.
 */
export const countByStatus = async (ctx: Ctx, kind: OrderKindName, input: OrderPageInput): Promise<Record<string, number>> => {
  const { status: _status, ...others } = input
  const rows = filteredOrders(ctx, kind, others)
  const { overdue: _overdue, ...notOverdue } = others
  const { mine: _mine, ...notMine } = others
  const questions = [
    ...enums.orderStatus.map((status) => [status, rows.where('work_order.status', '=', status)] as const),
    ['overdue', filteredOrders(ctx, kind, { ...notOverdue, overdue: true })] as const,
    ['mine', filteredOrders(ctx, kind, { ...notMine, mine: true }).where(isOpen)] as const,
  ]
  return ctx.db
    .selectNoFrom((e) =>
      questions.map(([name, found]) => {
        const capped = found.select(sql`1`.as('one')).limit(limits.totalCap)
        return e
          .selectFrom(capped.as('counted'))
          .select((count) => count.fn.countAll<number>().as('n'))
          .as(name)
      }),
    )
    .executeTakeFirstOrThrow() as Promise<Record<string, number>>
}
