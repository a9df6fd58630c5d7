import {
  allEndpoints,
  DomainError,
  enums,
  operationsIn,
  type Branding,
  type endpoints,
  type InputOf,
  type MenuNode,
  type OwnSession,
  type UserInfo,
} from '@emberwatch/contract'
import type { Kysely } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { Scope } from '../../../platform/database/scope.ts'
import { maskedEmail, maskedPhone, nameShown } from '../../../platform/mask.ts'
import type { Tables } from '../../../tables/index.ts'
import { menusWithGrants, ownInfo } from './account.reads.ts'
import { appDownloadPath } from '../app-version/offered-versions.ts'
import { brandingsOnPath, companyByCode, companyByDomain, companyById, operatingCompany } from './company.reads.ts'
import { ownId } from '../../../platform/self-audit.ts'
import { sessionByHash, sessionsOf } from '../../base/access/sessions.ts'

/** Only answers while the session is alive. Without one the caller gets code 103. */
export const validate = async (): Promise<{ valid: boolean }> => ({ valid: true })

const joinedOf = ({ joined = [] }: Extract<Scope, { kind: 'company' }>): UserInfo['joined'] =>
  joined.map(({ id, rights }) => ({ id, rights: enums.joinRight.filter((right) => rights.includes(right)) }))

const writing = (lasting: true | undefined) =>
  allEndpoints
    .filter(({ entry }) => entry.method === 'POST' && entry.lasting === lasting)
    .flatMap(({ entry }) => operationsIn(entry.access) as readonly string[])
/** Operations that amount to nothing in a session that a key's ticket opened, so that its console does not offer them. */
const lastingOnly: ReadonlySet<string> = new Set(writing(true)).difference(new Set(writing(undefined)))

export const info = async (ctx: Ctx): Promise<UserInfo> => {
  // Not scoped: the caller's roles may belong to a parent company that they cannot see.
  const own = await ownInfo(ctx.systemDb, ownId(ctx.actor))
  const { sessionHash, issuer } = ctx.actor
  const before = sessionHash === null ? undefined : await sessionByHash(ctx.systemDb, sessionHash)
  // Somebody signed in as another user sees no more personal data than anybody else.
  const isOwn = issuer === null
  return {
    id: own.id,
    account: own.account,
    name: isOwn ? own.name : nameShown(own.type, own.name),
    phone: isOwn ? own.phone : maskedPhone(own.phone),
    email: isOwn ? own.email : maskedEmail(own.email),
    avatar: own.avatar,
    language: enums.callLanguage.find((each) => each === own.language) ?? null,
    roleNames: own.roleNames,
    // The sign-in before this session, so that people notice one that was not theirs.
    lastLoginTime: isOwn && before ? before.previous_login_at : own.last_login_at,
    accountType: own.type,
    companyId: own.company_id,
    companyName: own.company_name,
    companyCode: own.company_code,
    timeZone: own.time_zone,
    watermark: own.watermark ?? false,
    customerId: own.customer_id,
    operations: [...ctx.actor.operations].filter((code) => !issuer?.byKey || !lastingOnly.has(code)).sort(),
    joined: ctx.scope.kind === 'company' ? joinedOf(ctx.scope) : [],
    mustChangePassword: ctx.actor.mustChangePassword,
    mustSetUpTwoStep: ctx.actor.mustSetUpTwoStep,
    issuer: issuer?.name ?? null,
    preferences: own.preferences,
  }
}

/** Where the caller is signed in. */
export const ownSessions = async (ctx: Ctx): Promise<OwnSession[]> => {
  const rows = await sessionsOf(ctx.db, ownId(ctx.actor), ctx.clock.now())
  return rows.map(({ token_hash, ...row }) => ({ ...row, current: ctx.actor.sessionHash?.equals(token_hash) ?? false }))
}

/** The whole menu tree, each entry with whether the caller's roles grant it. Access to a part includes the entries above it. */
export const menus = async (ctx: Ctx): Promise<MenuNode[]> => {
  const rows = await menusWithGrants(ctx.systemDb, ownId(ctx.actor), ctx.actor.accountType) // roles as in `info`
  const children = Map.groupBy(rows, (row) => row.parent_code)
  const nodes = (parent: string | null, open: boolean): MenuNode[] =>
    (children.get(parent) ?? []).map((row) => {
      const enabled = open && row.enabled
      const childList = nodes(row.code, enabled)
      const permitted = row.granted || childList.some((child) => child.isPermission === 'Y')
      return {
        code: row.code,
        name: ctx.locale === 'zh' ? row.name_zh : row.name_en,
        url: row.url,
        icon: row.icon,
        operationCode: row.operation_code,
        isOperation: row.is_operation ? 'Y' : 'N',
        isMainMenu: row.is_main_menu ? 'Y' : 'N',
        isPermission: permitted ? 'Y' : 'N',
        state: enabled ? 'Y' : 'N',
        childList,
      }
    })
  return nodes(null, true)
}

type Company = Awaited<ReturnType<typeof operatingCompany>>

/** A company's branding. What it has not set comes from its parent. */
const brandingOf = async (db: Kysely<Tables>, company: Company, orgCode: string | null): Promise<Branding> => {
  const configs = await brandingsOnPath(db, company.path)
  const first = (field: keyof (typeof configs)[number]): string | null => configs.find((each) => each[field])?.[field] ?? null
  return {
    companyId: company.id,
    accountType: company.type,
    bigFeatures: first('big_features'),
    smallFeatures: first('small_features'),
    loginBgLogo: first('login_bg_logo'),
    loginLogo: first('login_logo'),
    platformName: first('platform_name'),
    filingNotice: first('filing_notice'),
    // A company may link to its own app.
    appDownloadUrl: first('app_download_url') ?? (await appDownloadPath(db, 'admin', orgCode)),
    primaryColour: first('primary_colour'),
    supportPhone: first('support_phone'),
    orgCode,
  }
}

/** The company that a sign-in page names by type and id, as signing out leaves them in its address. An unknown one looks like none. */
const companyNamed = async (systemDb: Kysely<Tables>, { companyId, accountType }: InputOf<typeof endpoints.session.branding>) => {
  const company = companyId === undefined ? undefined : await companyById(systemDb, companyId)
  // A customer's people sign in at the page of their company.
  const fits = accountType === undefined || !isCompanyType(accountType) || accountType === company?.type
  return fits ? company : undefined
}
const isCompanyType = (type: string): boolean => enums.companyType.some((each) => each === type)

/** Branding of a sign-in page: of the company with the given code, host or id, or else of the operating company. */
export const branding = async (ctx: Ctx, input: InputOf<typeof endpoints.session.branding>): Promise<Branding> => {
  const { systemDb } = ctx // the sign-in page is read before signing in
  const { code, host } = input
  const requested =
    (code === undefined ? undefined : await companyByCode(systemDb, code)) ??
    (host === undefined ? undefined : await companyByDomain(systemDb, host))
  if (requested) return brandingOf(systemDb, requested, requested.org_code)
  // Numbers can be guessed: the code, with which one registers, is not told.
  return brandingOf(systemDb, (await companyNamed(systemDb, input)) ?? (await operatingCompany(systemDb)), null)
}

/** What a company inherits from its parent. */
export const brandingOfCompany = async (systemDb: Kysely<Tables>, companyId: number): Promise<Branding | null> => {
  const company = await companyById(systemDb, companyId)
  return company ? brandingOf(systemDb, company, company.org_code) : null
}

/** The company with an organisation code or a domain. */
export const companyOfCode = async (ctx: Ctx, input: InputOf<typeof endpoints.session.companyOfCode>): Promise<Branding> => {
  const { systemDb } = ctx // as in `branding`
  const code = input.code?.trim() ?? ''
  if (code === '') throw new DomainError('companyCodeEmpty', {}, 'code')
  const company = (await companyByCode(systemDb, code)) ?? (await companyByDomain(systemDb, code))
  if (!company) throw new DomainError('companyCodeUnknown', {}, 'code')
  return brandingOf(systemDb, company, company.org_code)
}
