import type { endpoints, OutputOf } from '@emberwatch/contract'
import { sql, type Selectable, type Transaction } from 'kysely'
import { auditedColumns, auditHash, canonicalJson, genesis } from '../../platform/audit.ts'
import type { Ctx } from '../../platform/context.ts'
import { scoped } from '../../platform/database/scope.ts'
import type { AuditLogTable } from '../../tables/records.tables.ts'
import type { Tables } from '../../tables/index.ts'

type Verdict = OutputOf<typeof endpoints.systemLog.verify>
type Row = Selectable<AuditLogTable>

/** Rows in memory at a time. */
const batchRows = 500

/** The end of a chain as far as it was followed. */
interface Link {
  readonly sequence: number
  readonly hash: Buffer
  /** The row it is; null before the first. */
  readonly id: number | null
}

const start: Link = { sequence: 0, hash: genesis, id: null }

/** The rows of the companies, chain after chain, by a cursor of the database. */
async function* rowsOf(tx: Transaction<Tables>, companyIds: readonly number[]): AsyncGenerator<Row> {
  await sql`
    declare chain no scroll cursor for
    select id, previous_hash, hash, ${sql.join(auditedColumns.map((column) => sql.ref(column)))}
    from audit_log where company_id = any(${companyIds}::bigint[])
    order by company_id, sequence, id`.execute(tx)
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(batchRows)} from chain`.execute(tx)
    if (rows.length === 0) return
    yield* rows
  }
}

/** Does the row follow `last` as it says, and say what it said when it was written? */
const follows = (row: Row, last: Link): boolean => {
  const said = Object.fromEntries(auditedColumns.map((column) => [column, row[column]]))
  return (
    row.sequence === last.sequence + 1 &&
    row.previous_hash.equals(last.hash) &&
    row.hash.equals(auditHash(last.hash, { ...said, changes: canonicalJson(row.changes) }))
  )
}

/**
 * Recomputes the audit chains of the companies in the caller's branch, at one moment: a changed row, a missing, added or moved one, and a chain cut short
 * are found. Stops at the first break. Rows are followed by their company, not by their path, which is among what may have been changed.
 */
export const verifyChains = (ctx: Ctx): Promise<Verdict> =>
  ctx.systemDb
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const companies = await scoped(tx, ctx.scope).selectFrom('company').select(['id', 'name']).orderBy('id').execute()
      const companyIds = companies.map((company) => company.id)
      const heads = await tx
        .selectFrom('audit_chain')
        .selectAll()
        .where(sql<boolean>`company_id = any(${companyIds}::bigint[])`)
        .orderBy('company_id')
        .execute()
      const ends = new Map<number, Link>()
      let rows = 0
      const broken = (companyId: number, at: number | null): Verdict => ({
        companies: ends.size,
        rows,
        intact: false,
        brokenAt: at,
        brokenCompany: companies.find((company) => company.id === companyId)?.name ?? null,
      })

      for await (const row of rowsOf(tx, companyIds)) {
        const last = ends.get(row.company_id) ?? start
        if (!follows(row, last)) return broken(row.company_id, row.id)
        ends.set(row.company_id, { sequence: row.sequence, hash: row.hash, id: row.id })
        rows++
      }
      // A chain must reach as far as its company's line says; the line is written with each row.
      for (const head of heads) {
        const end = ends.get(head.company_id) ?? start
        if (end.sequence !== head.sequence || !end.hash.equals(head.hash)) return broken(head.company_id, end.id)
      }
      const known = new Set(heads.map((head) => head.company_id))
      for (const [companyId, end] of ends) if (!known.has(companyId)) return broken(companyId, end.id)
      return { companies: ends.size, rows, intact: true, brokenAt: null, brokenCompany: null }
    })
