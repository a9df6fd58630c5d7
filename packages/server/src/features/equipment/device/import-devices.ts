import { endpoints, type InputOf } from '@emberwatch/contract'
import type { TObject } from 'typebox'
import type { Ctx } from '../../../platform/context.ts'
import { importResult, startImport } from '../../../platform/imports.ts'
import type { ImportDefinition, Lookup } from '../../../platform/imports/definition.ts'
import { importTemplate } from '../../../platform/imports/files.ts'
import type { Write } from '../../../platform/transact.ts'
import { companiesNamed } from '../../base/tenant/tenant.reads.ts'
import { addManyDevices, type ManyRow } from './add-many-devices.ts'

type Device = typeof endpoints.device
type Preset = typeof endpoints.devicePreset

const modelsNamed = async (ctx: Ctx, text: string): Promise<number[]> => {
  const rows = await ctx.db
    .selectFrom('device_model')
    .select('id')
    .where('is_gateway', '=', false)
    .where((e) => e.or([e('code', '=', text), e('name', '=', text)]))
    .limit(2)
    .execute()
  return rows.map(({ id }) => id)
}

/** Projects by code or name. A code names one, a name perhaps several. */
const projectsNamed = async (ctx: Ctx, text: string): Promise<number[]> => {
  const projects = ctx.db.selectFrom('project').select('id').where('deleted_at', 'is', null).limit(2)
  const byCode = await projects.where('code', '=', text).execute()
  const found = byCode.length > 0 ? byCode : await projects.where('name', '=', text).execute()
  return found.map(({ id }) => id)
}

const gatewaysNamed = async (ctx: Ctx, text: string): Promise<number[]> => {
  const rows = await ctx.db
    .selectFrom('gateway')
    .select('id')
    .where((e) => e(e.fn<string>('lower', ['code']), '=', text.toLowerCase()))
    .where('deleted_at', 'is', null)
    .limit(2)
    .execute()
  return rows.map(({ id }) => id)
}

const modelLookup: Lookup = { hint: 'deviceModel', find: modelsNamed }

/** Checks one row like many, so that an import that goes row by row gives the same answers. */
const oneOf =
  (isStock: boolean) =>
  async (ctx: Ctx, write: Write, input: ManyRow, { before }: { readonly before: number }): Promise<void> => {
    const [refusal] = (await addManyDevices(ctx, write, [input], { before, isStock })).values()
    if (refusal) throw refusal
  }
const manyOf = (isStock: boolean) => ({
  create: (ctx: Ctx, write: Write, inputs: readonly ManyRow[], before: number) =>
    addManyDevices(ctx, write, inputs, { before, isStock }),
})

/** Registered with the imports. */
export const deviceImport: ImportDefinition<Device['create']['input']> = {
  list: 'device',
  input: endpoints.device.create.input,
  lookups: {
    modelId: modelLookup,
    projectId: { hint: 'project', find: projectsNamed },
    gatewayId: { hint: 'gateway', find: gatewaysNamed },
  },
  unique: 'code',
  create: oneOf(false),
  many: manyOf(false),
}

export const devicePresetImport: ImportDefinition<Preset['create']['input']> = {
  list: 'devicePreset',
  input: endpoints.devicePreset.create.input,
  lookups: { modelId: modelLookup, companyId: { hint: 'company', find: companiesNamed } },
  unique: 'code',
  create: oneOf(true),
  many: manyOf(true),
}

const verbsOf = <S extends TObject>(definition: ImportDefinition<S>) => ({
  importTemplate: (ctx: Ctx, input: InputOf<Device['importTemplate']>) => importTemplate(ctx, definition, input),
  import: (ctx: Ctx, input: InputOf<Device['import']>) => startImport(ctx, definition, input),
  importResult: (ctx: Ctx, input: InputOf<Device['importResult']>) => importResult(ctx, definition, input),
})

/** The verbs for the routes. */
export const deviceImportVerbs = verbsOf(deviceImport)
export const devicePresetImportVerbs = verbsOf(devicePresetImport)
