import {
  smsLength,
  withSignature,
  type endpoints,
  type InputOf,
  type MessageTemplateRow,
  type OutputOf,
  fillTemplate,
} from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { startExport, type ExportDefinition } from '../../../platform/exports.ts'
import { enumLabel, texts } from '../../../platform/i18n.ts'
import { listPage } from '../../../platform/list.ts'
import { accountName, fields, tracked, trackedColumns } from '../../../platform/rows/columns.ts'
import { filtered } from '../../../platform/rows/filter.ts'
import { assertVariables } from './message-template.rules.ts'

type Template = typeof endpoints.messageTemplate
type PageInput = InputOf<Template['page']>

const read = async (ctx: Ctx, ids: readonly number[]): Promise<MessageTemplateRow[]> => {
  const rows = await ctx.db
    .selectFrom('message_template')
    .innerJoin('company', 'company.id', 'message_template.company_id')
    .select(fields('message_template', ['id', 'code', 'name', 'event', 'channel', 'language', 'title', 'content']))
    .select(fields('message_template', ['signature', 'providerCode', 'state', 'reason', 'templateVersion', 'approvedVersion']))
    .select(fields('message_template', ['submittedAt', 'decidedAt', 'enabled']))
    .select(['message_template.submitted_by as submittedById', 'message_template.submitted_for as submittedForId'])
    .select([
      accountName('message_template.submitted_by').as('submittedBy'),
      accountName('message_template.decided_by').as('decidedBy'),
    ])
    .select('company.name as companyName')
    .select(tracked('message_template'))
    .where('message_template.id', 'in', ids)
    .execute()
  return rows.map((row) => ({
    ...row,
    segments: row.channel === 'sms' ? smsLength(withSignature(row.signature, row.content, row.language)).segments : null,
  }))
}

export const pageTemplates = (ctx: Ctx, input: PageInput): Promise<OutputOf<Template['page']>> =>
  listPage<MessageTemplateRow>(ctx.db, input, {
    rows: filtered(ctx.db.selectFrom('message_template'), 'message_template', input, {
      equal: ['event', 'channel', 'language', 'state', 'enabled'],
      containing: ['code', 'name', 'content'],
      between: 'created_at',
    }),
    key: 'message_template.id',
    sorts: {
      code: 'message_template.code',
      name: 'message_template.name',
      createdAt: 'message_template.created_at',
      updatedAt: 'message_template.updated_at',
    },
    defaultSort: { by: 'createdAt', order: 'desc' },
    read: (ids) => read(ctx, ids),
  })

/** Registered with the exports. */
export const messageTemplateExport: ExportDefinition = {
  columns: [
    { field: 'code' },
    { field: 'name', width: 24 },
    { field: 'event', text: (row, locale) => enumLabel(locale, 'templateEvent', row['event']) },
    { field: 'channel', text: (row, locale) => enumLabel(locale, 'notifyMethod', row['channel']) },
    { field: 'language', text: (row, locale) => enumLabel(locale, 'callLanguage', row['language']) },
    { field: 'title', width: 24 },
    { field: 'content', width: 60 },
    { field: 'signature' },
    { field: 'segments', width: 10 },
    { field: 'providerCode' },
    { field: 'state', text: (row, locale) => enumLabel(locale, 'templateState', row['state']) },
    { field: 'reason', width: 30 },
    { field: 'approvedVersion', width: 10 },
    { field: 'templateVersion', width: 10 },
    { field: 'enabled', width: 10 },
    { field: 'companyName', width: 30 },
    ...trackedColumns,
  ],
  page: (ctx, input) => pageTemplates(ctx, input as PageInput),
}

export const exportTemplates = (ctx: Ctx, input: InputOf<Template['export']>): Promise<{ exportId: number }> =>
  startExport(ctx, 'messageTemplate', input)

export const templateDetail = async (ctx: Ctx, { id }: InputOf<Template['detail']>): Promise<OutputOf<Template['detail']>> => {
  const [row] = await read(ctx, [id])
  if (!row) throw new Error(`message template ${id} no longer exists`)
  const versions = await ctx.db
    .selectFrom('message_template_version as used')
    .select(['used.number', 'used.title', 'used.content', 'used.signature', 'used.provider_code as providerCode'])
    .select([accountName('used.submitted_by').as('submittedBy'), accountName('used.approved_by').as('decidedBy')])
    .select('used.approved_at as decidedAt')
    .where('used.template_id', '=', id)
    .orderBy('used.number', 'desc')
    .limit(200)
    .execute()
  return { ...row, versions }
}

/** Templates in use, for a drop-down. */
export const selectTemplates = async (ctx: Ctx, input: InputOf<Template['select']>): Promise<OutputOf<Template['select']>> => {
  const rows = await filtered(ctx.db.selectFrom('message_template'), 'message_template', input, {
    equal: ['event', 'channel', 'language'],
  })
    .select(['message_template.id as value', 'message_template.name', 'message_template.code'])
    .where('message_template.enabled', '=', true)
    .where('message_template.approved_version', 'is not', null)
    .orderBy('message_template.name')
    .limit(500)
    .execute()
  return rows.map(({ value, name, code }) => ({ value, label: `${name} (${code})` }))
}

type Preview = typeof endpoints.messageTemplate.preview

/** A text as its receiver gets it, with sample data in the text's language. */
export const previewTemplate = async (ctx: Ctx, input: InputOf<Preview>): Promise<OutputOf<Preview>> => {
  const { event, channel, language, title = '', content, signature = '' } = input
  assertVariables(ctx, event, { title, content })
  const { sample } = texts[language].notices
  const body = fillTemplate(content, sample)
  if (channel !== 'sms')
    return { title: fillTemplate(title, sample), content: body, encoding: null, length: null, segments: null }
  const sent = withSignature(signature, body, language)
  const { encoding, length, segments } = smsLength(sent)
  return { title: '', content: sent, encoding, length, segments }
}
