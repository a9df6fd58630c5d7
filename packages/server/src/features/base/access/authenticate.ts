import type { EnumValue } from '@emberwatch/contract'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Actor, Clock } from '../../../platform/context.ts'
import { depthOf, type JoinedProject, type Scope } from '../../../platform/database/scope.ts'
import { isStopped } from '../tenant/tenant.rules.ts'
import type { Tables } from '../../../tables/index.ts'
import { operationsOf } from './operations-of-roles.ts'
import { isTooOld } from './password.ts'
import { oldestSession, sessionEnd, type SessionLength, touchSession } from './sessions.ts'
import { hashOf } from './token.ts'

/** Who is calling, and whose rows they see. */
export interface Caller {
  readonly actor: Actor
  readonly scope: Scope
}

interface AccountRow {
  readonly id: number
  readonly name: string
  readonly type: EnumValue<'accountType'>
  readonly company_id: number
  readonly path: string
  readonly customer_id: number | null
  readonly must_change_password: boolean
  readonly password_set_at: string
  readonly two_step: boolean
  readonly requires_two_step: boolean
  readonly level: number
  /** Only enabled roles. */
  readonly role_ids: readonly number[]
  readonly rights_version: string
  /** The widest data scope of its roles. */
  readonly data_scope: EnumValue<'dataScope'>
  /** The projects that its company has joined. */
  readonly joined: readonly JoinedProject[] | null
  readonly last_seen_at: string
  readonly session_created_at: string
  readonly issued_by: number | null
  readonly issuer_name: string | null
  readonly key_id: number | null
}

/** Of an account without a role. */
export const lowestLevel = 99
export const touchEveryMs = 60_000

/** Accounts that are enabled and valid themselves, as is their customer. */
export const inForce = (now: Date): RawBuilder<boolean> => sql`
  account.enabled and account.deleted_at is null and (account.valid_until is null or account.valid_until > ${now})
  and (account.customer_id is null
    or exists (select from customer where customer.id = account.customer_id and customer.enabled and customer.deleted_at is null))`

/** Accounts that may act now: in force, as is everything they depend on. */
const alive = (now: Date): RawBuilder<boolean> => sql`${inForce(now)} and not ${isStopped('account.path', now)}`

/** The same for the account that opened the session with a ticket. */
const issuerAlive = (now: Date): RawBuilder<boolean> => sql`
  (session.issued_by is null or exists (select from account where account.id = session.issued_by and ${alive(now)}))`

/** The same for the key that issued the ticket of the session. */
export const keyStands = (key: RawBuilder<unknown>, now: Date): RawBuilder<boolean> => sql`
  (${key} is null or exists (select from open_access where open_access.id = ${key} and open_access.enabled
    and open_access.deleted_at is null and open_access.expires_at > ${now} and 'ticket:issue' = any(open_access.key_rights)
    and not ${isStopped('open_access.path', now)}))`

/** The widest data scope among an account's roles. Without a role the narrowest, because some drop-downs and events need no operation. */
export const widestDataScope: RawBuilder<EnumValue<'dataScope'>> = sql`
  case when bool_or(role.data_scope = 'branch') then 'branch' when bool_or(role.data_scope = 'company') then 'company'
    when bool_or(role.data_scope = 'projects') then 'projects' else 'own' end`

const joinStands = (now: Date): RawBuilder<boolean> => sql`project_join.state = 'agreed'
  and (project_join.valid_until is null or project_join.valid_until > ${now})
  and project.company_id = project_join.agreed_company_id and project.deleted_at is null`

/**
 * The projects of other companies that a company has joined: agreed, valid now, and still owned by the company that agreed. Null if there
 * are none, which is usual.
 */
export const joinedProjects = (companyId: RawBuilder<unknown>, now: Date): RawBuilder<readonly JoinedProject[] | null> => sql`
  (select jsonb_agg(jsonb_build_object('id', project_join.project_id, 'rights', project_join.rights))
    from project_join join project on project.id = project_join.project_id
    where project_join.joiner_id = ${companyId} and ${joinStands(now)})`

/** The companies that have joined a project with a given right. */
export const joinersOf = (projectId: number, right: EnumValue<'joinRight'>, now: Date): RawBuilder<number> => sql`
  select project_join.joiner_id from project_join join project on project.id = project_join.project_id
   where project_join.project_id = ${projectId} and ${right} = any(project_join.rights) and ${joinStands(now)}`

const callerQuery = (session: RawBuilder<unknown>, condition: RawBuilder<boolean>, now: Date) => sql<AccountRow>`
  select account.id, account.name, account.type, account.company_id, account.path, account.customer_id, account.must_change_password, account.password_set_at,
    account.two_step_secret is not null as two_step, session.last_seen_at, session.created_at as session_created_at, session.issued_by, session.key_id,
    coalesce((select open_access.name from open_access where open_access.id = session.key_id), issuer.name) as issuer_name, roles.requires_two_step, roles.level, roles.data_scope, roles.role_ids,
    (select version from rights_version) as rights_version, ${joinedProjects(sql.ref('account.company_id'), now)} as joined
  from account
  cross join lateral (${session}) as session
  cross join lateral (
    select coalesce(bool_or(role.requires_two_step), false) as requires_two_step, coalesce(min(role.level), ${lowestLevel}) as level,
      ${widestDataScope} as data_scope, coalesce(array_agg(role.id order by role.id), '{}') as role_ids
    from account_role join role on role.id = account_role.role_id and role.enabled
    where account_role.account_id = account.id) as roles
  left join account as issuer on issuer.id = session.issued_by
  where ${condition} and ${alive(now)} and ${issuerAlive(now)} and ${keyStands(sql.ref('session.key_id'), now)}`

export const scopeOf = (
  account: Pick<AccountRow, 'id' | 'type' | 'company_id' | 'path' | 'customer_id' | 'data_scope' | 'joined'>,
): Scope => {
  const { id: accountId, customer_id: customerId } = account
  if (account.type === 'user') return { kind: 'user', accountId }
  if (account.type === 'customer') return customerId === null ? { kind: 'none' } : { kind: 'customer', customerId, accountId }
  const { joined } = account
  const own = { kind: 'company', companyId: account.company_id, depth: depthOf(account.path), accountId } as const
  const scope = joined ? { ...own, joined } : own
  switch (account.data_scope) {
    case 'branch':
      return scope
    case 'company':
      return { ...scope, ownPath: account.path }
    default:
      return { ...scope, only: account.data_scope }
  }
}

const callerOf = async (
  systemDb: Kysely<Tables>,
  account: AccountRow,
  sessionHash: Buffer | null,
  passwordExpired: boolean,
): Promise<Caller> => ({
  actor: {
    accountId: account.id,
    accountType: account.type,
    companyId: account.company_id,
    companyPath: account.path,
    customerId: account.customer_id,
    name: account.name,
    level: account.level,
    operations: await operationsOf(systemDb, account.type, account.role_ids, account.rights_version),
    // Somebody who signed in as the account does not know its password and must not set one.
    mustChangePassword: (account.must_change_password || passwordExpired) && account.issued_by === null,
    mustSetUpTwoStep: account.requires_two_step && !account.two_step && account.issued_by === null,
    sessionHash,
    issuer:
      account.issued_by === null
        ? null
        : {
            accountId: account.issued_by,
            name: account.issuer_name ?? '',
            ...(account.key_id === null ? {} : { byKey: true as const }),
          },
  },
  scope: scopeOf(account),
})

/**
 * Finds the caller of a stored session. Everything that access depends on is looked up each time in one query, or known to be unchanged:
 * whatever is disabled, expires or loses a right ends or narrows access with the next call. A session in use is extended, but not forever.
 */
export const callerOfSession =
  (systemDb: Kysely<Tables>, clock: Clock, length: SessionLength) =>
  async (hash: Buffer): Promise<Caller | null> => {
    const now = clock.now()
    const oldestAllowed = oldestSession(length, now)
    const session = sql`
      select session.last_seen_at, session.created_at, session.issued_by, session.key_id from session
      where session.token_hash = ${hash} and session.account_id = account.id and session.expires_at > ${now}
        and session.created_at > ${oldestAllowed}`
    const ofSession = sql<boolean>`account.id = (select account_id from session where token_hash = ${hash})`
    const { rows } = await callerQuery(session, ofSession, now).execute(systemDb)
    const [account] = rows
    if (!account) return null
    if (now.getTime() - Date.parse(account.last_seen_at) > touchEveryMs) {
      await touchSession(systemDb, hash, now, sessionEnd(length, new Date(account.session_created_at), now))
    }
    return callerOf(systemDb, account, hash, isTooOld(length, account.password_set_at, new Date(account.session_created_at)))
  }

/** The caller of a token. Null if there is none or access has ended. */
export const createAuthenticate = (
  systemDb: Kysely<Tables>,
  clock: Clock,
  config: SessionLength,
): ((token: string) => Promise<Caller | null>) => {
  const find = callerOfSession(systemDb, clock, config)
  return (token) => find(hashOf(token))
}

/** Whether an enabled role of the account requires the second factor. */
export const requiresTwoStep = async (systemDb: Kysely<Tables>, accountId: number): Promise<boolean> => {
  const row = await systemDb
    .selectFrom('account_role')
    .innerJoin('role', 'role.id', 'account_role.role_id')
    .select('role.id')
    .where('account_role.account_id', '=', accountId)
    .where('role.enabled', '=', true)
    .where('role.requires_two_step', '=', true)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * An account as a caller without a session, for jobs that act on a person's behalf. Null if the account may not act now. `issuedBy` is the
 * account that had signed in as it, `keyId` the key through which it did.
 */
export const callerOfAccount =
  (systemDb: Kysely<Tables>, clock: Clock) =>
  async (accountId: number, issuedBy: number | null = null, keyId: number | null = null): Promise<Caller | null> => {
    const noSession = sql`select null::timestamptz as last_seen_at, null::timestamptz as created_at, ${issuedBy}::bigint as issued_by, ${keyId}::bigint as key_id`
    const { rows } = await callerQuery(noSession, sql<boolean>`account.id = ${accountId}`, clock.now()).execute(systemDb)
    return rows[0] ? callerOf(systemDb, rows[0], null, false) : null
  }

/** The data scope given by an account's roles. */
export const dataScopeOf = async (systemDb: Kysely<Tables>, accountId: number): Promise<EnumValue<'dataScope'>> => {
  const row = await systemDb
    .selectFrom('account_role')
    .innerJoin('role', 'role.id', 'account_role.role_id')
    .select(widestDataScope.as('data_scope'))
    .where('account_role.account_id', '=', accountId)
    .where('role.enabled', '=', true)
    .executeTakeFirstOrThrow()
  return row.data_scope
}

/**
 * What only the holder of an account can do before it may be used: enter a code, or choose a password. A program with a key must not sign
 * anybody in past it. Null: nothing.
 */
export const stepBeforeUse = async (
  systemDb: Kysely<Tables>,
  length: SessionLength,
  accountId: number,
  now: Date,
): Promise<'ticketTwoStep' | 'ticketPassword' | null> => {
  const account = await systemDb
    .selectFrom('account')
    .select(['must_change_password', 'password_set_at'])
    .select(sql<boolean>`two_step_secret is not null`.as('two_step'))
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  if (account.two_step || (await requiresTwoStep(systemDb, accountId))) return 'ticketTwoStep'
  return account.must_change_password || isTooOld(length, account.password_set_at, now) ? 'ticketPassword' : null
}
