import type { endpoints, InputOf, OrderKindName, OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { visibleAccount } from '../../people/account/account.reads.ts'
import { pageOrders } from './order.reads.ts'

type AccountOrders = (typeof endpoints.accountOrder)['repair']

/** The orders of one kind that an account works on or has worked on. @throws DomainError notFound, noAccess */
export const ordersOfAccount =
  (kind: OrderKindName) =>
  async (ctx: Ctx, { accountId, ...filters }: InputOf<AccountOrders>): Promise<OutputOf<AccountOrders>> => {
    const { id } = await visibleAccount(ctx, 'any', accountId)
    return pageOrders(ctx, kind, { ...filters, engineerId: id })
  }
