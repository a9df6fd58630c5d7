import {
  orderStatus,
  DomainError,
  type EnumValue,
  type OrderKindName,
  type endpoints,
  type InputOf,
  type OrderRow,
  type OutputOf,
} from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { listPage } from '../../../platform/list.ts'
import { filtered } from '../../../platform/rows/filter.ts'
import { isAssigned } from './order.filter.ts'
import { orderDetail, readOrders } from './order.reads.ts'

type App = typeof endpoints.orderApp

/** The kind of an order in the caller's scope, for calls that serve all kinds. @throws DomainError notFound */
export const kindOf = async (ctx: Ctx, id: number): Promise<OrderKindName> => {
  const row = await ctx.db.selectFrom('work_order').select('kind').where('id', '=', id).executeTakeFirst()
  if (!row) throw new DomainError('notFound', {}, 'id')
  return row.kind
}

/** States in which the engineer still has something to do. */
const openForEngineer: EnumValue<'orderStatus'>[] = [
  orderStatus.assigned,
  orderStatus.accepted,
  orderStatus.inProgress,
  orderStatus.onHold,
]

/** Orders that the caller is assigned to. */
export const myOrders = (ctx: Ctx, input: InputOf<App['list']>): Promise<OutputOf<App['list']>> => {
  const mine = ctx.db.selectFrom('work_order').where('work_order.deleted_at', 'is', null).where(isAssigned(ctx.actor.accountId))
  const rows = filtered(mine, 'work_order', input, {
    equal: ['kind', 'status'],
    containing: ['code', 'description'],
    between: 'created_at',
  })
  const staged =
    input.stage === undefined ? rows : rows.where('work_order.status', input.stage === 'open' ? 'in' : 'not in', openForEngineer)
  return listPage<OrderRow>(ctx.db, input, {
    rows: staged,
    key: 'work_order.id',
    sorts: { createdAt: 'work_order.created_at', dueAt: 'work_order.due_at', updatedAt: 'work_order.updated_at' },
    defaultSort: { by: 'createdAt', order: 'desc' },
    read: (ids) => readOrders(ctx, ids),
  })
}

/** An order that the caller is assigned to. @throws DomainError noAccess for any other in the caller's scope */
export const myOrder = async (ctx: Ctx, input: InputOf<App['detail']>): Promise<OutputOf<App['detail']>> => {
  const order = await orderDetail(ctx, await kindOf(ctx, input.id), input)
  if (!order.engineers.some((engineer) => engineer.id === ctx.actor.accountId)) throw new DomainError('noAccess')
  return order
}
