import { importProjectInput, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { importResult, startImport } from '../../../platform/imports.ts'
import type { ImportDefinition, Lookup } from '../../../platform/imports/definition.ts'
import { importTemplate } from '../../../platform/imports/files.ts'
import { refuseField } from '../../../platform/refuse-field.ts'
import { areasNamed } from '../../base/area/area.reads.ts'
import { companiesNamed } from '../../base/tenant/tenant.reads.ts'
import { addProject } from './project.verbs.ts'
import { projectTypesNamed } from './project-type.reads.ts'

type Project = typeof endpoints.project

/** An area by name or code, within the area that the row names before it. */
const area = (level: number, parentField?: string): Lookup => ({
  hint: 'area',
  dependsOn: parentField === undefined ? [] : [parentField],
  find: (ctx, text, row) => {
    const parent = parentField === undefined ? undefined : row[parentField]
    return areasNamed(ctx, text, level, typeof parent === 'string' ? parent : undefined)
  },
})

/**
 * Customers in scope with this name. At most two, since only a single match can be meant. Read here, because features import downwards
 * only: customer > device > project.
 */
const customersNamed = async (ctx: Ctx, name: string): Promise<number[]> => {
  const rows = await ctx.db
    .selectFrom('customer')
    .select('id')
    .where('name', '=', name)
    .where('deleted_at', 'is', null)
    .limit(2)
    .execute()
  return rows.map((row) => row.id)
}

/** Registered with the imports. A position has two columns, in WGS-84. */
export const projectImport: ImportDefinition<typeof importProjectInput> = {
  list: 'project',
  input: importProjectInput,
  lookups: {
    companyId: { hint: 'company', find: companiesNamed },
    typeId: { hint: 'projectType', find: projectTypesNamed },
    customerId: { hint: 'projectCustomer', find: customersNamed },
    country: area(1),
    province: area(2, 'country'),
    city: area(3, 'province'),
    region: area(4, 'city'),
  },
  unique: 'code',
  create: async (ctx, write, { latitude, longitude, ...input }) => {
    // Half a position would be lost without a word.
    if ((latitude === undefined) !== (longitude === undefined))
      refuseField(ctx, latitude === undefined ? 'latitude' : 'longitude', 'required')
    return addProject(ctx, write, {
      ...input,
      ...(latitude === undefined || longitude === undefined
        ? {}
        : { position: { latitude, longitude, coordinateSystem: 'WGS84' as const } }),
    })
  },
}

export const projectImportTemplate = (ctx: Ctx, input: InputOf<Project['importTemplate']>) =>
  importTemplate(ctx, projectImport, input)

export const importProjects = (ctx: Ctx, input: InputOf<Project['import']>) => startImport(ctx, projectImport, input)

export const projectImportResult = (ctx: Ctx, input: InputOf<Project['importResult']>) => importResult(ctx, projectImport, input)
