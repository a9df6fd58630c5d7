import { endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { importResult, startImport } from '../../../platform/imports.ts'
import type { ImportDefinition, Lookup } from '../../../platform/imports/definition.ts'
import { importTemplate } from '../../../platform/imports/files.ts'
import { areasNamed } from '../../base/area/area.reads.ts'
import { companiesNamed } from '../../base/tenant/tenant.reads.ts'
import { addCustomer } from './customer.verbs.ts'

type Customer = typeof endpoints.customer

/** An area by name or code, within the area that the row names before it. */
const area = (level: number, parentField?: string): Lookup => ({
  hint: 'area',
  dependsOn: parentField === undefined ? [] : [parentField],
  find: (ctx, text, row) => {
    const parent = parentField === undefined ? undefined : row[parentField]
    return areasNamed(ctx, text, level, typeof parent === 'string' ? parent : undefined)
  },
})

/** Registered with the imports. */
export const customerImport: ImportDefinition<Customer['create']['input']> = {
  list: 'customer',
  input: endpoints.customer.create.input,
  lookups: {
    companyId: { hint: 'company', find: companiesNamed },
    country: area(1),
    province: area(2, 'country'),
    city: area(3, 'province'),
    region: area(4, 'city'),
  },
  create: addCustomer,
}

export const customerImportTemplate = (ctx: Ctx, input: InputOf<Customer['importTemplate']>) =>
  importTemplate(ctx, customerImport, input)

export const importCustomers = (ctx: Ctx, input: InputOf<Customer['import']>) => startImport(ctx, customerImport, input)

export const customerImportResult = (ctx: Ctx, input: InputOf<Customer['importResult']>) =>
  importResult(ctx, customerImport, input)
