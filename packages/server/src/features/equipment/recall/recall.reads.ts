import { sql, type ExpressionBuilder } from 'kysely'
import type { endpoints, InputOf, OutputOf, RecallHolder, RecallRow } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { startExport, type ExportDefinition } from '../../../platform/exports.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { listPage } from '../../../platform/list.ts'
import { maskedName, maskedPhone } from '../../../platform/mask.ts'
import { fields, tracked, trackedColumns } from '../../../platform/rows/columns.ts'
import { filtered } from '../../../platform/rows/filter.ts'
import type { Tables } from '../../../tables/index.ts'
import { shownName } from '../../people/customer/customer.masks.ts'
import { inBranch, isInBranch } from '../../../platform/rows/in-branch.ts'

/** The number by which people refer to a recall. */
export const recallCode = (id: number): string => `RC${String(id).padStart(6, '0')}`

/** The devices of a batch in the caller's scope, of one model or of all. */
export const devicesOfBatch = ({ db }: Pick<Ctx, 'db'>, { batch, modelId }: { batch: string; modelId: number | null }) => {
  const rows = db.selectFrom('device').where('device.batch', '=', batch).where('device.deleted_at', 'is', null)
  return modelId === null ? rows : rows.where('device.model_id', '=', modelId)
}

/** Still at a project, so somebody has to go there. */
const isInUse = sql<boolean>`device.project_id is not null and device.scrapped_at is null`

type Recall = typeof endpoints.recall
type PageInput = InputOf<Recall['page']>

/** The batch's devices at the recalling company and below, as far as the caller sees them. */
const counted = (e: ExpressionBuilder<Tables, 'recall'>, condition = sql<boolean>`true`) =>
  e
    .selectFrom('device')
    .select((device) => device.fn.countAll<number>().as('count'))
    .whereRef('device.batch', '=', 'recall.batch')
    .where('device.deleted_at', 'is', null)
    .where(sql<boolean>`(recall.model_id is null or device.model_id = recall.model_id)`)
    .where(isInBranch('device.path', 'recall.path'))
    .where(condition)
    .$asScalar()
    .$notNull()

const read = async (ctx: Ctx, ids: number[]): Promise<RecallRow[]> => {
  const rows = await ctx.db
    .selectFrom('recall')
    .innerJoin('company', 'company.id', 'recall.company_id')
    .leftJoin('device_model as model', 'model.id', 'recall.model_id')
    .select(fields('recall', ['id', 'batch', 'modelId', 'reason', 'state', 'closedAt', 'closeNote']))
    .select(['company.id as companyId', 'company.name as companyName', 'model.name as modelName'])
    .select((e) => [counted(e).as('deviceCount'), counted(e, isInUse).as('inUseCount')])
    .select(tracked('recall'))
    .where('recall.id', 'in', ids)
    .execute()
  return rows.map((row) => ({ ...row, code: recallCode(row.id) }))
}

export const pageRecalls = (ctx: Ctx, input: PageInput): Promise<OutputOf<Recall['page']>> =>
  listPage<RecallRow>(ctx.db, input, {
    rows: filtered(ctx.db.selectFrom('recall'), 'recall', input, {
      equal: ['state'],
      containing: ['batch', 'reason'],
      between: 'created_at',
    }),
    key: 'recall.id',
    sorts: { createdAt: 'recall.created_at' },
    defaultSort: { by: 'createdAt', order: 'desc' },
    read: (ids) => read(ctx, ids),
  })

/** How many are listed, those with the most devices in use first. */
const maxHolders = 500

/** Who has devices of the batch, in the caller's scope: companies and their customers, with whom to contact and the progress. */
export const recallHolders = async (ctx: Ctx, { id }: InputOf<Recall['holders']>): Promise<OutputOf<Recall['holders']>> => {
  const recall = await ctx.db
    .selectFrom('recall')
    .select(['batch', 'model_id as modelId', 'path'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const held = await devicesOfBatch(ctx, recall)
    // As they are counted: those of a project that was joined are its owner's to call back, and whom to tell there is not shown.
    .where(inBranch('device', recall.path))
    .innerJoin('company', 'company.id', 'device.company_id')
    .leftJoin('customer', 'customer.id', 'device.customer_id')
    .select(['company.id as companyId', 'company.name as companyName', 'company.contacter as companyContact'])
    .select(['company.phone as companyPhone', 'customer.id as customerId', 'customer.name as customerName'])
    .select(['customer.type as customerType', 'customer.contacter as customerContact', 'customer.phone as customerPhone'])
    .select((e) => [e.fn.countAll<number>().as('deviceCount'), e.fn.countAll<number>().filterWhere(isInUse).as('inUseCount')])
    .groupBy(['company.id', 'customer.id'])
    .orderBy('inUseCount', 'desc')
    .orderBy('company.id')
    .orderBy('customer.id')
    .limit(maxHolders)
    .execute()
  const notified = await ctx.db
    .selectFrom('recall_told')
    .leftJoin('account as person', 'person.id', 'recall_told.told_by')
    .select([
      'recall_told.company_id',
      'recall_told.customer_id',
      'recall_told.note',
      'recall_told.told_at',
      'person.name as toldBy',
    ])
    .where('recall_told.recall_id', '=', id)
    .orderBy('recall_told.id')
    .execute()
  const notifiedBy = new Map(notified.map((row) => [`${row.company_id} ${row.customer_id}`, row]))
  const holders = held.map((row, index): RecallHolder => {
    const { companyId, companyName, customerId, customerName, deviceCount, inUseCount } = row
    const contact = (customerId === null ? row.companyContact : row.customerContact) ?? ''
    const last = notifiedBy.get(`${companyId} ${customerId}`)
    return {
      id: index + 1,
      companyId,
      companyName,
      customerId,
      customerName: customerName === null ? null : shownName(row.customerType, customerName),
      contacter: maskedName(contact),
      phone: maskedPhone(customerId === null ? row.companyPhone : row.customerPhone),
      deviceCount,
      inUseCount,
      toldAt: last?.told_at ?? null,
      toldBy: last?.toldBy ?? null,
      note: last?.note ?? null,
    }
  })
  return { holders, capped: held.length === maxHolders }
}

/** Registered with the exports. */
export const recallExport: ExportDefinition = {
  columns: [
    { field: 'code' },
    { field: 'batch' },
    { field: 'modelName' },
    { field: 'state', text: (row, locale) => enumLabel(locale, 'recallState', row['state']) },
    { field: 'reason', width: 40 },
    { field: 'deviceCount' },
    { field: 'inUseCount' },
    { field: 'companyName' },
    { field: 'closedAt' },
    { field: 'closeNote', width: 30 },
    ...trackedColumns,
  ],
  page: (ctx, input) => pageRecalls(ctx, input as PageInput),
}

export const exportRecalls = (ctx: Ctx, input: InputOf<Recall['export']>): Promise<{ exportId: number }> =>
  startExport(ctx, 'recall', input)
