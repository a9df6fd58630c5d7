import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensurePartitions } from '../../../platform/database/partitions.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addOwnedRows } from '../../../testing/rows.ts'
import { deleteOldRecords } from './linked-rule.verbs.ts'

let world: TestWorld
beforeAll(async () => {
  world = await testWorld()
})
afterAll(() => world.stop())

const monthsAgo = (months: number): Date => {
  const now = world.clock.now()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 15))
}

test('old commands and runs are deleted, except open ones, and nothing because of a clock that is ahead', async () => {
  const { db } = world
  const { path, id: company } = world.companies.north
  const rows = await addOwnedRows(db, world.companies.north)
  const gateway = Number(rows.gateway)
  await sql`truncate sent_command, linked_rule_run cascade`.execute(db)
  const add = (uid: string, state: string, at: Date) =>
    sql`
    insert into sent_command (company_id, path, gateway_id, code, name, dangerous, params, wire_params, timeout_s, retries, resend_unanswered, uid,
      state, created_at, expires_at)
    values (${company}, ${path}, ${gateway}, ${uid}, ${uid}, false, '{}', '{}', 30, 0, false, ${uid}, ${state}, ${at}, ${at})`.execute(
      db,
    )
  await add('old', 'answered', monthsAgo(8))
  await add('old, and open', 'waitingApproval', monthsAgo(8))
  await add('kept', 'failed', monthsAgo(5))
  for (const at of [monthsAgo(8), monthsAgo(5)])
    await sql`insert into linked_rule_run (at, company_id, path, project_id, rule_id, rule_name, device_id, device_code, source_code, outcome, steps)
      values (${at}, ${company}, ${path}, ${rows.project}, 1, 'Rule', ${rows.device}, 'D', 'smoke', 'none', '[]')`.execute(db)
  const left = async () => {
    const commands = await db.selectFrom('sent_command').select('code').orderBy('code').execute()
    const runs = await db.selectFrom('linked_rule_run').select('id').execute()
    return [...commands.map(({ code }) => code), runs.length]
  }
  const all = ['kept', 'old', 'old, and open', 2]
  const { config } = world.systemCtx
  const ctx = { ...world.systemCtx, config: { ...config, settings: { ...config.settings, commandMonths: 6 } } }
  // Nothing happened in the months since, so they may never have passed.
  await deleteOldRecords(ctx)
  expect(await left()).toEqual(all)
  for (let months = 6; months > 0; months--) {
    const at = monthsAgo(months)
    await ensurePartitions(db, at)
    await sql`insert into audit_log (at, company_id, path, sequence, actor_name, action, object_kind, object_id, object_name, changes, result,
        previous_hash, hash)
      values (${at}, ${company}, ${path}, ${-months}, 'System', 'demo.seed', 'demo', '1', 'x', '{}', 'ok', '', '')`.execute(db)
  }
  await deleteOldRecords(world.systemCtx)
  expect(await left()).toEqual(all)
  expect(await deleteOldRecords(ctx)).toEqual({ commands: 1, runs: 1 })
  expect(await left()).toEqual(['kept', 'old, and open', 1])
})
