import { type endpoints, type InputOf, type RowOf, DomainError, type EnumValue, type OutputOf } from '@emberwatch/contract'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { withKeyword, type FoundRows } from '../../../platform/keyword.ts'
import { filtered } from '../../../platform/rows/filter.ts'
import type { Tables } from '../../../tables/index.ts'
import { seesInFull, masked, maskedIdentity, type Personal } from './customer.masks.ts'
import { fields, tracked, trackedColumns } from '../../../platform/rows/columns.ts'
import { startExport, type ExportDefinition } from '../../../platform/exports.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { listPage } from '../../../platform/list.ts'

export type CustomerPageInput = InputOf<typeof endpoints.customer.page>
type Customers = SelectQueryBuilder<Tables, 'customer', object>

/**
 * A keyword matches part of a name. For a caller who may see numbers, also a whole phone number: others would find the four hidden digits
 * of a masked one with at most 10,000 searches. For them it must also match a private person's whole name.
 */
const namedCustomers = (ctx: Ctx, rows: Customers, keyword: string): Promise<FoundRows<Customers>> =>
  withKeyword(ctx.systemDb, rows, 'customer', keyword, {
    parts: ['name'],
    ...(seesInFull(ctx.actor) ? { wholes: ['phone'] } : { masked: { part: 'name', rows: ['type', 'person'] } }),
  })

/** The customers in the caller's scope. */
const customersOf = (ctx: Ctx): Customers => ctx.db.selectFrom('customer').where('customer.deleted_at', 'is', null)

/** The customers in the caller's scope that the input asks for. */
const filteredCustomers = async (ctx: Ctx, input: CustomerPageInput): Promise<FoundRows<Customers>> => {
  const rows = filtered(customersOf(ctx), 'customer', input, {
    equal: ['type', 'companyId', 'enabled'],
    zone: true,
    between: 'created_at',
  })
  return input.keyword ? namedCustomers(ctx, rows, input.keyword) : { rows }
}

type Counted = 'project' | 'device' | 'alarm' | 'customer_contract'

/**
 * How many rows each customer has. Staff with a narrow data scope count those that they see. For others it is deliberately not scoped: only
 * numbers about a customer that the caller sees.
 */
const countRows = async (
  { scope, db, systemDb }: Ctx,
  table: Counted,
  ids: readonly number[],
  isCounted: RawBuilder<boolean>,
): Promise<(id: number) => number> => {
  const isNarrow = scope.kind === 'company' && scope.only !== undefined
  const rows = await (isNarrow ? db : systemDb)
    .selectFrom<Counted>(table)
    .select((e) => ['customer_id', e.fn.countAll<number>().as('n')])
    .where('customer_id', 'in', ids)
    .where(isCounted)
    .groupBy('customer_id')
    .execute()
  const counts = new Map(rows.map(({ customer_id, n }) => [customer_id, n]))
  return (id) => counts.get(id) ?? 0
}

const isThere = sql<boolean>`deleted_at is null`
const isOpen = sql<boolean>`state in ('unconfirmed', 'confirmed')`

/** Reads customers as lists show them, in any order. */
const readCustomers = async (ctx: Ctx, ids: readonly number[]): Promise<RowOf<typeof endpoints.customer>[]> => {
  const [projects, devices, openAlarms] = await Promise.all([
    countRows(ctx, 'project', ids, isThere),
    // By the device's own customer column; otherwise thousands of projects would be searched for every row.
    countRows(ctx, 'device', ids, isThere),
    countRows(ctx, 'alarm', ids, isOpen),
  ])
  const rows = await ctx.db
    .selectFrom('customer')
    .innerJoin('company', 'company.id', 'customer.company_id')
    .select(fields('customer', ['id', 'name', 'type', 'contacter', 'phone', 'email', 'companyId', 'contractEnd', 'enabled']))
    .select(fields('customer', ['province', 'city', 'region', 'address']))
    .select('company.name as companyName')
    .select(tracked('customer'))
    .where('customer.id', 'in', ids)
    .execute()
  return rows.map((row) =>
    masked({ ...row, projects: projects(row.id), devices: devices(row.id), openAlarms: openAlarms(row.id) }),
  )
}

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
  const [[row], contracts, more] = await Promise.all([
    readCustomers(ctx, [input.id]),
    countRows(ctx, 'customer_contract', [input.id], sql`true`),
    customersOf(ctx)
      .select(['country', 'identity_no', 'notify_methods', 'privacy_consent_at', 'privacy_version'])
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
    contracts: contracts(row.id),
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

/** The customers with this name in the caller's scope, of one company if given. At most two, since only a single match can be meant. */
export const customersNamed = async (ctx: Ctx, name: string, companyId?: number): Promise<number[]> => {
  const named = customersOf(ctx).where('name', '=', name)
  const wanted = companyId === undefined ? named : named.where('company_id', '=', companyId)
  const rows = await wanted.select('id').limit(2).execute()
  return rows.map((row) => row.id)
}
