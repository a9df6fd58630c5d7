import { accountViews } from '../../people/account/account.endpoints.ts'
import { about, endpoint } from '../../../kernel/endpoint.ts'
import { omit, pageOf, ref, Type } from '../../../kernel/schema.ts'
import type { OrderKindName } from './order.kinds.ts'
import { orderPageInput, orderRow } from './order.schema.ts'

/** The orders of one kind that an account's owner is assigned to. */
const ordersOf = <const K extends OrderKindName>(kind: K, summary: string) =>
  endpoint({
    method: 'GET',
    path: `web/account/order/${kind}`,
    access: accountViews,
    also: `${kind}Order:view`,
    // These are already the orders of one engineer.
    input: Type.Object(
      { ...omit(orderPageInput, ['engineerId']).properties, accountId: ref('account') },
      { additionalProperties: false },
    ),
    output: pageOf(orderRow),
    summary,
  })

export const accountOrderEndpoints = about(['account', 'order'], {
  install: ordersOf('install', 'Installation orders of an account’s owner'),
  repair: ordersOf('repair', 'Repair orders of an account’s owner'),
  inspect: ordersOf('inspect', 'Inspection orders of an account’s owner'),
  maintenance: ordersOf('maintenance', 'Maintenance orders of an account’s owner'),
})
