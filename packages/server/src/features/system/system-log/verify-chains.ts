import { DomainError, type endpoints, type OutputOf } from '@emberwatch/contract'
import { sql, type Kysely, type Selectable } from 'kysely'
import { auditedColumns, auditHash, canonicalJson, genesis } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import type { AuditLogTable } from '../../../tables/records.tables.ts'
import type { Tables } from '../../../tables/index.ts'

type Verdict = OutputOf<typeof endpoints.systemLog.verify>
type Row = Selectable<AuditLogTable>

/** How many companies, and rows, are in memory at a time. */
const pageSize = 500

/** How far a chain has been verified. */
interface Link {
  readonly sequence: number
  readonly hash: Buffer
  /** The id of the row, or null before the first. */
  readonly id: number | null
}

const start: Link = { sequence: 0, hash: genesis, id: null }

/** A company with its chain's head at one moment. */
interface Chain {
  readonly id: number
  readonly name: string
  /** Null if the head is missing: a company has one from the start. */
  readonly sequence: number | null
  readonly hash: Buffer | null
  /** A row beyond the head, although both are written together. */
  readonly beyond: number | null
}

/** The chains of the companies in the caller's scope, one page after the company `after`. */
const chainsAfter = (ctx: Ctx, after: number): Promise<Chain[]> =>
  ctx.db
    .selectFrom('company')
    .leftJoin('audit_chain', 'audit_chain.company_id', 'company.id')
    .select(['company.id', 'company.name', 'audit_chain.sequence', 'audit_chain.hash'])
    .select(
      sql<number | null>`(
        select id from audit_log where company_id = company.id and audit_log.sequence > coalesce(audit_chain.sequence, 0)
        order by audit_log.sequence, id limit 1)`.as('beyond'),
    )
    .where('company.id', '>', after)
    .orderBy('company.id')
    .limit(pageSize)
    .execute()

/** The rows of the companies, chain by chain and page by page: no page occupies the database or the event loop for long. */
async function* rowsOf(db: Kysely<Tables>, companyIds: readonly number[]): AsyncGenerator<Row> {
  for (let last: Row | undefined; ;) {
    const after = last ? sql`and (company_id, sequence, id) > (${last.company_id}, ${last.sequence}, ${last.id})` : sql``
    const { rows }: { rows: Row[] } = await sql<Row>`
      select id, previous_hash, hash, ${sql.join(auditedColumns.map((column) => sql.ref(column)))}
      from audit_log where company_id = any(${companyIds}::bigint[]) ${after}
      order by company_id, sequence, id limit ${sql.lit(pageSize)}`.execute(db)
    yield* rows
    last = rows.at(-1)
    if (last === undefined) return
  }
}

/** Whether the row really follows `last`, and still has the content it was hashed with. */
const follows = (row: Row, last: Link): boolean => {
  const content = Object.fromEntries(auditedColumns.map((column) => [column, row[column]]))
  return (
    row.sequence === last.sequence + 1 &&
    row.previous_hash.equals(last.hash) &&
    row.hash.equals(auditHash(last.hash, { ...content, changes: canonicalJson(row.changes) }))
  )
}

/** The first break in a page of chains, and how many rows and chains with rows were verified. */
const follow = async (db: Kysely<Tables>, chains: readonly Chain[]) => {
  const byId = new Map(chains.map((chain) => [chain.id, chain]))
  const ends = new Map<number, Link>()
  let rows = 0
  const verdict = (chain?: Chain, at: number | null = null) => ({ companies: ends.size, rows, broken: chain && { chain, at } })

  for await (const row of rowsOf(db, [...byId.keys()])) {
    const chain = byId.get(row.company_id)
    // Written after the head was read, or reported as `beyond`.
    if (row.sequence > (chain?.sequence ?? 0)) continue
    const last = ends.get(row.company_id) ?? start
    if (!follows(row, last)) return verdict(chain, row.id)
    ends.set(row.company_id, { sequence: row.sequence, hash: row.hash, id: row.id })
    rows++
  }
  // A chain must end exactly where its head says.
  for (const chain of chains) {
    const end = ends.get(chain.id) ?? start
    const whole = end.sequence === chain.sequence && chain.hash !== null && end.hash.equals(chain.hash)
    if (!whole || chain.beyond !== null) return verdict(chain, chain.beyond ?? end.id)
  }
  return verdict()
}

const verify = async (ctx: Ctx, db: Kysely<Tables>): Promise<Verdict> => {
  const sum = { companies: 0, rows: 0 }
  for (let after = 0; ;) {
    const chains = await chainsAfter(ctx, after)
    const { companies, rows, broken } = await follow(db, chains)
    sum.companies += companies
    sum.rows += rows
    if (broken) return { ...sum, intact: false, brokenAt: broken.at, brokenCompany: broken.chain.name }
    const last = chains.at(-1)
    if (last === undefined) return { ...sum, intact: true, brokenAt: null, brokenCompany: null }
    after = last.id
  }
}

/**
 * Recomputes the audit chains of the companies in the caller's branch, each up to its length when its turn comes. Finds changed, missing,
 * added and moved rows, truncated chains and missing ones. Stops at the first break. Rows are selected by company, not by path, which may
 * itself have been changed, so this is not scoped. One verification at a time for all callers: it reads every audit row.
 * @throws precondition while another verification is running
 */
export const verifyChains = (ctx: Ctx): Promise<Verdict> =>
  ctx.systemDb.connection().execute(async (db) => {
    const { rows } = await sql<{ free: boolean }>`select pg_try_advisory_lock(hashtext('audit.verify')) as free`.execute(db)
    if (!rows[0]?.free) throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.verifyRunning') })
    try {
      return await verify(ctx, db)
    } finally {
      await sql`select pg_advisory_unlock(hashtext('audit.verify'))`.execute(db)
    }
  })
