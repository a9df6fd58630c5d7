import { DomainError, limits, type CompanyKind, type endpoints, type InputOf, type Language } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { fieldName, translate } from '../../../platform/i18n.ts'
import { assertTimeZone, assertFuture } from '../../../platform/refuse-field.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import { addAccount } from '../account/add-account.ts'
import { initialPassword } from '../account/account.verbs.ts'
import { assertAreas } from '../../base/area/area.reads.ts'
import { attachFiles } from '../../base/file/file.verbs.ts'
import { createFirstRole, createUserRole } from '../role/role.verbs.ts'
import { applyBranding } from './company-config.ts'
import { columnsOf, companyKindFacts, assertOwnFile, domainColumns } from './company.rules.ts'
import { companyInScope } from '../../base/tenant/tenant.reads.ts'
import { insertCompany, lockConfig, setAdministrator } from './company.store.ts'
import { tellRequest as notifyOfRequest } from './company.verbs.ts'
import { lockOwner } from '../../base/tenant/tenant.rules.ts'

type Input = InputOf<typeof endpoints.distributor.create>

/** If any of these is given, the company starts with its own branding. */
const brandNames = [
  'platformName',
  'bigFeatures',
  'smallFeatures',
  'loginLogo',
  'loginBgLogo',
  'primaryColour',
  'filingNotice',
  'appDownloadUrl',
  'supportPhone',
  'watermark',
] as const satisfies readonly (keyof Input)[]

/**
 * The company that the new one is to be below: in the caller's branch, and of a type that may have such companies. Locked against deletion
 * until then.
 */
const parentOf = async (ctx: Ctx, write: Write, kind: CompanyKind, input: Input) => {
  const id = input.parentId ?? ctx.actor.companyId
  const parent = id === null ? undefined : await companyInScope(write.db, id)
  if (!parent) throw new DomainError('notFound', {}, 'parentId')
  if (!companyKindFacts[kind].parents.includes(parent.type))
    throw new DomainError('notHere', { reason: translate(ctx.locale, 'reasons.parentType') }, 'parentId')
  await lockOwner(write.systemDb, parent.id, 'parentId') // the caller's, as judged above
  return parent
}

/**
 * Creates a company with its branding, a first role with everything the caller may grant to such companies, and its administrator, who
 * chooses a password at the first sign-in.
 */
export const createCompany = async (
  ctx: Ctx,
  kind: CompanyKind,
  input: Input,
): Promise<{ id: number; password: string | null }> => {
  assertTimeZone(ctx, input.timeZone)
  await assertAreas(ctx, input)
  await assertOwnFile(ctx, 'licenceFile', input.licenceFile, null, ['attachment', 'photo'])
  const initial = await initialPassword(ctx)
  return transact(ctx, async (write) => {
    assertFuture(ctx, 'expiresAt', input.expiresAt, write.at)
    const parent = await parentOf(ctx, write, kind, input)
    const { accountId: by } = ctx.actor
    const columns = { ...columnsOf(input, { ...parent, phone: null, email: null }), ...domainColumns(ctx, input.domain) }
    const quotas = JSON.stringify(input.quotas ?? {})
    // Not scoped: the row is in no scope until its path is set.
    const row = {
      ...columns,
      type: kind,
      parent_id: parent.id,
      quotas,
      created_at: write.at,
      updated_at: write.at,
      created_by: by,
      updated_by: by,
    }
    const { id, path } = await insertCompany(write.systemDb, parent.path, row)
    const owner = { companyId: id, path }
    if (input.licenceFile) await attachFiles(ctx, write, [input.licenceFile], { ...owner, customerId: null })
    write.audit({
      action: `${companyKindFacts[kind].name}.create`,
      object: { kind: 'company', id, name: input.name },
      owner,
      changes: {
        ...Object.fromEntries(
          Object.entries(columns).flatMap(([key, value]) => (value === null ? [] : [[key, [null, value] as const]])),
        ),
        parent_id: [null, parent.id],
        quotas: [null, input.quotas ?? {}],
      },
    })
    const language = (limits.languages as readonly string[]).includes(columns.language)
      ? (columns.language as Language)
      : limits.defaultLanguage
    const roleId = await createFirstRole(ctx, write, { ...owner, type: kind, name: fieldName(language, 'adminRole') })
    const administrator = await addAccount(ctx, write, {
      owner: { ...owner, type: kind, customerId: null },
      account: input.adminAccount,
      accountField: 'adminAccount',
      name: input.adminName,
      phone: input.adminPhone ?? input.phone,
      passwordHash: initial.hash,
      roleIds: [roleId],
    })
    await setAdministrator(write.systemDb, id, administrator)
    await createUserRole(write, { ...owner, name: fieldName(language, 'userRole') })
    if (brandNames.some((name) => input[name] !== undefined))
      await applyBranding(ctx, write, { id, path }, await lockConfig(write.systemDb, { id, path }), input)
    await notifyOfRequest(write, { ...columns, id, type: kind })
    return { id, password: initial.shown }
  })
}
