import { DomainError, type CustomerContactRow, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import type { Kysely } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { listPage } from '../../../platform/list.ts'
import { maskedEmail, maskedPhone } from '../../../platform/mask.ts'
import { fields, tracked } from '../../../platform/rows/columns.ts'
import { filtered } from '../../../platform/rows/filter.ts'
import type { Tables } from '../../../tables/index.ts'

type Calls = typeof endpoints.customerContact

/** The customer of a contact. @throws DomainError notFound */
export const customerOf = async (db: Kysely<Tables>, id: number): Promise<number> => {
  const row = await db.selectFrom('customer_contact').select('customer_id').where('id', '=', id).executeTakeFirst()
  if (!row) throw new DomainError('notFound', {}, 'id')
  return row.customer_id
}

const read = async (ctx: Ctx, ids: readonly number[]): Promise<CustomerContactRow[]> => {
  const rows = await ctx.db
    .selectFrom('customer_contact')
    .select(fields('customer_contact', ['id', 'seq', 'name', 'role', 'phone', 'email', 'remark']))
    .select(tracked('customer_contact'))
    .where('customer_contact.id', 'in', ids)
    .execute()
  return rows.map((row) => ({ ...row, phone: maskedPhone(row.phone) ?? '', email: maskedEmail(row.email) }))
}

/** The contacts of a customer, in the order in which to ask them. */
export const pageCustomerContacts = (ctx: Ctx, input: InputOf<Calls['page']>): Promise<OutputOf<Calls['page']>> =>
  listPage<CustomerContactRow>(ctx.db, input, {
    rows: filtered(ctx.db.selectFrom('customer_contact'), 'customer_contact', input, {
      equal: ['customerId', 'role'],
      between: 'created_at',
    }),
    key: 'customer_contact.id',
    sorts: { seq: 'customer_contact.seq' },
    defaultSort: { by: 'seq', order: 'asc' },
    read: (ids) => read(ctx, ids),
  })
