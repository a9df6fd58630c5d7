import {
  type CompanyKind,
  DomainError,
  type endpoints,
  type EnumValue,
  type InputOf,
  pages,
  type OutputOf,
} from '@emberwatch/contract'
import type { Kysely } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { updateRow, assertVersion, auditRow } from '../../../platform/rows/rows.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import { administratorsOf } from '../../base/tenant/tenant.reads.ts'
import { sendMessages } from '../../base/message/message.verbs.ts'
import {
  companyKindFacts,
  lockBelow,
  columnsOf,
  keptContact,
  assertOwnFile,
  domainColumns,
  infoColumnsOf,
} from './company.rules.ts'
import { operatingCompanyId, orTaken, lockCompany } from './company.store.ts'
import { changesBetween } from '../../../platform/audit.ts'
import { assertTimeZone, assertFuture } from '../../../platform/refuse-field.ts'
import { assertAreas } from '../../base/area/area.reads.ts'
import { attachFiles } from '../../base/file/file.verbs.ts'
import { ownCompany } from './company-config.ts'
import { hasKeyword } from '../../../platform/keyword.ts'
import type { Tables } from '../../../tables/index.ts'
import { assertHoldsRightsOf } from '../account/account.rules.ts'
import { mostOptions } from './company.reads.ts'

interface Request {
  readonly id: number
  readonly type: EnumValue<'companyType'>
  readonly name: string
  readonly domain_requested: string | null
}

/** Tells the operating company's administrators that a company requests a domain. */
export const tellRequest = async (write: Write, { type, name, domain_requested: domain }: Request): Promise<void> => {
  if (domain === null || type === 'siter') return
  const operatingCompany = await operatingCompanyId(write.systemDb)
  const people = (await administratorsOf(write.systemDb, [operatingCompany])).map((each) => each.id)
  await sendMessages(write, people, 'domainAsked', { company: name, domain }, companyKindFacts[type].page)
}

/**
 * Decides a company's request for a domain. Only for staff of the operating company, since the domain determines whose sign-in page people
 * see.
 * @throws DomainError noAccess, notHere if none is requested, duplicate
 */
export const decideDomain = (
  ctx: Ctx,
  kind: CompanyKind,
  input: InputOf<typeof endpoints.distributor.decideDomain>,
): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    if (ctx.actor.accountType !== 'siter') throw new DomainError('noAccess')
    const company = await lockBelow(ctx, write, kind, { id: input.id })
    const { domain_requested: asked } = company
    // The decision must be about the request that was shown.
    if (asked === null || asked !== input.domain.toLowerCase())
      throw new DomainError('notHere', { reason: translate(ctx.locale, 'reasons.domainNotAsked') }, 'domain')
    const domain = input.agree ? asked : company.domain
    const columns = { domain, domain_requested: null }
    const audit = {
      action: `${companyKindFacts[kind].name}.domain`,
      changes: { domain: [company.domain, domain] },
      result: input.agree ? 'agreed' : 'rejected',
    } as const
    await orTaken(updateRow(write, 'company', company, columns, audit), columns)
    const people = (await administratorsOf(write.systemDb, [company.id])).map((each) => each.id)
    await sendMessages(write, people, input.agree ? 'domainAgreed' : 'domainRejected', { domain: asked }, pages.companyEdit)
    return { id: company.id }
  })

/** Edits a company below the caller's. Its place in the tree stays. To stop it at once, disable it, which shows what stops. */
export const updateCompany = async (
  ctx: Ctx,
  kind: CompanyKind,
  input: InputOf<typeof endpoints.distributor.update>,
): Promise<{ id: number }> => {
  assertTimeZone(ctx, input.timeZone)
  await assertAreas(ctx, input)
  return transact(ctx, async (write) => {
    const company = await lockBelow(ctx, write, kind, input)
    assertFuture(ctx, 'expiresAt', input.expiresAt, write.at, company.expires_at)
    await assertOwnFile(ctx, 'licenceFile', input.licenceFile, company.licence_file, ['attachment', 'photo'])
    const columns = {
      ...columnsOf(input, { ...company, ...keptContact(ctx, company) }),
      ...domainColumns(ctx, input.domain, company),
    }
    const quotas = input.quotas ?? {}
    const audit = {
      action: `${companyKindFacts[kind].name}.update`,
      changes: { quotas: null, ...changesBetween({ ...company }, { quotas }) },
    } as const
    await orTaken(updateRow(write, 'company', company, { ...columns, quotas: JSON.stringify(quotas) }, audit), columns)
    const owner = { companyId: company.id, path: company.path }
    if (input.licenceFile && input.licenceFile !== company.licence_file)
      await attachFiles(ctx, write, [input.licenceFile], { ...owner, customerId: null })
    if (columns.domain_requested !== company.domain_requested) await tellRequest(write, { ...company, ...columns })
    return { id: company.id }
  })
}

/**
 * Changes what the caller's company says about itself. The organisation code is set by the company above; the operating company, which has
 * none, sets its own. A domain is only requested.
 */
export const updateInfo = async (
  ctx: Ctx,
  input: InputOf<typeof endpoints.companyConfig.updateInfo>,
): Promise<{ id: number }> => {
  assertTimeZone(ctx, input.timeZone)
  await assertAreas(ctx, input)
  const { id, type } = ownCompany(ctx)
  if (type !== 'siter' && input.orgCode !== undefined)
    throw new DomainError('notHere', { reason: translate(ctx.locale, 'reasons.setAbove') }, 'orgCode')
  return transact(ctx, async (write) => {
    const company = await lockCompany(write, type, id)
    await assertVersion(write, 'company', company, input.version)
    const columns = {
      ...infoColumnsOf(input, { ...company, ...keptContact(ctx, company) }),
      ...(type === 'siter' ? { org_code: input.orgCode ?? company.org_code } : {}),
      ...domainColumns(ctx, input.domain, company),
    }
    await orTaken(updateRow(write, 'company', company, columns, { action: 'companyConfig.updateInfo' }), columns)
    if (columns.domain_requested !== company.domain_requested) await tellRequest(write, { ...company, ...columns })
    return { id }
  })
}

type Distributor = typeof endpoints.distributor

/** People who may become a company's administrator: its staff who can sign in. */
const staffOf = (db: Kysely<Tables>, kind: CompanyKind, companyId: number, now: Date) =>
  db
    .selectFrom('account')
    .select(['id', 'account', 'name', 'company_id', 'type'])
    .where('company_id', '=', companyId)
    .where('type', '=', kind)
    .where('enabled', '=', true)
    .where('deleted_at', 'is', null)
    .where((e) => e.or([e('valid_until', 'is', null), e('valid_until', '>', now.toISOString())]))

export const selectStaff = async (
  ctx: Ctx,
  kind: CompanyKind,
  input: InputOf<Distributor['staff']>,
): Promise<OutputOf<Distributor['staff']>> => {
  let rows = staffOf(ctx.db, kind, input.id, ctx.clock.now())
  if (input.keyword) rows = rows.where(hasKeyword(['account.account', 'account.name'], input.keyword))
  const found = await rows.orderBy('account').limit(mostOptions).execute()
  return found.map(({ id, account, name }) => ({ value: id, label: `${account} · ${name}` }))
}

/**
 * Names the administrator of a company below the caller's, to replace one who was deleted or to change who it is. The rights of both stay
 * as they are.
 */
export const setCompanyAdministrator = (
  ctx: Ctx,
  kind: CompanyKind,
  input: InputOf<Distributor['setAdmin']>,
): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const company = await lockBelow(ctx, write, kind, input)
    const administrator = await staffOf(write.db, kind, company.id, write.at).where('id', '=', input.accountId).executeTakeFirst()
    if (!administrator)
      throw new DomainError('notHere', { reason: translate(ctx.locale, 'reasons.administratorUnfit') }, 'accountId')
    await assertHoldsRightsOf(ctx, write, administrator)
    const changes = { admin_account_id: [company.admin_account_id, administrator.id] } as const
    const audit = { action: `${companyKindFacts[kind].name}.setAdmin`, changes } as const
    await updateRow(write, 'company', company, { admin_account_id: administrator.id }, audit)
    return { id: company.id }
  })

/** Shows the phone and email of a company's contact in full, and records that in the audit log. */
export const unmaskCompany = async (
  ctx: Ctx,
  kind: CompanyKind,
  input: InputOf<typeof endpoints.distributor.unmask>,
): Promise<OutputOf<typeof endpoints.distributor.unmask>> =>
  transact(ctx, async (write) => {
    const company = await lockCompany(write, kind, input.id)
    auditRow(write, 'company', company, { action: `${companyKindFacts[kind].name}.unmask` })
    return { phone: company.phone, email: company.email }
  })
