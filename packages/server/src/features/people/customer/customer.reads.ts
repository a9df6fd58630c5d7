import { DomainError, type endpoints, type EnumValue, type InputOf, type OutputOf, type RowOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { startExport, type ExportDefinition } from '../../../platform/exports.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { listPage } from '../../../platform/list.ts'
import { trackedColumns } from '../../../platform/rows/columns.ts'
import { customersOf, filteredCustomers, namedCustomers, type CustomerPageInput } from './customer.filter.ts'
import { masked, maskedIdentity, type Personal } from './customer.masks.ts'
import { readCustomers } from './customer.rows.ts'

type Customer = typeof endpoints.customer

export const pageCustomers = async (ctx: Ctx, input: CustomerPageInput): Promise<OutputOf<Customer['page']>> =>
  listPage<RowOf<typeof endpoints.customer>>(ctx.db, input, {
    ...(await filteredCustomers(ctx, input)),
    key: 'customer.id',
    sorts: { name: 'customer.name', createdAt: 'customer.created_at', contractEnd: 'customer.contract_end' },
    defaultSort: { by: 'createdAt', order: 'desc' },
    read: (ids) => readCustomers(ctx, ids),
  })

export const customerDetail = async (ctx: Ctx, input: InputOf<Customer['detail']>): Promise<OutputOf<Customer['detail']>> => {
  const [[row], more] = await Promise.all([
    readCustomers(ctx, [input.id]),
    customersOf(ctx)
      .select(['country', 'identity_no', 'notify_methods', 'privacy_consent_at', 'privacy_version'])
      // Deliberately not scoped: only a number.
      .select(
        sql<number>`(select count(*) from customer_contract as agreed where agreed.customer_id = customer.id)`.as('contracts'),
      )
      .where('id', '=', input.id)
      .executeTakeFirst(),
  ])
  if (!row || !more) throw new DomainError('notFound', {}, 'id')
  return {
    ...row,
    country: more.country,
    identityNo: maskedIdentity(more.identity_no),
    // Written only by verbs that check their input.
    notifyMethods: more.notify_methods as EnumValue<'notifyMethod'>[],
    privacyConsentAt: more.privacy_consent_at,
    privacyVersion: more.privacy_version,
    contracts: more.contracts,
  }
}

/** How many choices a drop-down gets at once; typing narrows them. */
const selectLimit = 200

/** What tells a private person, whose name is masked, from others who begin with the same letter: nothing but the name and type is required. */
const knownBy = ({ id, phone, email }: Personal & { readonly id: number }): string => phone ?? email ?? `#${id}`

/** Enabled customers by name. */
export const selectCustomers = async (ctx: Ctx, input: InputOf<Customer['select']>): Promise<OutputOf<Customer['select']>> => {
  const all = customersOf(ctx).where('enabled', '=', true)
  const enabled = input.companyId === undefined ? all : all.where('company_id', '=', input.companyId)
  const { rows: wanted } = input.keyword ? await namedCustomers(ctx, enabled, input.keyword) : { rows: enabled }
  const rows = await wanted
    .select(['id', 'name', 'type', 'contacter', 'phone', 'email'])
    .orderBy('name')
    .orderBy('id')
    .limit(selectLimit)
    .execute()
  return rows.map((row) => {
    const shown = masked(row)
    return { value: row.id, label: row.type === 'person' ? `${shown.name} (${knownBy(shown)})` : shown.name }
  })
}

/** Registered with the exports; masked like the list. */
export const customerExport: ExportDefinition = {
  columns: [
    { field: 'name', width: 30 },
    { field: 'type', text: (row, locale) => enumLabel(locale, 'customerType', row['type']) },
    { field: 'contacter' },
    { field: 'phone' },
    { field: 'email', width: 30 },
    { field: 'companyName', width: 30 },
    { field: 'address', width: 40 },
    { field: 'projects', width: 10 },
    { field: 'deviceCount', width: 10, text: (row) => String(row['devices']) },
    { field: 'openAlarms', width: 10 },
    { field: 'contractEnd' },
    { field: 'enabled', width: 10 },
    ...trackedColumns,
  ],
  page: (ctx, input) => pageCustomers(ctx, input as CustomerPageInput),
}

export const exportCustomers = (ctx: Ctx, input: InputOf<Customer['export']>): Promise<{ exportId: number }> =>
  startExport(ctx, 'customer', input)
