import { DomainError, enums, type EnumValue, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import { changesBetween } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { fields } from '../../../platform/rows/columns.ts'
import { auditRow } from '../../../platform/rows/rows.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import { attachFiles, publishFiles } from '../../base/file/file.verbs.ts'
import type { Purpose } from '../../base/file/purposes.ts'
import { brandingOfCompany } from '../session/session.reads.ts'
import { assertOwnFile } from './company.rules.ts'
import { idsOf } from '../../base/tenant/tenant.reads.ts'
import { configOf, lockConfig, updateConfigRow, type StoredConfig } from './company.store.ts'

type Config = typeof endpoints.companyConfig

/** The caller's company. These calls are for its staff, whose account type is the company's type. */
export const ownCompany = (ctx: Ctx): { id: number; path: string; type: EnumValue<'companyType'> } => {
  const { companyId: id, companyPath: path, accountType } = ctx.actor
  const type = enums.companyType.find((each) => each === accountType)
  if (id === null || type === undefined) throw new DomainError('noAccess')
  return { id, path, type }
}

/** The caller's company and its branding. What is not set is inherited on its sign-in page from companies above, and returned separately here. */
export const findConfig = async (ctx: Ctx): Promise<OutputOf<Config['find']>> => {
  const { id, path } = ownCompany(ctx)
  const parentId = idsOf(path).at(-2)
  const [config, company, inherited] = await Promise.all([
    configOf(ctx.db, id),
    ctx.db
      .selectFrom('company')
      .select(fields('company', ['name', 'orgCode', 'domain', 'domainRequested', 'contacter', 'phone', 'email', 'version']))
      .select(fields('company', ['country', 'province', 'city', 'region', 'address', 'timeZone', 'language']))
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
    parentId === undefined ? null : brandingOfCompany(ctx.systemDb, parentId),
  ])
  return {
    companyId: id,
    company,
    platformName: config?.platform_name ?? null,
    bigFeatures: config?.big_features ?? null,
    smallFeatures: config?.small_features ?? null,
    loginLogo: config?.login_logo ?? null,
    loginBgLogo: config?.login_bg_logo ?? null,
    primaryColour: config?.primary_colour ?? null,
    filingNotice: config?.filing_notice ?? null,
    appDownloadUrl: config?.app_download_url ?? null,
    supportPhone: config?.support_phone ?? null,
    watermark: config?.watermark ?? false,
    inherited,
    version: config?.version ?? 1,
  }
}

/** The pictures, each with its upload purpose, by which type, size and shape were checked. */
const pictures = [
  { field: 'bigFeatures', column: 'big_features', purpose: 'logo' },
  { field: 'smallFeatures', column: 'small_features', purpose: 'collapsedLogo' },
  { field: 'loginLogo', column: 'login_logo', purpose: 'loginLogo' },
  { field: 'loginBgLogo', column: 'login_bg_logo', purpose: 'loginBackground' },
] as const satisfies readonly { field: string; column: string; purpose: Purpose }[]

type Brand = Omit<InputOf<Config['update']>, 'version'>

/**
 * Sets a company's branding within a write; what is left out is removed. Its pictures become public, and the previous ones private. `field`
 * names a picture that the caller may not use.
 */
export const applyBranding = async (
  ctx: Ctx,
  write: Write,
  company: { readonly id: number; readonly path: string },
  before: StoredConfig,
  input: Brand,
): Promise<void> => {
  for (const { field, column, purpose } of pictures) await assertOwnFile(ctx, field, input[field], before[column], [purpose])
  const changes = {
    platform_name: input.platformName ?? null,
    big_features: input.bigFeatures ?? null,
    small_features: input.smallFeatures ?? null,
    login_logo: input.loginLogo ?? null,
    login_bg_logo: input.loginBgLogo ?? null,
    primary_colour: input.primaryColour ?? null,
    filing_notice: input.filingNotice ?? null,
    app_download_url: input.appDownloadUrl ?? null,
    support_phone: input.supportPhone ?? null,
    watermark: input.watermark ?? false,
  }
  await updateConfigRow(write.systemDb, company.id, changes, ctx.actor.accountId, write.at)
  const shown = pictures.flatMap(({ column }) => changes[column] ?? [])
  const shownBefore = pictures.flatMap(({ column }) => before[column] ?? [])
  await attachFiles(ctx, write, shown, { companyId: company.id, path: company.path, customerId: null })
  await publishFiles(
    write,
    shownBefore.filter((id) => !shown.includes(id)),
    false,
  )
  await publishFiles(write, shown, true)
  const audit = { name: changes.platform_name ?? '', changes: changesBetween(before, changes) }
  auditRow(write, 'company', company, { action: 'companyConfig.update', ...audit })
}

/** Changes the branding of the caller's company. */
export const updateConfig = async (ctx: Ctx, input: InputOf<Config['update']>): Promise<{ id: number }> => {
  const company = ownCompany(ctx)
  return transact(ctx, async (write) => {
    const before = await lockConfig(write.systemDb, company) // the caller's own company, by its id
    if (before.version !== input.version) {
      const editor =
        before.updated_by === null
          ? undefined
          : await write.systemDb.selectFrom('account').select('name').where('id', '=', before.updated_by).executeTakeFirst()
      throw new DomainError('staleVersion', { who: editor?.name ?? '—', when: before.updated_at })
    }
    await applyBranding(ctx, write, company, before, input)
    return { id: company.id }
  })
}
