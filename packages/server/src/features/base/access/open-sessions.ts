import type { EnumValue } from '@emberwatch/contract'
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Clock } from '../../../platform/context.ts'
import type { JoinedProject, Scope } from '../../../platform/database/scope.ts'
import { isStopped } from '../tenant/tenant.rules.ts'
import type { Tables } from '../../../tables/index.ts'
import { inForce, joinedProjects, keyStands, scopeOf, touchEveryMs, widestDataScope } from './authenticate.ts'
import { isTooOld } from './password.ts'
import { sessionEnd, type SessionLength, touchSessions, deleteExpired } from './sessions.ts'
import { removeEndedKiosks } from './kiosk-sessions.ts'

/** Checks many sessions at once for their streams: thousands are open, and each must end or narrow as calls do. */

/** Token hashes as an array literal. Hex needs no quoting, which the driver would do for each of ten thousand. */
const arrayOf = (hashes: readonly string[]): RawBuilder<string[]> => sql`${`{${hashes.join()}}`}::text[]`

/** Which of these stored sessions have ended, for any reason for which a call would be rejected. */
export const endedSessions = async (systemDb: Kysely<Tables>, clock: Clock, hashes: readonly string[]): Promise<string[]> => {
  const now = clock.now()
  // Each company path and each account is checked once, however many sessions it has.
  const { rows } = await sql<{ hash: string }>`
    with asked as materialized (select decode(hash, 'hex') as hash from unnest(${arrayOf(hashes)}) as hash),
      held as materialized (
        select session.token_hash, session.account_id, session.issued_by
        from asked join session on session.token_hash = asked.hash
        where session.expires_at > ${now} and ${keyStands(sql.ref('session.key_id'), now)}),
      person as materialized (
        select account.id, account.path from account
        where account.id in (select account_id from held union select issued_by from held) and ${inForce(now)}),
      open_path as materialized (
        select path from (select distinct path from person) as paths where not ${isStopped('paths.path', now)}),
      alive as materialized (select id from person where path in (select path from open_path))
    select encode(hash, 'hex') as hash from asked
    where hash not in (
      select token_hash from held
      where account_id in (select id from alive) and (issued_by is null or issued_by in (select id from alive)))`.execute(
    systemDb,
  )
  return rows.map((row) => row.hash)
}

/** What decides what a session sees on its stream. */
export interface OpenSession {
  readonly hash: string
  readonly accountId: number
  readonly companyPath: string
  readonly scope: Scope
  /** Those of the requested operations that it has. */
  readonly operations: ReadonlySet<string>
  readonly mustChangePassword: boolean
}

interface SessionRow {
  readonly hash: string
  readonly id: number
  readonly type: EnumValue<'accountType'>
  readonly company_id: number
  readonly path: string
  readonly customer_id: number | null
  readonly data_scope: EnumValue<'dataScope'>
  readonly joined: readonly JoinedProject[] | null
  readonly operations: string[]
  readonly must_change_password: boolean
  readonly password_set_at: string
  readonly issued: boolean
  readonly created_at: string
  readonly last_seen_at: string
}

/** Those of these sessions that are stored, with the present rights of their accounts. Extends them as calls do, since they are in use. */
export const refreshSessions = async (
  systemDb: Kysely<Tables>,
  clock: Clock,
  length: SessionLength,
  hashes: readonly string[],
  operations: readonly string[],
): Promise<OpenSession[]> => {
  const now = clock.now()
  const { rows } = await sql<SessionRow>`
    with recursive closed as (
      select code from menu where not enabled
      union select menu.code from menu join closed on menu.parent_code = closed.code),
      held as materialized (
        select hash, session.account_id, session.created_at, session.last_seen_at, session.issued_by
        from unnest(${arrayOf(hashes)}) as hash join session on session.token_hash = decode(hash, 'hex') and session.expires_at > ${now})
    select held.hash, account.id, account.type, account.company_id, account.path, account.customer_id,
      account.must_change_password and held.issued_by is null as must_change_password,
      account.password_set_at, held.issued_by is not null as issued, held.created_at, held.last_seen_at,
      (select ${widestDataScope} from account_role join role on role.id = account_role.role_id
        where account_role.account_id = account.id and role.enabled) as data_scope,
      ${joinedProjects(sql.ref('account.company_id'), now)} as joined,
      array(
        select distinct menu.operation_code from account_role
        join role on role.id = account_role.role_id and role.enabled
        join menu on menu.operation_code = any(${operations}::text[]) and account.type = any(menu.account_types)
          and menu.code not in (select code from closed)
        join role_menu on role_menu.role_id = role.id and role_menu.menu_code = menu.code
        where account_role.account_id = account.id) as operations
    from held join account on account.id = held.account_id`.execute(systemDb)
  const unused = rows.filter(({ last_seen_at }) => now.getTime() - Date.parse(last_seen_at) > touchEveryMs)
  if (unused.length > 0)
    await touchSessions(
      systemDb,
      unused.map(({ hash, created_at }) => ({ hash, expiresAt: sessionEnd(length, new Date(created_at), now) })),
      now,
    )
  return rows.map((row) => ({
    hash: row.hash,
    accountId: row.id,
    companyPath: row.path,
    scope: scopeOf(row),
    operations: new Set(row.operations),
    mustChangePassword:
      row.must_change_password || (!row.issued && isTooOld(length, row.password_set_at, new Date(row.created_at))),
  }))
}

/** Deletes expired sessions, captchas, tickets and counted attempts. */
export const removeExpired = async (systemDb: Kysely<Tables>, now: Date): Promise<void> => {
  await deleteExpired(systemDb, now)
  await removeEndedKiosks(systemDb, now)
}
