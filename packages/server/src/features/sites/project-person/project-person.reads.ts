import type { endpoints, InputOf, OutputOf, ProjectPersonRow } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { startExport, type ExportDefinition } from '../../../platform/exports.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { listPage } from '../../../platform/list.ts'
import { maskedPhone } from '../../../platform/mask.ts'
import { fields, tracked, trackedColumns } from '../../../platform/rows/columns.ts'
import { filtered } from '../../../platform/rows/filter.ts'
import { daysLeft, isExpiring } from '../project/project.facts.ts'

type Person = typeof endpoints.projectPerson
type PageInput = InputOf<Person['page']>

const read = async (ctx: Ctx, ids: readonly number[]): Promise<ProjectPersonRow[]> => {
  const rows = await ctx.db
    .selectFrom('project_person')
    .innerJoin('project', 'project.id', 'project_person.project_id')
    .select(fields('project_person', ['id', 'role', 'name', 'organisation', 'phone', 'certificateNo', 'certificateExpires']))
    .select(fields('project_person', ['remark']))
    .select(daysLeft(ctx, 'project_person.certificate_expires').as('daysLeft'))
    .select(tracked('project_person'))
    .where('project_person.id', 'in', ids)
    .execute()
  return rows.map((row) => ({ ...row, phone: maskedPhone(row.phone) }))
}

/** The people responsible for the fire safety of a project. */
export const pageProjectPeople = (ctx: Ctx, input: PageInput): Promise<OutputOf<Person['page']>> => {
  const rows = filtered(ctx.db.selectFrom('project_person'), 'project_person', input, {
    equal: ['projectId', 'role'],
    between: 'created_at',
  })
  const expiring = isExpiring(ctx, 'project_person.certificate_expires', 'project_person.project_id')
  return listPage<ProjectPersonRow>(ctx.db, input, {
    rows: input.expiring === undefined ? rows : rows.where(input.expiring ? expiring : sql<boolean>`(${expiring}) is not true`),
    key: 'project_person.id',
    sorts: {
      role: 'project_person.role',
      certificateExpires: 'project_person.certificate_expires',
      createdAt: 'project_person.created_at',
    },
    defaultSort: { by: 'createdAt', order: 'asc' },
    read: (ids) => read(ctx, ids),
  })
}

/** Registered with the exports. */
export const projectPersonExport: ExportDefinition = {
  columns: [
    { field: 'role', width: 20, text: (row, locale) => enumLabel(locale, 'projectPersonRole', row['role']) },
    { field: 'name', label: 'personName', width: 14 },
    { field: 'organisation', width: 30 },
    { field: 'phone', width: 16 },
    { field: 'certificateNo', width: 20 },
    { field: 'certificateExpires', width: 14 },
    { field: 'daysLeft', width: 10 },
    { field: 'remark', width: 30 },
    ...trackedColumns,
  ],
  page: (ctx, input) => pageProjectPeople(ctx, input as PageInput),
}

export const exportProjectPeople = (ctx: Ctx, input: InputOf<Person['export']>): Promise<{ exportId: number }> =>
  startExport(ctx, 'projectPerson', input)
