import { listedIn, type endpoints, type InputOf, type OutputOf, type ProjectDocumentRow } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { startExport, type ExportDefinition } from '../../../platform/exports.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { listPage } from '../../../platform/list.ts'
import { fields, tracked, trackedColumns } from '../../../platform/rows/columns.ts'
import { filtered } from '../../../platform/rows/filter.ts'
import { isInlineImage } from '../../base/file/content.ts'
import { daysLeft, isExpiring } from '../project/project.facts.ts'

type Document = typeof endpoints.projectDocument
type PageInput = InputOf<Document['page']>
type File = ProjectDocumentRow['files'][number]

/** The names of files. Not scoped: anyone who sees a document sees its files. */
const filesById = async (ctx: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, File>> => {
  if (ids.length === 0) return new Map()
  const rows = await ctx.systemDb.selectFrom('file').select(['id', 'name', 'size', 'mime']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, name, size, mime }) => [id, { id, name, size, image: isInlineImage(mime) }]))
}

const read = async (ctx: Ctx, ids: readonly number[]): Promise<ProjectDocumentRow[]> => {
  const rows = await ctx.db
    .selectFrom('project_document')
    .innerJoin('project', 'project.id', 'project_document.project_id')
    .select(fields('project_document', ['id', 'kind', 'title', 'files', 'validUntil', 'remark']))
    .select(daysLeft(ctx, 'project_document.valid_until').as('daysLeft'))
    .select(tracked('project_document'))
    .where('project_document.id', 'in', ids)
    .execute()
  const known = await filesById(
    ctx,
    rows.flatMap(({ files }) => files),
  )
  return rows.map(({ files, ...row }) => ({ ...row, files: files.flatMap((id) => known.get(id) ?? []) }))
}

/** The documents and photos of a project, newest first. */
export const pageProjectDocuments = (ctx: Ctx, input: PageInput): Promise<OutputOf<Document['page']>> => {
  const rows = filtered(ctx.db.selectFrom('project_document'), 'project_document', input, {
    equal: ['projectId', 'kind'],
    containing: ['title', 'remark'],
    between: 'created_at',
  })
  const expiring = isExpiring(ctx, 'project_document.valid_until', 'project_document.project_id')
  return listPage<ProjectDocumentRow>(ctx.db, input, {
    rows: input.expiring === undefined ? rows : rows.where(input.expiring ? expiring : sql<boolean>`(${expiring}) is not true`),
    key: 'project_document.id',
    sorts: {
      title: 'project_document.title',
      validUntil: 'project_document.valid_until',
      createdAt: 'project_document.created_at',
    },
    defaultSort: { by: 'createdAt', order: 'desc' },
    read: (ids) => read(ctx, ids),
  })
}

/** Registered with the exports. */
export const projectDocumentExport: ExportDefinition = {
  columns: [
    { field: 'kind', width: 20, text: (row, locale) => enumLabel(locale, 'projectDocumentKind', row['kind']) },
    { field: 'title', width: 30 },
    {
      field: 'files',
      width: 40,
      text: (row, locale) =>
        listedIn(
          locale,
          (row['files'] as ProjectDocumentRow['files']).map(({ name }) => name),
        ),
    },
    { field: 'validUntil', width: 14 },
    { field: 'daysLeft', width: 10 },
    { field: 'remark', width: 30 },
    ...trackedColumns,
  ],
  page: (ctx, input) => pageProjectDocuments(ctx, input as PageInput),
}

export const exportProjectDocuments = (ctx: Ctx, input: InputOf<Document['export']>): Promise<{ exportId: number }> =>
  startExport(ctx, 'projectDocument', input)
