import {
  enums,
  type DataUserRow,
  type endpoints,
  type InputOf,
  type OutputOf,
  reachedOf,
  sentChannels,
  shareOf,
} from '@emberwatch/contract'
import { sortedByFigure } from '../../../platform/computed-sort.ts'
import type { Ctx } from '../../../platform/context.ts'
import { oneOfFewStatistics } from '../../../platform/few-at-once.ts'
import { withKeyword, type FoundRows } from '../../../platform/keyword.ts'
import { listPage, questionOf } from '../../../platform/list.ts'
import { fields } from '../../../platform/rows/columns.ts'
import { filtered } from '../../../platform/rows/filter.ts'
import { createSlowAnswers, rememberSlow, type SlowAnswers } from '../../../platform/slow-answers.ts'
import { periodOf } from '../data-project/data-project.figures.ts'
import { ofBranch } from '../../base/tenant/tenant.reads.ts'
import { readFigures, type Figures } from './data-user.figures.ts'
import type { ExportDefinition } from '../../../platform/exports.ts'
import { enumLabel } from '../../../platform/i18n.ts'

type Calls = typeof endpoints.dataUser
type PageInput = InputOf<Calls['page']>
type Filter = InputOf<Calls['summary']>

/** The companies in the caller's scope that the input asks for. */
const foundCompanies = async (ctx: Ctx, { keyword, companyId, companyType }: Filter) => {
  let rows = filtered(ctx.db.selectFrom('company'), 'company', {}, {})
  if (companyType !== undefined) rows = rows.where('company.type', '=', companyType)
  if (companyId !== undefined) rows = rows.where(await ofBranch(ctx, 'company', companyId))
  const found: FoundRows<typeof rows> = { rows }
  return keyword ? withKeyword(ctx.systemDb, rows, 'company', keyword, { parts: ['name', 'org_code'] }) : found
}

/** By database. */
const remembered = new WeakMap<object, SlowAnswers<Figures>>()
const mostRemembered = 8

/** Computed for every company that is filtered: for the sums, and for the order of a list that is sorted by one of them. */
const allFigures = async (ctx: Ctx, input: Filter): Promise<Figures> => {
  const { rows } = await foundCompanies(ctx, input)
  const query = rows.select('company.id')
  const { adapter } = ctx.db.getExecutor()
  const answers = remembered.get(adapter) ?? createSlowAnswers<Figures>(mostRemembered)
  remembered.set(adapter, answers)
  // The query tells the filters of companies, the input the period, of which the default moves with the clock. Two colleagues with a narrow
  // data scope see the same company, and not the same accounts in it.
  const scope = questionOf(ctx.db.selectFrom('account').select('id').compile())
  const question = `${questionOf(query.compile())} ${scope} ${JSON.stringify([input.startTime, input.endTime])}`
  const compute = async (): Promise<Figures> => {
    const found = await query.execute()
    return readFigures(
      ctx,
      periodOf(ctx, input),
      found.map(({ id }) => id),
    )
  }
  return rememberSlow(answers, question, () => oneOfFewStatistics(compute))
}

const read = async (ctx: Ctx, input: Filter, ids: readonly number[]): Promise<DataUserRow[]> => {
  const [rows, { of }] = await Promise.all([
    ctx.db
      .selectFrom('company')
      .select(fields('company', ['id', 'orgCode', 'enabled']))
      .select(['company.id as companyId', 'company.name as companyName', 'company.type as companyType'])
      .where('company.id', 'in', ids)
      .execute(),
    readFigures(ctx, periodOf(ctx, input), ids),
  ])
  return rows.flatMap((row) => {
    const figures = of.get(row.id)
    return figures ? [{ ...row, ...figures }] : []
  })
}

/**
 * Companies with the counts of their accounts and messages. They are counted for the shown companies only, unless the list is sorted by one of
 * them; the order may then be up to 30 s old (`rememberSlow`).
 */
export const pageDataUsers = async (ctx: Ctx, input: PageInput): Promise<OutputOf<Calls['page']>> => {
  const { sort, order } = input
  const readRows = (ids: readonly number[]) => read(ctx, input, ids)
  // An export is in the order of creation.
  if (sort !== undefined && sort !== 'companyName' && !('after' in input)) {
    const { of } = await allFigures(ctx, input)
    const ranked = [...of].map(([id, figures]) => ({ id, value: figures[sort] }))
    return listPage<DataUserRow>(ctx.db, input, {
      ...sortedByFigure(ctx.systemDb, ranked, sort, order),
      defaultSort: { by: sort, order: 'asc' },
      read: readRows,
    })
  }
  return listPage<DataUserRow>(ctx.db, input, {
    ...(await foundCompanies(ctx, input)),
    key: 'company.id',
    sorts: { companyName: 'company.name', createdAt: 'company.created_at' },
    defaultSort: { by: 'createdAt', order: 'asc' },
    read: readRows,
  })
}

const mostRanked = 10

/** Up to 30 s old in a large system (`rememberSlow`). */
export const sumDataUsers = async (ctx: Ctx, input: Filter): Promise<OutputOf<Calls['summary']>> => {
  const { of, types, total } = await allFigures(ctx, input)
  const largest = [...of]
    .filter(([, { accounts }]) => accounts > 0)
    .toSorted(([a, one], [b, other]) => other.accounts - one.accounts || a - b)
    .slice(0, mostRanked)
  const ids = largest.map(([id]) => id)
  const named = ids.length === 0 ? [] : await ctx.db.selectFrom('company').select(['id', 'name']).where('id', 'in', ids).execute()
  const names = new Map(named.map(({ id, name }) => [id, name]))
  const { kinds: _kinds, ...sums } = total
  return {
    ...periodOf(ctx, input),
    companies: of.size,
    ...sums,
    // In the order of the enumeration.
    types: enums.accountType.flatMap((type) => types.filter(({ accountType }) => accountType === type)),
    largest: largest.map(([id, { accounts, disabledAccounts }]) => ({
      id,
      companyName: names.get(id) ?? '',
      accounts,
      disabledAccounts,
    })),
  }
}

const percent = (share: number | null): string => (share === null ? '' : `${Math.round(share * 1_000) / 10} %`)

export const dataUserExport: ExportDefinition = {
  columns: [
    { field: 'companyName', width: 30 },
    { field: 'orgCode' },
    { field: 'companyType', text: (row, locale) => enumLabel(locale, 'companyType', row['companyType']) },
    { field: 'accounts', width: 10 },
    { field: 'disabledAccounts', width: 10 },
    { field: 'active7', width: 12 },
    { field: 'active30', width: 12 },
    { field: 'neverSignedIn', width: 12 },
    { field: 'unverifiedPhone', width: 12 },
    { field: 'withoutPhone', width: 12 },
    { field: 'twoStepAccounts', width: 12 },
    { field: 'reachedShare', width: 12, text: ({ reachedShare }) => percent(reachedShare as number | null) },
    ...sentChannels.map((channel) => ({
      field: channel,
      label: `${channel}Share` as const,
      width: 12,
      text: (row: Readonly<Record<string, unknown>>) =>
        percent(shareOf(reachedOf(channel, (row['channels'] as DataUserRow['channels'])[channel]))),
    })),
  ],
  page: (ctx, input) => pageDataUsers(ctx, input as InputOf<typeof endpoints.dataUser.page>),
}
