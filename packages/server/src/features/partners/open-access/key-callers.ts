import { DomainError, operationsOfRight, type EnumValue } from '@emberwatch/contract'
import { sql, type Kysely } from 'kysely'
import { timingSafeEqual } from 'node:crypto'
import type { BlockList } from 'node:net'
import type { Clock } from '../../../platform/context.ts'
import { depthOf, type Scope } from '../../../platform/database/scope.ts'
import { createKeyLimits, type KeyCaller, type Keys } from '../../../platform/http/keys.ts'
import { isStopped } from '../../base/tenant/tenant.rules.ts'
import type { Tables } from '../../../tables/index.ts'
import { lowestLevel } from '../../base/access/authenticate.ts'
import { hashOf } from '../../base/access/token.ts'
import { isInNetworks, networksOf } from '../../../platform/networks.ts'
import { touchSecret, partsOf } from './open-access.store.ts'

interface Found extends KeyCaller {
  readonly networks: BlockList | null
  readonly secretId: number
  readonly lastUsedAt: string | null
}

interface KeyRow {
  readonly id: number
  readonly name: string
  readonly company_id: number
  readonly path: string
  readonly company_type: EnumValue<'companyType'>
  readonly key_rights: EnumValue<'openRight'>[]
  readonly data_scope: 'branch' | 'company' | 'projects'
  readonly addresses: string[]
  readonly per_minute: number
  readonly ticket_granted_by: number | null
  readonly scope_since: string
  readonly secret_id: number
  readonly secret_hash: Buffer
  readonly holder_id: number | null
  readonly last_used_at: string | null
}

/** A key sees what its company owns, and nothing of what it has joined. It is nobody, so nothing is its own. */
const scopeOfKey = ({ id, company_id, path, data_scope }: Pick<KeyRow, 'id' | 'company_id' | 'path' | 'data_scope'>): Scope => {
  const own = { kind: 'company', companyId: company_id, depth: depthOf(path), accountId: 0, keyId: id } as const
  if (data_scope === 'projects') return { ...own, only: 'projects' }
  return data_scope === 'company' ? { ...own, ownPath: path } : own
}

const callerOf = (row: KeyRow): Found => ({
  actor: {
    accountId: null,
    accountType: row.company_type,
    companyId: row.company_id,
    companyPath: row.path,
    customerId: null,
    name: row.name,
    level: lowestLevel,
    operations: new Set(row.key_rights.flatMap((right) => operationsOfRight[right])),
    mustChangePassword: false,
    mustSetUpTwoStep: false,
    sessionHash: null,
    issuer: null,
    key: {
      id: row.id,
      rights: new Set(row.key_rights),
      holderId: row.holder_id,
      ticketGranterId: row.ticket_granted_by,
      scopeSince: row.scope_since,
    },
  },
  scope: scopeOfKey(row),
  perMinute: row.per_minute,
  networks: row.addresses.length === 0 ? null : networksOf(row.addresses),
  secretId: row.secret_id,
  lastUsedAt: row.last_used_at,
})

const touchEveryMs = 60_000

/**
 * Who calls with keys. Everything that a key depends on is looked up in one query, so that whatever is disabled, revoked or expires ends it
 * with the next call, or half a second later (decision 41).
 */
export const createKeys = (systemDb: Kysely<Tables>, clock: Clock): Keys<Found> => ({
  systemDb,
  async find(secret) {
    const parts = partsOf(secret)
    if (!parts) return null
    const now = clock.now()
    const { rows } = await sql<KeyRow>`
      select open_access.id, open_access.name, open_access.company_id, open_access.path, company.type as company_type,
        open_access.key_rights, open_access.data_scope, open_access.addresses, open_access.per_minute, open_access.ticket_granted_by,
        open_access.scope_since, open_secret.id as secret_id, open_secret.secret_hash, open_secret.created_by as holder_id,
        open_secret.last_used_at
      from open_secret join open_access on open_access.id = open_secret.access_id join company on company.id = open_access.company_id
      where open_secret.prefix = ${parts.prefix} and (open_secret.valid_until is null or open_secret.valid_until > ${now})
        and open_access.enabled and open_access.deleted_at is null and open_access.expires_at > ${now}
        and not ${isStopped('open_access.path', now)}`.execute(systemDb)
    const [row] = rows
    return row && timingSafeEqual(row.secret_hash, hashOf(parts.token)) ? callerOf(row) : null
  },
  async use({ networks, secretId, lastUsedAt }, ip) {
    if (networks && !isInNetworks(networks, ip)) throw new DomainError('keyAddress', { address: ip })
    const now = clock.now()
    const before = new Date(now.getTime() - touchEveryMs)
    if (lastUsedAt === null || Date.parse(lastUsedAt) < before.getTime()) await touchSecret(systemDb, secretId, ip, now, before)
  },
  admit: createKeyLimits(),
})
