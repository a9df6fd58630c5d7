import type { AuditAction, AuditObjectKind } from '@emberwatch/contract'
import { hash } from 'node:crypto'
import { sql, type Selectable, type Transaction } from 'kysely'
import type { Tables } from '../tables/index.ts'
import type { AuditChainTable } from '../tables/records.tables.ts'
import type { Actor, Origin } from './context.ts'

/** What a write did: to which object of which company, with each changed field as [old, new]. */
export interface AuditEntry {
  readonly action: AuditAction
  readonly object: { readonly kind: AuditObjectKind; readonly id: number | string; readonly name: string }
  readonly owner: { readonly companyId: number; readonly path: string }
  readonly changes?: Readonly<Record<string, readonly [unknown, unknown]>>
  readonly result?: string
}

/** The fields in which two versions of a row differ, for an audit entry. Bookkeeping columns and secrets are left out. */
export const changesBetween = (
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>>,
): Record<string, [unknown, unknown]> =>
  Object.fromEntries(
    Object.keys(after)
      .filter((key) => !unaudited.has(key) && JSON.stringify(before[key] ?? null) !== JSON.stringify(after[key] ?? null))
      .map((key) => [key, [before[key] ?? null, after[key] ?? null]]),
  )

const unaudited = new Set([
  'version',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
  'password_hash',
  'secret',
  'secret_hash',
  'former_secret_hash',
  'link_key',
])

/**
 * JSON with sorted keys at every depth. What a jsonb column returns in its own order becomes the same text again, so that a chain
 * can be recomputed from what is stored.
 */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )

/** The columns that a row's hash covers, besides the previous row's hash. */
export const auditedColumns = [
  'at',
  'company_id',
  'path',
  'sequence',
  'actor_id',
  'actor_name',
  'actor_path',
  'issuer_id',
  'issuer_name',
  'key_id',
  'ip',
  'trace_id',
  'action',
  'object_kind',
  'object_id',
  'object_name',
  'changes',
  'result',
] as const

/** Columns that were added later. Covered only if they have a value, so that older rows keep their hash. */
const laterColumns: ReadonlySet<string> = new Set(['issuer_id', 'issuer_name', 'key_id'])

/** The hash that the first row of a chain builds on. */
export const genesis = Buffer.alloc(32)

/** The hash of an audit row: over the previous row's hash and all its columns. */
export const auditHash = (previous: Buffer, row: Readonly<Record<string, unknown>>): Buffer => {
  const columns = Object.keys(row)
    .filter((key) => row[key] !== null || !laterColumns.has(key))
    .sort()
    .map((key) => [key, row[key]])
  // Going through hex text takes two thirds of the time.
  return Buffer.from(hash('sha256', Buffer.concat([previous, Buffer.from(JSON.stringify(columns))]), 'hex'), 'hex')
}

/** The end of a company's chain. */
type ChainEnd = Pick<Selectable<AuditChainTable>, 'company_id' | 'sequence' | 'hash'>

/**
 * Locks the chains of the entries' companies until the commit, so that each company's rows are in one order. In ascending order, to prevent
 * deadlocks.
 */
export const lockChains = (tx: Transaction<Tables>, entries: readonly AuditEntry[]): Promise<ChainEnd[]> => {
  const companies = [...new Set(entries.map((entry) => entry.owner.companyId))].sort((a, b) => a - b)
  // An update locks an existing row and returns it; a select would need a second statement.
  return tx
    .insertInto('audit_chain')
    .values(companies.map((company_id) => ({ company_id, sequence: 0, hash: genesis })))
    .onConflict((conflict) => conflict.column('company_id').doUpdateSet(({ ref }) => ({ sequence: ref('audit_chain.sequence') })))
    .returningAll()
    .execute()
}

/** The rows of the entries, each with the hash of the previous row in its company's chain, and the new ends of the chains. */
export const chainedRows = (
  ends: readonly ChainEnd[],
  entries: readonly AuditEntry[],
  actor: Actor,
  origin: Origin,
  at: Date,
) => {
  const chain = new Map(ends.map((line) => [line.company_id, line]))
  const now = at.toISOString()
  const rows = entries.map((entry) => {
    const line = chain.get(entry.owner.companyId)
    if (!line) throw new Error(`no audit chain for company ${entry.owner.companyId}`)
    const row = {
      at: now,
      company_id: entry.owner.companyId,
      path: entry.owner.path,
      sequence: line.sequence + 1,
      actor_id: actor.accountId,
      actor_name: actor.name,
      actor_path: actor.companyPath,
      issuer_id: actor.issuer?.accountId ?? null,
      issuer_name: actor.issuer?.name ?? null,
      key_id: actor.key?.id ?? null,
      ip: origin.ip,
      trace_id: origin.traceId,
      action: entry.action,
      object_kind: entry.object.kind,
      object_id: String(entry.object.id),
      object_name: entry.object.name,
      changes: canonicalJson(entry.changes ?? {}),
      result: entry.result ?? 'ok',
    }
    const end = { company_id: line.company_id, sequence: row.sequence, hash: auditHash(line.hash, row) }
    chain.set(line.company_id, end)
    return { ...row, previous_hash: line.hash, hash: end.hash }
  })
  return { rows, lines: [...chain.values()] }
}

const chainLines = (lines: readonly ChainEnd[]) => sql`
  insert into audit_chain (company_id, sequence, hash)
  select line.* from jsonb_to_recordset(${JSON.stringify(lines.map(withHexHashes))}::jsonb)
    as line (company_id bigint, sequence bigint, hash bytea)
  on conflict (company_id) do update set sequence = excluded.sequence, hash = excluded.hash`

/** Stores the new ends of the chains. */
export const advanceChains = async (tx: Transaction<Tables>, lines: readonly ChainEnd[]): Promise<void> => {
  await chainLines(lines).execute(tx)
}

/** Appends audit rows to the chains of their companies, inside the caller's transaction. */
export const appendAudit = async (
  tx: Transaction<Tables>,
  entries: readonly AuditEntry[],
  actor: Actor,
  origin: Origin,
  at: Date,
): Promise<void> => {
  if (entries.length === 0) return
  const { rows, lines } = chainedRows(await lockChains(tx, entries), entries, actor, origin, at)
  // One statement, because every write waits for it. Its text does not depend on the number of rows, so it can be prepared.
  await sql`
    with advanced as (${chainLines(lines)})
    insert into audit_log (at, company_id, path, sequence, actor_id, actor_name, actor_path, issuer_id, issuer_name, key_id, ip, trace_id, action,
      object_kind, object_id, object_name, changes, result, previous_hash, hash)
    select at, company_id, path, sequence, actor_id, actor_name, actor_path, issuer_id, issuer_name, key_id, ip, trace_id, action,
      object_kind, object_id, object_name, changes::jsonb, result, previous_hash, hash
    from jsonb_to_recordset(${JSON.stringify(rows.map(withHexHashes))}::jsonb) as entry (at timestamptz, company_id bigint, path text,
      sequence bigint, actor_id bigint, actor_name text, actor_path text, issuer_id bigint, issuer_name text, key_id bigint, ip text, trace_id text,
      action text, object_kind text, object_id text, object_name text, changes text, result text, previous_hash bytea, hash bytea)`.execute(
    tx,
  )
}

/** Bytes in PostgreSQL's text form, because JSON has none. */
const withHexHashes = <Row extends object>(row: Row): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value]),
  )
