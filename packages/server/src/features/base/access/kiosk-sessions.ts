import { sql, type Kysely } from 'kysely'
import type { Actor, Clock, Ctx } from '../../../platform/context.ts'
import { depthOf, isBelow, scoped, type Scope } from '../../../platform/database/scope.ts'
import type { Write } from '../../../platform/transact.ts'
import { isStopped } from '../tenant/tenant.rules.ts'
import type { Tables } from '../../../tables/index.ts'
import { callerOfAccount, inForce, touchEveryMs, type Caller } from './authenticate.ts'
import { announceEnded } from './end-sessions.ts'
import { hashOf, newToken } from './token.ts'

/** Sessions of kiosk links (decision 160). They are in a table of their own: nothing that looks for somebody's sessions finds them. */

/** Marks their tokens, so that no other session is looked up for one. */
const prefix = 'kiosk.'

/** A holder of a link must still have these. */
const required = ['largeScreen:view', 'largeScreen:kiosk'] as const
/** All that a kiosk session has. The calls that it may make are marked in the contract (`kiosk`). */
const operations: ReadonlySet<string> = new Set(['largeScreen:view'])

/** Nobody's: what belongs to one account is not for a wall. */
const nobodys = 0

export interface KioskPlace {
  readonly company_id: number
  readonly path: string
  readonly project_id: number | null
}

/** What a wall may see: the part of its creator's scope that the link names. Null: nothing of it is in the creator's scope (any more). */
export const kioskScope = async (
  systemDb: Kysely<Tables>,
  { actor, scope }: Pick<Caller, 'actor' | 'scope'>,
  { company_id, path, project_id }: KioskPlace,
): Promise<Scope | null> => {
  const whole = wholeScope({ actor, scope }, { company_id, path })
  if (!whole) return null
  if (project_id === null) return scope.kind === 'company' && scope.only ? null : whole
  // With the creator's own eyes: `whole` has no account.
  const seen = scope.kind === 'company' && scope.only ? scope : whole
  const project = await scoped(systemDb, seen)
    .selectFrom('project')
    .select('id')
    .where('id', '=', project_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return project ? { ...whole, part: { project: project_id } } : null
}

type Seeing = Extract<Scope, { kind: 'company' | 'customer' }>

const wholeScope = (
  { actor, scope }: Pick<Caller, 'actor' | 'scope'>,
  { company_id, path }: Pick<KioskPlace, 'company_id' | 'path'>,
): Seeing | null => {
  if (scope.kind === 'customer') return { kind: 'customer', customerId: scope.customerId, accountId: nobodys }
  // Who sees only their own work sees orders by order, not by project.
  if (scope.kind !== 'company' || scope.only === 'own') return null
  if (company_id === scope.companyId) {
    const { only: _only, ...rest } = scope
    return { ...rest, accountId: nobodys }
  }
  if (scope.only || scope.ownPath !== undefined || !isBelow(path, actor.companyPath)) return null
  return { kind: 'company', companyId: company_id, depth: depthOf(path), accountId: nobodys }
}

export interface KioskLink extends KioskPlace {
  readonly id: number
  readonly name: string
  readonly valid_until: string
  readonly created_by: number | null
}

const linkColumns = ['id', 'name', 'company_id', 'path', 'project_id', 'valid_until', 'created_by'] as const

const standing = (systemDb: Kysely<Tables>, now: Date) =>
  systemDb
    .selectFrom('kiosk_link')
    .select(linkColumns.map((name) => `kiosk_link.${name}` as const))
    .where('kiosk_link.revoked_at', 'is', null)
    .where('kiosk_link.valid_until', '>', now.toISOString())
    .where((e) => e.not(isStopped('kiosk_link.path', now)))

/** The link with a secret, if it is valid. */
export const kioskLinkOf = (systemDb: Kysely<Tables>, secret: string, now: Date): Promise<KioskLink | undefined> =>
  standing(systemDb, now).where('kiosk_link.secret_hash', '=', hashOf(secret)).executeTakeFirst()

/** Who a screen with this link is. Null if its creator may not act, has lost the right to it, or no longer sees what it shows. */
export const callerOfLink = async (
  systemDb: Kysely<Tables>,
  clock: Clock,
  link: KioskLink,
  sessionHash: Buffer | null,
): Promise<Caller | null> => {
  const creator = link.created_by === null ? null : await callerOfAccount(systemDb, clock)(link.created_by)
  if (!creator || !required.every((code) => creator.actor.operations.has(code))) return null
  const scope = await kioskScope(systemDb, creator, link)
  if (!scope) return null
  const actor: Actor = {
    accountId: null,
    accountType: creator.actor.accountType,
    companyId: link.company_id,
    companyPath: link.path,
    customerId: creator.actor.customerId,
    name: link.name,
    level: 99,
    operations,
    mustChangePassword: false,
    mustSetUpTwoStep: false,
    sessionHash,
    issuer: null,
    kiosk: { linkId: link.id, name: link.name, validUntil: link.valid_until },
  }
  return { actor, scope }
}

/** Finds the caller of a kiosk session, as `callerOfSession` does for accounts: everything is looked up each time. */
export const callerOfKiosk =
  (systemDb: Kysely<Tables>, clock: Clock) =>
  async (hash: Buffer): Promise<Caller | null> => {
    const now = clock.now()
    const found = await standing(systemDb, now)
      .innerJoin('kiosk_session', 'kiosk_session.link_id', 'kiosk_link.id')
      .select('kiosk_session.last_seen_at')
      .where('kiosk_session.token_hash', '=', hash)
      .executeTakeFirst()
    if (!found) return null
    if (now.getTime() - Date.parse(found.last_seen_at) > touchEveryMs)
      await systemDb.updateTable('kiosk_session').set({ last_seen_at: now }).where('token_hash', '=', hash).execute()
    return callerOfLink(systemDb, clock, found, hash)
  }

/** Which of these sessions have ended: one query for all, asked about every second. Lost rights end them with the next call. */
export const endedKiosks = async (systemDb: Kysely<Tables>, clock: Clock, hashes: readonly string[]): Promise<string[]> => {
  if (hashes.length === 0) return []
  const now = clock.now()
  const rows = await standing(systemDb, now)
    .innerJoin('kiosk_session', 'kiosk_session.link_id', 'kiosk_link.id')
    .innerJoin('account', 'account.id', 'kiosk_link.created_by')
    .select(sql<string>`encode(kiosk_session.token_hash, 'hex')`.as('hash'))
    .where(
      'kiosk_session.token_hash',
      'in',
      hashes.map((hash) => Buffer.from(hash, 'hex')),
    )
    .where(sql<boolean>`${inForce(now)} and not ${isStopped('account.path', now)}`)
    .execute()
  const alive = new Set(rows.map(({ hash }) => hash))
  return hashes.filter((hash) => !alive.has(hash))
}

/** Opens a session of a link and returns its token. The one unused for longest ends if there are more than `most`. */
export const openKioskSession = async (
  write: Write,
  linkId: number,
  { origin }: Pick<Ctx, 'origin'>,
  most: number,
): Promise<string> => {
  const { token: random } = newToken()
  const token = `${prefix}${random}`
  const { systemDb, at } = write
  await systemDb
    .insertInto('kiosk_session')
    .values({
      token_hash: hashOf(token),
      link_id: linkId,
      created_at: at,
      last_seen_at: at,
      ip: origin.ip,
      user_agent: origin.userAgent,
    })
    .execute()
  const old = await systemDb
    .selectFrom('kiosk_session')
    .select('token_hash')
    .where('link_id', '=', linkId)
    .orderBy('last_seen_at', 'desc')
    .orderBy('created_at', 'desc')
    .offset(most)
    .execute()
  if (old.length > 0) {
    const hashes = old.map(({ token_hash }) => token_hash)
    await systemDb.deleteFrom('kiosk_session').where('token_hash', 'in', hashes).execute()
    announceEnded(write, hashes)
  }
  return token
}

/** Ends all screens of a link at once. */
export const endKioskSessions = async (write: Write, linkId: number): Promise<void> => {
  const rows = await write.systemDb.deleteFrom('kiosk_session').where('link_id', '=', linkId).returning('token_hash').execute()
  announceEnded(
    write,
    rows.map(({ token_hash }) => token_hash),
  )
}

/** Deletes the sessions of links that are no longer valid. */
export const removeEndedKiosks = async (systemDb: Kysely<Tables>, now: Date): Promise<void> => {
  await systemDb
    .deleteFrom('kiosk_session')
    .where('link_id', 'in', (e) =>
      e
        .selectFrom('kiosk_link')
        .select('id')
        .where((on) => on.or([on('valid_until', '<=', now.toISOString()), on('revoked_at', 'is not', null)])),
    )
    .execute()
}

/** The caller of a token: of a kiosk session, or as `others` find it. */
export const withKiosks = (
  others: (token: string) => Promise<Caller | null>,
  systemDb: Kysely<Tables>,
  clock: Clock,
): ((token: string) => Promise<Caller | null>) => {
  const find = callerOfKiosk(systemDb, clock)
  return (token) => (token.startsWith(prefix) ? find(hashOf(token)) : others(token))
}
