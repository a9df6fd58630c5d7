import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ensurePartitions } from '../../../platform/database/partitions.ts'
import { appendAudit, canonicalJson } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld, type WorldCompany } from '../../../testing/context.ts'
import { verifyChains } from './verify-chains.ts'

let world: TestWorld
let siter: Ctx
let north: Ctx
let south: Ctx
let rows: { id: number; sequence: number }[]

const write = (company: WorldCompany, changes: Record<string, readonly [unknown, unknown]>): Promise<void> =>
  world.db.transaction().execute((tx) =>
    appendAudit(
      tx,
      [
        {
          action: 'file.upload',
          object: { kind: 'file', id: 1, name: 'Object' },
          owner: { companyId: company.id, path: company.path },
          changes,
        },
      ],
      siter.actor,
      siter.origin,
      new Date(),
    ),
  )
/** Values whose text the database changes when it stores them. */
const awkward = {
  b: [null, 1],
  aaa: [{ z: 1, y: { k: [1e21, 0.1, -0], j: 'é"\\ 😀' } }, []],
  '10': [true, 'x'],
  '9': ['', undefined],
} as const

beforeAll(async () => {
  world = await testWorld()
  siter = await world.ctxOf(world.accounts.siterAdmin)
  north = await world.ctxOf(world.accounts.northAdmin)
  south = await world.ctxOf(world.accounts.southAdmin)
  for (let i = 0; i < 6; i++) await write(world.companies.north, awkward)
  for (let i = 0; i < 3; i++) await write(world.companies.northAgent, { n: [i, i + 1] })
  for (let i = 0; i < 4; i++) await write(world.companies.south, { n: [i, i + 1] })
  rows = await world.db
    .selectFrom('audit_log')
    .select(['id', 'sequence'])
    .where('company_id', '=', world.companies.north.id)
    .orderBy('sequence')
    .execute()
})
afterAll(() => world.stop())

/** Both the partitions and the whole table. */
const auditTables = async (): Promise<string[]> => {
  const { rows: found } = await sql<{ name: string }>`
    select inhrelid::regclass::text as name from pg_inherits where inhparent = 'audit_log'::regclass`.execute(world.db)
  return ['audit_log', ...found.map(({ name }) => name)]
}

const idOf = (sequence: number): number => rows.find((row) => row.sequence === sequence)?.id ?? 0
const change = (statement: string): Promise<unknown> => sql.raw(statement).execute(world.db)
/** The database's owner can switch its guards off. Then the chains reveal changes. */
const unguarded = async (guard: 'disable' | 'enable'): Promise<void> => {
  for (const table of [...(await auditTables()), 'audit_chain']) await change(`alter table ${table} ${guard} trigger user`)
}

describe('the database refuses', () => {
  test.each(['update %s set action = action', 'delete from %s', 'truncate %s'])('%s', async (statement) => {
    await ensurePartitions(world.db, new Date(Date.now() + 400 * 86_400_000))
    const tables = await auditTables()
    expect(tables.length).toBeGreaterThan(8)
    const filled = await Promise.all(
      tables.map(async (table) => {
        const { rows: some } = await sql`select from ${sql.table(table)} limit 1`.execute(world.db)
        return some.length > 0 || statement.startsWith('truncate') ? [table] : []
      }),
    )
    expect(filled.flat().length).toBeGreaterThan(1)
    for (const table of filled.flat()) await expect(change(statement.replace('%s', table)), table).rejects.toThrow(/are kept/)
  })
  test('to lose a chain', async () => {
    await expect(change('delete from audit_chain')).rejects.toThrow(/are kept/)
    await expect(change('truncate audit_chain')).rejects.toThrow(/are kept/)
  })
})

describe('with the guards off', () => {
  beforeAll(() => unguarded('disable'))
  afterAll(() => unguarded('enable'))
  beforeEach(async () => {
    await change('create table if not exists audit_kept as select * from audit_log')
    await change('create table if not exists chain_kept as select * from audit_chain')
    await change('delete from audit_log')
    await change('insert into audit_log select * from audit_kept')
    await change('delete from audit_chain')
    await change('insert into audit_chain select * from chain_kept')
  })

  test('untouched chains are intact, each caller’s branch separately', async () => {
    expect(await verifyChains(north)).toEqual({ companies: 2, rows: 9, intact: true, brokenAt: null, brokenCompany: null })
    expect(await verifyChains(south)).toEqual({ companies: 1, rows: 4, intact: true, brokenAt: null, brokenCompany: null })
    const all = await verifyChains(siter)
    expect(all).toMatchObject({ companies: 4, intact: true })
    expect(all.rows).toBeGreaterThanOrEqual(13)
    expect(await verifyChains(await world.ctxOf(world.accounts.northCustomer))).toMatchObject({
      companies: 0,
      rows: 0,
      intact: true,
    })
  })

  describe('a row changed by hand is found, whatever was changed', () => {
    test.each([
      ['actor_name', "'Somebody else'"],
      ['actor_id', '1'],
      ['actor_path', 'null'],
      ['ip', "'192.0.2.99'"],
      ['trace_id', 'null'],
      ['action', "'test.other'"],
      ['object_kind', "'other'"],
      ['object_id', "'2'"],
      ['object_name', "'Other'"],
      ['changes', `'{"b":[null,2]}'`],
      ['changes', `jsonb_set(changes, '{aaa,0,y,j}', '"e"')`],
      ['result', "'failed'"],
      ['path', "path || '.1'"],
      ['at', "at + interval '1 ms'"],
      ['previous_hash', "sha256('x')"],
      ['hash', "sha256('x')"],
    ])('%s = %s', async (column, value) => {
      await change(`update audit_log set ${column} = ${value} where id = ${idOf(3)}`)
      expect(await verifyChains(north)).toMatchObject({ intact: false, brokenAt: idOf(3), brokenCompany: 'North Distributor' })
      expect(await verifyChains(siter)).toMatchObject({ intact: false, brokenAt: idOf(3) })
      expect(await verifyChains(south)).toMatchObject({ intact: true })
    })
    test('also when its own hash was made to fit: the next row reveals it', async () => {
      await change(`update audit_log set action = 'file.other', hash = sha256('fits') where id = ${idOf(3)}`)
      const { auditHash, auditedColumns } = await import('../../../platform/audit.ts')
      const row = await world.db.selectFrom('audit_log').selectAll().where('id', '=', idOf(3)).executeTakeFirstOrThrow()
      const said = Object.fromEntries(auditedColumns.map((column) => [column, row[column]]))
      const hash = auditHash(row.previous_hash, { ...said, changes: canonicalJson(row.changes) })
      await world.db.updateTable('audit_log').set({ hash }).where('id', '=', idOf(3)).execute()
      expect(await verifyChains(north)).toMatchObject({ intact: false, brokenAt: idOf(4) })
    })
  })

  describe('a chain with another row count', () => {
    test('a row removed from the middle: the one after it is named', async () => {
      await change(`delete from audit_log where id = ${idOf(3)}`)
      expect(await verifyChains(north)).toMatchObject({ intact: false, brokenAt: idOf(4), rows: 2 })
    })
    test('a row removed from the middle, with those after it renumbered', async () => {
      await change(`delete from audit_log where id = ${idOf(3)}`)
      await change(`update audit_log set sequence = sequence - 1 where company_id = ${world.companies.north.id} and sequence > 3`)
      expect(await verifyChains(north)).toMatchObject({ intact: false, brokenAt: idOf(4) })
    })
    test('the first row removed', async () => {
      await change(`delete from audit_log where id = ${idOf(1)}`)
      expect(await verifyChains(north)).toMatchObject({ intact: false, brokenAt: idOf(2) })
    })
    test('the last rows removed: the new last row is named', async () => {
      await change(`delete from audit_log where id in (${idOf(5)}, ${idOf(6)})`)
      expect(await verifyChains(north)).toMatchObject({ intact: false, brokenAt: idOf(4) })
    })
    test('all rows removed: none is left to name', async () => {
      await change(`delete from audit_log where company_id = ${world.companies.north.id}`)
      expect(await verifyChains(north)).toMatchObject({ intact: false, brokenAt: null, brokenCompany: 'North Distributor' })
    })
    test('two rows swapped', async () => {
      await change(`update audit_log set sequence = 7 - sequence where id in (${idOf(3)}, ${idOf(4)})`)
      expect(await verifyChains(north)).toMatchObject({ intact: false, brokenAt: idOf(4) })
    })
    test('a row added at the end, unknown to the chain’s head', async () => {
      await change(`insert into audit_log select nextval('audit_log_id'), at, company_id, path, 7, actor_id, actor_name, actor_path, ip, trace_id, action, object_kind,
      object_id, object_name, changes, result, hash, sha256('x') from audit_kept where id = ${idOf(6)}`)
      const { brokenAt, intact } = await verifyChains(north)
      expect(intact).toBe(false)
      expect(brokenAt).toBeGreaterThan(idOf(6))
    })
    test('all rows and the chain’s head removed', async () => {
      await change(`delete from audit_log where company_id = ${world.companies.north.id}`)
      await change(`delete from audit_chain where company_id = ${world.companies.north.id}`)
      expect(await verifyChains(north)).toMatchObject({ intact: false, brokenAt: null, brokenCompany: 'North Distributor' })
      expect(await verifyChains(south)).toMatchObject({ intact: true })
    })
    test('the chain’s head removed: its first row is named', async () => {
      await change(`delete from audit_chain where company_id = ${world.companies.north.id}`)
      expect(await verifyChains(north)).toMatchObject({ intact: false, brokenAt: idOf(1) })
    })
    test('a row moved to another company', async () => {
      await change(`update audit_log set company_id = ${world.companies.south.id} where id = ${idOf(6)}`)
      expect(await verifyChains(north)).toMatchObject({ intact: false, brokenAt: idOf(5) })
      expect(await verifyChains(south)).toMatchObject({ intact: false, brokenAt: idOf(6) })
    })
  })

  test('more rows than one batch are verified while others write', async () => {
    const many = Array.from({ length: 1_300 }, (_, i) => ({
      action: 'file.upload' as const,
      object: { kind: 'file' as const, id: i, name: 'Bulk' },
      owner: { companyId: world.companies.south.id, path: world.companies.south.path },
      changes: awkward,
    }))
    await world.db.transaction().execute((tx) => appendAudit(tx, many, siter.actor, siter.origin, new Date()))
    const [verdict] = await Promise.all([verifyChains(south), write(world.companies.south, { late: [1, 2] })])
    expect(verdict.intact).toBe(true)
    expect(verdict.rows).toBeGreaterThanOrEqual(1_304)
  })

  test('one verification at a time; the other is rejected with the reason', async () => {
    await world.db.connection().execute(async (other) => {
      await sql`select pg_advisory_lock(hashtext('audit.verify'))`.execute(other)
      await expect(verifyChains(south)).rejects.toMatchObject({ reason: 'precondition' })
      await sql`select pg_advisory_unlock(hashtext('audit.verify'))`.execute(other)
    })
    expect((await verifyChains(south)).intact).toBe(true)
  })
})
