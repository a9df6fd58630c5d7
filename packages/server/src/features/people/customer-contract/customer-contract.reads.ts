import {
  contractEndingDays,
  contractStateOn,
  dayIn,
  type CustomerContractRow,
  type endpoints,
  type EnumValue,
  type InputOf,
  type OutputOf,
} from '@emberwatch/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { startExport, type ExportDefinition } from '../../../platform/exports.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { listPage } from '../../../platform/list.ts'
import { fields, tracked, trackedColumns } from '../../../platform/rows/columns.ts'
import { filtered } from '../../../platform/rows/filter.ts'
import { shownName } from '../customer/customer.masks.ts'

type Calls = typeof endpoints.customerContract
type PageInput = InputOf<Calls['page']>

const read = async (ctx: Ctx, ids: readonly number[]): Promise<CustomerContractRow[]> => {
  const rows = await ctx.db
    .selectFrom('customer_contract')
    .innerJoin('company', 'company.id', 'customer_contract.company_id')
    .innerJoin('customer', 'customer.id', 'customer_contract.customer_id')
    .select(fields('customer_contract', ['id', 'contractNo', 'kind', 'customerId', 'companyId', 'startsOn', 'endsOn', 'amount']))
    .select(fields('customer_contract', ['currency', 'files', 'remark']))
    .select(['company.name as companyName', 'company.time_zone as timeZone'])
    .select(['customer.name as customerName', 'customer.type as customerType'])
    .select(tracked('customer_contract'))
    .where('customer_contract.id', 'in', ids)
    .execute()
  const fileIds = rows.flatMap(({ files }) => files)
  // Not scoped: anyone who sees a contract sees the names of its files.
  const named = new Map(
    fileIds.length === 0
      ? []
      : (await ctx.systemDb.selectFrom('file').select(['id', 'name']).where('id', 'in', fileIds).execute()).map(
          ({ id, name }) => [id, name] as const,
        ),
  )
  const now = ctx.clock.now()
  return rows.map(({ timeZone, customerType, amount, files, ...row }) => ({
    ...row,
    state: contractStateOn(dayIn(now, timeZone), row),
    customerName: shownName(customerType, row.customerName),
    amount: amount === null ? null : Number(amount),
    files: files.map((id) => ({ id, name: named.get(id) ?? '' })),
  }))
}

/** The state of a contract as a condition, by its company's calendar. The same rule as the contract's `contractStateOn`. */
const isIn = (ctx: Ctx, state: EnumValue<'contractState'>): RawBuilder<boolean> => {
  const today = sql`(select (${ctx.clock.now()}::timestamptz at time zone company.time_zone)::date
    from company where company.id = customer_contract.company_id)`
  const starts = sql.ref('customer_contract.starts_on')
  const ends = sql.ref('customer_contract.ends_on')
  switch (state) {
    case 'upcoming':
      return sql`${starts} > ${today}`
    case 'ended':
      return sql`${ends} < ${today}`
    case 'ending':
      return sql`${starts} <= ${today} and ${ends} between ${today} and ${today} + ${sql.lit(contractEndingDays)}`
    case 'running':
      return sql`${starts} <= ${today} and ${ends} > ${today} + ${sql.lit(contractEndingDays)}`
  }
}

/** Contracts in scope, the earliest end first. */
export const pageCustomerContracts = (ctx: Ctx, input: PageInput): Promise<OutputOf<Calls['page']>> => {
  const rows = filtered(ctx.db.selectFrom('customer_contract'), 'customer_contract', input, {
    equal: ['customerId', 'companyId', 'kind'],
    containing: ['contract_no'],
    between: 'created_at',
  })
  return listPage<CustomerContractRow>(ctx.db, input, {
    rows: input.state === undefined ? rows : rows.where(isIn(ctx, input.state)),
    key: 'customer_contract.id',
    sorts: {
      contractNo: 'customer_contract.contract_no',
      startsOn: 'customer_contract.starts_on',
      endsOn: 'customer_contract.ends_on',
      createdAt: 'customer_contract.created_at',
    },
    defaultSort: { by: 'endsOn', order: 'desc' },
    read: (ids) => read(ctx, ids),
  })
}

/** Registered with the exports; masked like the list. */
export const customerContractExport: ExportDefinition = {
  columns: [
    { field: 'contractNo', width: 24 },
    { field: 'kind', text: (row, locale) => enumLabel(locale, 'contractKind', row['kind']) },
    { field: 'state', text: (row, locale) => enumLabel(locale, 'contractState', row['state']) },
    { field: 'customerName', width: 30 },
    { field: 'companyName', width: 30 },
    { field: 'startsOn' },
    { field: 'endsOn' },
    { field: 'amount' },
    { field: 'currency', text: (row, locale) => enumLabel(locale, 'currency', row['currency']) },
    { field: 'remark', width: 40 },
    ...trackedColumns,
  ],
  page: (ctx, input) => pageCustomerContracts(ctx, input as PageInput),
}

export const exportCustomerContracts = (ctx: Ctx, input: InputOf<Calls['export']>): Promise<{ exportId: number }> =>
  startExport(ctx, 'customerContract', input)
