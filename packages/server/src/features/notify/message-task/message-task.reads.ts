import { listedIn, type endpoints, type EnumValue, type InputOf, type MessageTaskRow, type OutputOf } from '@emberwatch/contract'
import type { ReasonName } from '@emberwatch/contract/texts/zh'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { startExport, type ExportDefinition } from '../../../platform/exports.ts'
import { filesNamed } from '../../../platform/files-named.ts'
import { enumLabel, translate } from '../../../platform/i18n.ts'
import { listPage } from '../../../platform/list.ts'
import { nameShown } from '../../../platform/mask.ts'
import { accountName, fields, tracked, trackedColumns } from '../../../platform/rows/columns.ts'
import { filtered } from '../../../platform/rows/filter.ts'

type Task = typeof endpoints.messageTask
type PageInput = InputOf<Task['page']>

const sum = (counts: Readonly<Record<string, number>>, names: readonly EnumValue<'recordState'>[]): number =>
  names.reduce((total, name) => total + (counts[name] ?? 0), 0)

/** The counts by state, as a list shows them. Messages that reached somebody also count as sent. */
export const shownCounts = (counts: Readonly<Record<string, number>>) => ({
  waiting: sum(counts, ['queued', 'sending']),
  sent: sum(counts, ['sent', 'delivered', 'read', 'answered', 'folded']),
  delivered: sum(counts, ['delivered', 'read', 'answered']),
  read: sum(counts, ['read', 'answered']),
  failed: sum(counts, ['failed', 'busy', 'noAnswer', 'refused']),
})

interface Counted {
  readonly counts: Record<string, number>
  readonly costs: Record<string, number>
  readonly withoutAddress: number
  readonly failure: ReasonName | null
}

const shownRow = <R extends Counted>(ctx: Ctx, { counts, costs, ...row }: R) => ({
  ...row,
  failure: row.failure && translate(ctx.locale, `reasons.${row.failure}`),
  ...shownCounts(counts),
  expanded: row.withoutAddress + Object.values(counts).reduce((total, n) => total + n, 0),
  costs: Object.entries(costs)
    .filter(([, amount]) => amount > 0)
    .map(([currency, amount]) => ({ currency, amount })),
})

const rowsOf = (ctx: Ctx, ids: readonly number[]) =>
  ctx.db
    .selectFrom('message_task')
    .innerJoin('company', 'company.id', 'message_task.company_id')
    .select(fields('message_task', ['id', 'title', 'type', 'pushType', 'pushObject', 'state', 'scheduleAt', 'reach']))
    .select(fields('message_task', ['withoutAddress', 'counts', 'costs', 'startedAt', 'finishedAt', 'failure']))
    .select(
      sql<string[]>`array(select template.name from message_template template
        where template.id in (message_task.template_zh_id, message_task.template_en_id) order by template.name)`.as('templates'),
    )
    .select(accountName('message_task.sent_by').as('sentBy'))
    .select('company.name as companyName')
    .select(tracked('message_task'))
    .where('message_task.id', 'in', ids)

export const pageTasks = (ctx: Ctx, input: PageInput): Promise<OutputOf<Task['page']>> => {
  const { templateId } = input
  const rows = filtered(ctx.db.selectFrom('message_task'), 'message_task', input, {
    equal: ['type', 'pushType', 'pushObject', 'state'],
    containing: ['title', 'title_en', 'content_zh', 'content_en'],
    between: 'created_at',
  })
  return listPage<MessageTaskRow>(ctx.db, input, {
    rows:
      templateId === undefined
        ? rows
        : rows.where((e) => e.or([e('template_zh_id', '=', templateId), e('template_en_id', '=', templateId)])),
    key: 'message_task.id',
    sorts: {
      title: 'message_task.title',
      scheduleAt: 'message_task.schedule_at',
      createdAt: 'message_task.created_at',
      updatedAt: 'message_task.updated_at',
    },
    defaultSort: { by: 'createdAt', order: 'desc' },
    read: async (ids) => (await rowsOf(ctx, ids).execute()).map((row) => shownRow(ctx, row)),
  })
}

/** Registered with the exports. */
export const messageTaskExport: ExportDefinition = {
  columns: [
    { field: 'title', width: 30 },
    { field: 'type', text: (row, locale) => enumLabel(locale, 'messageTaskType', row['type']) },
    { field: 'pushType', text: (row, locale) => enumLabel(locale, 'pushType', row['pushType']) },
    { field: 'pushObject', width: 24, text: (row, locale) => enumLabel(locale, 'pushObject', row['pushObject']) },
    { field: 'templates', label: 'templateId', width: 30 },
    { field: 'state', text: (row, locale) => enumLabel(locale, 'messageTaskState', row['state']) },
    { field: 'scheduleAt' },
    { field: 'reach', width: 10 },
    { field: 'sent', width: 10 },
    { field: 'delivered', width: 10 },
    { field: 'read', width: 10 },
    { field: 'failed', width: 10 },
    { field: 'waiting', width: 10 },
    { field: 'withoutAddress', width: 10 },
    {
      field: 'costs',
      text: ({ costs }, locale) =>
        listedIn(
          locale,
          (costs as MessageTaskRow['costs']).map(({ amount, currency }) => `${amount} ${currency}`),
        ),
    },
    { field: 'sentBy' },
    { field: 'companyName', width: 30 },
    ...trackedColumns,
  ],
  page: (ctx, input) => pageTasks(ctx, input as PageInput),
}

export const exportTasks = (ctx: Ctx, input: InputOf<Task['export']>): Promise<{ exportId: number }> =>
  startExport(ctx, 'messageTask', input)

/** The names of a task's targets, as far as the caller sees them. */
const objectNames = async (ctx: Ctx, kind: EnumValue<'pushObject'>, ids: readonly number[]): Promise<string[]> => {
  if (kind === 'all' || kind === 'filter' || ids.length === 0) return []
  if (kind === 'account') {
    const people = await ctx.db
      .selectFrom(kind)
      .select(['name', 'type'])
      .where('id', 'in', ids)
      .orderBy('name')
      .limit(200)
      .execute()
    return people.map(({ type, name }) => nameShown(type, name))
  }
  const rows = await ctx.db.selectFrom(kind).select('name').where('id', 'in', ids).orderBy('name').limit(200).execute()
  return rows.map(({ name }) => name)
}

export const taskDetail = async (ctx: Ctx, { id }: InputOf<Task['detail']>): Promise<OutputOf<Task['detail']>> => {
  const templateName = (column: string) =>
    sql<string | null>`(select template.name from message_template template where template.id = ${sql.ref(column)})`
  const row = await rowsOf(ctx, [id])
    .select(
      fields('message_task', [
        'titleEn',
        'contentZh',
        'contentEn',
        'templateZhId',
        'templateEnId',
        'objectIds',
        'filter',
        'files',
      ]),
    )
    .select([
      templateName('message_task.template_zh_id').as('templateZhName'),
      templateName('message_task.template_en_id').as('templateEnName'),
    ])
    .executeTakeFirstOrThrow()
  const { companyIds = [], roleIds = [] } = row.filter ?? {}
  const [names, companies, roles] = await Promise.all([
    objectNames(ctx, row.pushObject, row.objectIds),
    objectNames(ctx, 'company', companyIds),
    objectNames(ctx, 'role', roleIds),
  ])
  const named = await filesNamed(ctx.systemDb, row.files)
  return {
    ...shownRow(ctx, row),
    objectNames: names,
    filterNames: [...companies, ...roles],
    files: row.files.flatMap((file) => named.get(file) ?? []),
  }
}
