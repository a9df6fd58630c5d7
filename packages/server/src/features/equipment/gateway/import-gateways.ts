import { endpoints, type InputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import { createHmac } from 'node:crypto'
import type { TObject } from 'typebox'
import { hashGatewaySecret } from '../../../platform/broker/gateway-secret.ts'
import type { Ctx } from '../../../platform/context.ts'
import { importResult, startImport } from '../../../platform/imports.ts'
import type { ImportDefinition } from '../../../platform/imports/definition.ts'
import { importTemplate } from '../../../platform/imports/files.ts'
import { companiesNamed } from '../../base/tenant/tenant.reads.ts'
import { addGateway } from './add-gateway.ts'

type Gateway = typeof endpoints.gateway
type Preset = typeof endpoints.gatewayPreset

/** Derived from the import's own 256 random bits and never stored, so that the file with all secrets can be written at the end. */
const secretOf = (code: string, seed: Buffer): string =>
  createHmac('sha256', seed).update(`gateway ${code.toLowerCase()}`).digest('base64url')

/** A row without a secret belongs to a dry run, which is rolled back. */
const hashed = (prepared: unknown): Buffer => (prepared instanceof Buffer ? prepared : Buffer.alloc(32))

const modelsNamed = async (ctx: Ctx, text: string): Promise<number[]> => {
  const rows = await ctx.db
    .selectFrom('device_model')
    .select('id')
    .where('is_gateway', '=', true)
    .where((e) => e.or([e('code', '=', text), e('name', '=', text)]))
    .limit(2)
    .execute()
  return rows.map(({ id }) => id)
}

const projectsNamed = async (ctx: Ctx, text: string): Promise<number[]> => {
  const rows = await ctx.db
    .selectFrom('project')
    .select('id')
    .where('deleted_at', 'is', null)
    .where((e) => e.or([e('code', '=', text), e('name', '=', text)]))
    .limit(2)
    .execute()
  return rows.map(({ id }) => id)
}

/** Gateways that are known by an address have no secret. */
const withoutSecret = async ({ systemDb }: Ctx, codes: readonly string[]): Promise<ReadonlySet<string>> => {
  // Not scoped: the caller has just created them.
  const rows = await systemDb
    .selectFrom('gateway')
    .select((e) => e.fn<string>('lower', ['code']).as('code'))
    .where(sql<boolean>`lower(code) = any (${codes}::text[])`)
    .where('link_address', 'is not', null)
    .execute()
  return new Set(rows.map(({ code }) => code))
}

/** What both imports have in common. */
const shared = {
  unique: 'code',
  hints: { communicationCode: 'gatewayAddress' },
  password: {
    field: 'code',
    label: 'secret',
    of: (_ctx: Ctx, code: string, seed: Buffer) => secretOf(code, seed),
    without: withoutSecret,
  },
  prepare: (_ctx: Ctx, _input: unknown, secret: string | null) =>
    Promise.resolve(secret === null ? undefined : hashGatewaySecret(secret)),
} as const

/** Registered with the imports. */
export const gatewayImport: ImportDefinition<Gateway['create']['input']> = {
  ...shared,
  list: 'gateway',
  input: endpoints.gateway.create.input,
  lookups: {
    modelId: { hint: 'gatewayModel', find: modelsNamed },
    projectId: { hint: 'project', find: projectsNamed },
    companyId: { hint: 'company', find: companiesNamed },
  },
  create: (ctx, write, input, { prepared }) => addGateway(ctx, write, input, hashed(prepared), 'import'),
}

export const gatewayPresetImport: ImportDefinition<Preset['create']['input']> = {
  ...shared,
  list: 'gatewayPreset',
  input: endpoints.gatewayPreset.create.input,
  lookups: {
    modelId: { hint: 'gatewayModel', find: modelsNamed },
    companyId: { hint: 'company', find: companiesNamed },
  },
  create: (ctx, write, input, { prepared }) =>
    addGateway(ctx, write, { ...input, name: input.name ?? input.code }, hashed(prepared), 'import'),
}

/** The verbs for the routes of one import. */
const verbsOf = <S extends TObject>(definition: ImportDefinition<S>) => ({
  importTemplate: (ctx: Ctx, input: InputOf<Gateway['importTemplate']>) => importTemplate(ctx, definition, input),
  import: (ctx: Ctx, input: InputOf<Gateway['import']>) => startImport(ctx, definition, input),
  importResult: (ctx: Ctx, input: InputOf<Gateway['importResult']>) => importResult(ctx, definition, input),
})

export const gatewayImportVerbs = verbsOf(gatewayImport)
export const gatewayPresetImportVerbs = verbsOf(gatewayPresetImport)
