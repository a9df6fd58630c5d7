import {
  searchKinds,
  type endpoints,
  type InputOf,
  type OutputOf,
  type SearchHit,
  type SearchKindName,
} from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import type { ExportDefinition } from '../../../platform/exports.ts'
import { accountExport } from '../../people/account/account.reads.ts'
import type { AccountList } from '../../people/account/account.lists.ts'
import { alarmExport } from '../../alarms/alarm/alarm.reads.ts'
import { companyExportOf } from '../../people/company/company.reads.ts'
import { customerExport } from '../../people/customer/customer.reads.ts'
import { devicesFound } from '../../equipment/device/device.reads.ts'
import { orderExports } from '../../orders/order/order.reads.ts'
import { projectsFound } from '../../sites/project/project.reads.ts'

type Search = typeof endpoints.search.everything
type Row = Readonly<Record<string, unknown>>
type Hit = Omit<SearchHit, 'kind'>

const hitsEach = 5

const line = (...parts: unknown[]): string | null =>
  parts.filter((part) => typeof part === 'string' && part !== '').join(' · ') || null

/** The newest rows of a list that match a keyword, read like its export: within scope, masked, without a total. */
const newestOf = async (
  ctx: Ctx,
  { page }: ExportDefinition,
  input: Row,
  hitOf: (row: Row) => Omit<Hit, 'id'>,
): Promise<Hit[]> => {
  const { list } = await page(ctx, { ...input, pageSize: hitsEach, after: null })
  return list.map((row) => ({ id: row.id, ...hitOf(row as unknown as Row) }))
}

type Find = (ctx: Ctx, keyword: string) => Promise<Hit[]>

const companies =
  (kind: Parameters<typeof companyExportOf>[0]): Find =>
  (ctx, keyword) =>
    newestOf(ctx, companyExportOf(kind), { keyword }, (row) => ({ title: String(row['name']), note: line(row['orgCode']) }))

const accounts =
  (list: AccountList): Find =>
  (ctx, keyword) =>
    newestOf(ctx, accountExport, { list, keyword }, (row) => ({
      title: String(row['account']),
      note: line(row['name'], row['companyName']),
    }))

const orders =
  (kind: keyof typeof orderExports): Find =>
  (ctx, keyword) =>
    newestOf(ctx, orderExports[kind], { keyword }, (row) => ({
      title: String(row['code']),
      note: line(row['projectName'], row['description']),
    }))

const finds: Readonly<Record<SearchKindName, Find>> = {
  alarm: (ctx, keyword) =>
    newestOf(ctx, alarmExport, { keyword }, (row) => ({
      title: String(row['code']),
      note: line(
        row[ctx.locale === 'zh' ? 'typeNameZh' : 'typeNameEn'],
        row['projectName'],
        row['deviceCode'],
        row['roomNumber'],
      ),
    })),
  installOrder: orders('installOrder'),
  repairOrder: orders('repairOrder'),
  inspectOrder: orders('inspectOrder'),
  maintenanceOrder: orders('maintenanceOrder'),
  device: (ctx, keyword) => devicesFound(ctx, keyword, hitsEach),
  project: (ctx, keyword) => projectsFound(ctx, keyword, hitsEach),
  customer: (ctx, keyword) =>
    newestOf(ctx, customerExport, { keyword }, (row) => ({ title: String(row['name']), note: line(row['companyName']) })),
  distributor: companies('distributor'),
  agentOne: companies('agent_one'),
  agentTwo: companies('agent_two'),
  companyAccount: accounts('company'),
  distributorAccount: accounts('distributor'),
  agentOneAccount: accounts('agentOne'),
  agentTwoAccount: accounts('agentTwo'),
  userAccount: accounts('user'),
  customerAccount: accounts('customer'),
}

/** Everything the caller may see that matches a keyword. One kind after another, so that a search does not use up other users' connections. */
export const searchEverything = async (ctx: Ctx, { keyword }: InputOf<Search>): Promise<OutputOf<Search>> => {
  const hits: SearchHit[] = []
  for (const [name, { operations }] of Object.entries(searchKinds)) {
    if (!operations.some((code) => ctx.actor.operations.has(code))) continue
    const kind = name as SearchKindName
    hits.push(...(await finds[kind](ctx, keyword)).map((hit) => ({ kind, ...hit })))
  }
  return hits
}
