import {
  DomainError,
  type endpoints,
  type HandOverPreview,
  type HandOverRow,
  type InputOf,
  type OutputOf,
} from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { startExport, type ExportDefinition } from '../../../platform/exports.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { listPage } from '../../../platform/list.ts'
import { fields, tracked } from '../../../platform/rows/columns.ts'
import { filtered } from '../../../platform/rows/filter.ts'
import { countMoved, effectsOf } from './hand-over.rules.ts'
import { companyPlaces, isOwnOrAbove, projectPlaces, type Places } from './places.ts'
import { refusalsOf } from './refusals.ts'

type HandOver = typeof endpoints.handOver

const preview = async (ctx: Ctx, places: Places | undefined): Promise<HandOverPreview> => {
  if (!places) throw new DomainError('notFound', {}, 'companyId')
  if (isOwnOrAbove(ctx, places)) throw new DomainError('noAccess')
  const { systemDb, locale } = ctx
  const [counts, refusals, effects] = await Promise.all([
    countMoved(systemDb, places),
    refusalsOf(systemDb, places, locale, ctx.clock.now()),
    effectsOf(systemDb, places, locale),
  ])
  return { name: places.name, from: places.from.name, to: places.to.name, counts, refusals, effects }
}

export const previewProject = async (ctx: Ctx, input: InputOf<HandOver['previewProject']>): Promise<HandOverPreview> =>
  preview(ctx, await projectPlaces(ctx.db, input))

export const previewCompany = async (ctx: Ctx, input: InputOf<HandOver['previewCompany']>): Promise<HandOverPreview> =>
  preview(ctx, await companyPlaces(ctx.db, ctx.systemDb, input))

const movedRows = sql<number>`(select coalesce(sum(value::bigint), 0) from jsonb_each_text(hand_over.moved))::bigint`

const read = (ctx: Ctx, ids: number[]): Promise<HandOverRow[]> =>
  ctx.db
    .selectFrom('hand_over')
    .innerJoin('company as origin', 'origin.id', 'hand_over.from_company_id')
    .innerJoin('company as target', 'target.id', 'hand_over.to_company_id')
    .select(fields('hand_over', ['id', 'kind', 'objectName', 'reason', 'state', 'error', 'finishedAt']))
    .select(['origin.name as fromCompany', 'target.name as toCompany', movedRows.as('movedRows')])
    .select(tracked('hand_over'))
    .where('hand_over.id', 'in', ids)
    .execute()

/** Hand-overs between companies of the caller's branch. */
export const pageHandOvers = (ctx: Ctx, input: InputOf<HandOver['page']>): Promise<OutputOf<HandOver['page']>> => {
  let rows = filtered(ctx.db.selectFrom('hand_over'), 'hand_over', input, { equal: ['kind', 'state'], between: 'created_at' })
  if (input.keyword) rows = rows.where('hand_over.object_name', 'ilike', `%${input.keyword.replace(/[\\%_]/g, '\\$&')}%`)
  return listPage<HandOverRow>(ctx.db, input, {
    rows,
    key: 'hand_over.id',
    sorts: { createdAt: 'hand_over.created_at', finishedAt: 'hand_over.finished_at' },
    defaultSort: { by: 'createdAt', order: 'desc' },
    read: (ids) => read(ctx, ids),
  })
}

export const handOverExport: ExportDefinition = {
  columns: [
    { field: 'kind', text: (row, locale) => enumLabel(locale, 'handOverKind', row['kind']) },
    { field: 'objectName', width: 30 },
    { field: 'fromCompany', width: 30 },
    { field: 'toCompany', width: 30 },
    { field: 'state', text: (row, locale) => enumLabel(locale, 'handOverState', row['state']) },
    { field: 'movedRows' },
    { field: 'reason', width: 40 },
    { field: 'createdAt' },
    { field: 'createdBy' },
    { field: 'finishedAt' },
  ],
  page: (ctx, input) => pageHandOvers(ctx, input as InputOf<HandOver['page']>),
}

export const exportHandOvers = (ctx: Ctx, input: InputOf<HandOver['export']>): Promise<{ exportId: number }> =>
  startExport(ctx, 'handOver', input)
