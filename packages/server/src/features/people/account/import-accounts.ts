import { endpoints, type InputOf } from '@emberwatch/contract'
import { createHmac } from 'node:crypto'
import type { Ctx } from '../../../platform/context.ts'
import { importResult, startImport } from '../../../platform/imports.ts'
import type { ImportDefinition, RowFacts } from '../../../platform/imports/definition.ts'
import { importTemplate } from '../../../platform/imports/files.ts'
import type { Write } from '../../../platform/transact.ts'
import { idsOf, companiesNamed, companyInScope } from '../../base/tenant/tenant.reads.ts'
import { assertQuota } from '../../base/tenant/quotas.ts'
import { customersNamed } from '../customer/customer.reads.ts'
import { rolesNamed } from '../role/role.reads.ts'
import { assertAssignable } from './account.rules.ts'
import { customerInScope } from './account.store.ts'
import { addAccount } from './add-account.ts'
import { accountOwner, initialPassword } from './account.verbs.ts'

type Account = typeof endpoints.account
type Input = InputOf<Account['create']>
type Row = Readonly<Record<string, unknown>>

const numberIn = (row: Row, field: string): number | undefined => {
  const value = row[field]
  return typeof value === 'number' ? value : undefined
}

/** The role with this name that the row's account may have: of its company, or else of the nearest company above that the caller sees. */
const roleNamed = async (ctx: Ctx, name: string, row: Row): Promise<number[]> => {
  const customerId = numberIn(row, 'customerId')
  const companyId = numberIn(row, 'companyId') ?? ctx.actor.companyId
  const customer = customerId === undefined ? undefined : await customerInScope(ctx.db, customerId)
  const company = companyId === null ? undefined : await companyInScope(ctx.db, companyId)
  const owner = customer ? { path: customer.path, type: 'customer' as const } : company
  if (!owner) return []
  const path = idsOf(owner.path)
  const roles = await rolesNamed(ctx, name, owner.type, path)
  const nearest = roles.toSorted((a, b) => path.indexOf(b.companyId) - path.indexOf(a.companyId))[0]
  return nearest ? [nearest.id] : []
}

/** Derived and not stored, so that an interrupted import can still list all of them at its end. 72 bits. */
const oneTimePassword = (name: string, seed: Buffer): string =>
  createHmac('sha256', seed).update(name.toLowerCase()).digest('base64url').slice(0, 12)

const create = async (ctx: Ctx, write: Write, input: Input, { prepared, before }: RowFacts): Promise<number> => {
  const { companyId: _company, customerId: _customer, ...fields } = input
  const owner = await accountOwner(ctx, write, input)
  await assertAssignable(ctx, write, owner, input.roleIds)
  if (before > 0) await assertQuota(ctx, write, owner.path, 'accounts', before + 1)
  // A dry run stores no password.
  return addAccount(ctx, write, { ...fields, owner, passwordHash: typeof prepared === 'string' ? prepared : '-' })
}

/** Registered with the imports. */
export const accountImport: ImportDefinition<Account['create']['input']> = {
  list: 'account',
  input: endpoints.account.create.input,
  lookups: {
    companyId: { hint: 'company', find: companiesNamed },
    customerId: {
      hint: 'customer',
      dependsOn: ['companyId'],
      find: (ctx, name, row) => customersNamed(ctx, name, numberIn(row, 'companyId')),
    },
    roleIds: { hint: 'roles', dependsOn: ['companyId', 'customerId'], find: roleNamed },
  },
  labels: { name: 'personName' },
  unique: 'account',
  password: {
    field: 'account',
    of: (ctx, name, seed) => (ctx.config.defaultAccountPassword === undefined ? oneTimePassword(name, seed) : null),
  },
  group: ({ companyId, customerId }) => `${companyId ?? ''}/${customerId ?? ''}`,
  prepare: async (ctx, _input, password) => (await initialPassword(ctx, password ?? undefined)).hash,
  create,
}

/** The verbs for feature.ts. */
export const accountImportVerbs = {
  importTemplate: (ctx: Ctx, input: InputOf<Account['importTemplate']>) => importTemplate(ctx, accountImport, input),
  import: (ctx: Ctx, input: InputOf<Account['import']>) => startImport(ctx, accountImport, input),
  importResult: (ctx: Ctx, input: InputOf<Account['importResult']>) => importResult(ctx, accountImport, input),
}
