import { enums, limits, type OrderKindName, type endpoints, type InputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import { hasKeyword } from '../../platform/keyword.ts'
import { containing } from '../../platform/list.ts'
import { filtered } from '../../platform/rows/filter.ts'

export type OrderPageInput = InputOf<typeof endpoints.repairOrder.page>

/** The caller's orders of a kind that match an input. Overdue: past due and not finished. */
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
    const now = ctx.clock.now().toISOString()
    rows = input.overdue
      ? rows.where('work_order.due_at', '<', now).where('work_order.finished_at', 'is', null)
      : rows.where((e) =>
          e.or([
            e('work_order.due_at', 'is', null),
            e('work_order.due_at', '>=', now),
            e('work_order.finished_at', 'is not', null),
          ]),
        )
  }
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

/** Counts orders by status under all filters except the status. Each count is capped like a list's total. */
export const countByStatus = async (ctx: Ctx, kind: OrderKindName, input: OrderPageInput): Promise<Record<string, number>> => {
  const { status: _status, ...others } = input
  const rows = filteredOrders(ctx, kind, others)
  return ctx.db
    .selectNoFrom((e) =>
      enums.orderStatus.map((status) => {
        const capped = rows
          .where('work_order.status', '=', status)
          .select(sql`1`.as('one'))
          .limit(limits.totalCap)
        return e
          .selectFrom(capped.as('counted'))
          .select((count) => count.fn.countAll<number>().as('n'))
          .as(status)
      }),
    )
    .executeTakeFirstOrThrow() as Promise<Record<string, number>>
}
