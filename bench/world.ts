import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { operationCodes } from '@emberwatch/contract'
import { sql, type Kysely } from 'kysely'
import { pino } from 'pino'
import { loadConfig } from '../packages/server/src/config.ts'
import { createFileStore } from '../packages/server/src/platform/files.ts'
import { systemClock, systemOrigin, type Ctx } from '../packages/server/src/platform/context.ts'
import { openDatabase } from '../packages/server/src/platform/database/database.ts'
import { startEmbeddedPostgres } from '../packages/server/src/platform/database/embedded-postgres.ts'
import { migrate } from '../packages/server/src/platform/database/migrate.ts'
import { depthOf, scoped, type Scope } from '../packages/server/src/platform/database/scope.ts'
import { noJobs } from '../packages/server/src/testing/no-jobs.ts'
import { seedSystem } from '../packages/server/seed/system.ts'
import type { Tables } from '../packages/server/src/tables/index.ts'

/** A real embedded PostgreSQL with durability on, migrated and seeded. */
export interface BenchWorld {
  readonly db: Kysely<Tables>
  /** A caller of the company at `path` with every operation. */
  ctxAt(path: string): Ctx
  stop(): Promise<void>
}

/** `kept`: a directory that stays for the next run, which starts with its contents. Otherwise a temporary one. */
export const openBenchWorld = async (kept?: string): Promise<BenchWorld> => {
  const dataDir = kept ?? mkdtempSync(join(tmpdir(), 'emberwatch-bench-'))
  const log = pino({ level: 'silent' })
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  const database = openDatabase(postgres.connection, log)
  await migrate(database.pool, join(import.meta.dirname, '..', 'packages', 'server', 'migrations'), log)
  await seedSystem(database.kysely, 'bench-password')
  const config = loadConfig({ DATA_DIR: dataDir })
  return {
    db: database.kysely,
    ctxAt(path) {
      const depth = depthOf(path)
      const companyId = Number(path.split('.').at(-1))
      const scope: Scope = { kind: 'company', companyId, depth, accountId: 1 }
      return {
        actor: {
          accountId: 1,
          accountType: 'siter',
          companyId,
          operations: new Set(operationCodes),
          name: 'bench',
          companyPath: path,
          customerId: null,
          level: 1,
          mustChangePassword: false,
          mustSetUpTwoStep: false,
          sessionHash: null,
          issuer: null,
        },
        scope,
        db: scoped(database.kysely, scope),
        systemDb: database.kysely,
        clock: systemClock,
        locale: 'en',
        origin: systemOrigin,
        config,
        files: createFileStore(dataDir),
        jobs: noJobs,
      }
    },
    async stop() {
      await database.close()
      await postgres.stop()
      if (kept === undefined) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

export interface BenchTree {
  readonly siter: string
  readonly distributor: string
  readonly agent: string
}

/** Ten distributors with ten agents each. The first of each is measured. */
export const addTree = async (db: Kysely<Tables>): Promise<BenchTree & { agents: string[] }> => {
  const siter = (await db.selectFrom('company').select('path').where('type', '=', 'siter').executeTakeFirstOrThrow()).path
  const add = async (parent: string, type: 'distributor' | 'agent_one', code: string): Promise<string> => {
    // A kept world has them already.
    const kept = await db.selectFrom('company').select('path').where('org_code', '=', code).executeTakeFirst()
    if (kept) return kept.path
    const { id } = await db
      .insertInto('company')
      .values({ parent_id: Number(parent.split('.').at(-1)), path: '', type, name: code, org_code: code })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .updateTable('company')
      .set({ path: `${parent}.${id}` })
      .where('id', '=', id)
      .execute()
    return `${parent}.${id}`
  }
  const agents: string[] = []
  let distributor = ''
  for (let d = 0; d < 10; d++) {
    const path = await add(siter, 'distributor', `D${d}`)
    if (d === 0) distributor = path
    for (let a = 0; a < 10; a++) agents.push(await add(path, 'agent_one', `D${d}A${a}`))
  }
  return { siter, distributor, agent: agents[0] ?? '', agents }
}

/** Fills the alarm table up to `rows`, spread over the agents and the last 60 days, with realistic shares of the states. */
export const fillAlarms = async (db: Kysely<Tables>, agents: readonly string[], rows: number): Promise<void> => {
  const paths = agents.map((path) => ({ path, id: Number(path.split('.').at(-1)) }))
  const list = sql.join(paths.map((each) => sql`(${each.path}, ${sql.lit(each.id)}::bigint)`))
  await sql`
    with owner as (select row_number() over () - 1 as n, * from (values ${list}) as o(path, company_id)),
         first as (select (select min(id) from alarm_type) as type_id)
    insert into alarm (company_id, path, type_id, level, state, source_active, source_format, source_code, first_at, last_at)
    select owner.company_id, owner.path, first.type_id, 'fire', case when i % 500 = 0 then 'unconfirmed' when i % 10 = 0 then 'misreport' else 'cleared' end, i % 500 = 0, 'CID', '1111', t.at, t.at
    from generate_series(1, ${sql.lit(rows)}) i
    join owner on owner.n = i % ${sql.lit(paths.length)}
    cross join first
    cross join lateral (select now() - interval '50 days' * (i::float8 / ${sql.lit(rows)}) as at) t`.execute(db)
  // What autovacuum does within a minute after such a load.
  await sql`vacuum analyze alarm`.execute(db)
}
