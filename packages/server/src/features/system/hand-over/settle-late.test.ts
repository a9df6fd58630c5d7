import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addAlarm, addSite, type Site } from '../../alarms/alarm/alarm.fixture.ts'
import { pageHandOvers } from './hand-over.reads.ts'
import { runHandOver, settleLate } from './run-hand-over.ts'
import { handOverProject } from './start-hand-over.ts'

let world: TestWorld
let siter: Ctx
let south: Ctx
beforeAll(async () => {
  world = await testWorld()
  siter = await world.ctxOf(world.accounts.siterAdmin)
  south = await world.ctxOf(world.accounts.southAdmin)
})
afterAll(() => world.stop())

const order = async (site: Site, companyId: number) => {
  const { name } = await world.db.selectFrom('project').select('name').where('id', '=', site.project).executeTakeFirstOrThrow()
  return handOverProject(siter, { projectId: site.project, companyId, name, reason: 'The service contract changes hands' })
}

/** The project and its alarms, as far as a caller sees them. */
const sight = async ({ db }: Ctx, site: Site) => {
  const project = await db.selectFrom('project').select('id').where('id', '=', site.project).execute()
  const alarms = await db.selectFrom('alarm').select('id').where('project_id', '=', site.project).execute()
  return [project.length, alarms.length]
}

test('a hand-over that cannot settle is retried, shown as failed with its reason, and settles once it can', async () => {
  const site = await addSite(world.db, world.companies.north)
  const { id } = await order(site, world.companies.south.id)
  await runHandOver(world.systemCtx, id)
  const late = await addAlarm(world.db, site)
  await sql`alter table alarm add constraint stuck check (id <> ${sql.lit(late.id)} or path = ${sql.lit(late.path)})`.execute(
    world.db,
  )
  const found = async () => (await pageHandOvers(siter, {})).list.find((row) => row.id === id)
  const aged = (minutes: number) =>
    world.db
      .updateTable('hand_over')
      .set({ updated_at: new Date(world.clock.now().getTime() - minutes * 60_000 - 1_000) })
      .where('id', '=', id)
      .execute()
  // Not while its own job may still be working on it.
  await settleLate(world.systemCtx)
  for (let attempt = 0; attempt < 5; attempt++) {
    expect(await found()).toMatchObject({ state: 'settling', error: null })
    await aged(1)
    await expect(settleLate(world.systemCtx)).rejects.toThrow('stuck')
  }
  await aged(1)
  await settleLate(world.systemCtx)
  expect(await found()).toMatchObject({ state: 'failed', error: 'notSettled' })
  expect((await sight(south, site))[0]).toBe(1)
  await settleLate(world.systemCtx)
  expect(await found()).toMatchObject({ state: 'failed' })
  await sql`alter table alarm drop constraint stuck`.execute(world.db)
  await aged(60)
  await settleLate(world.systemCtx)
  expect(await found()).toMatchObject({ state: 'done', error: null })
  expect((await sight(south, site))[1]).toBe(1)
})

test('after a hand-over, a company above the applicant’s new place decides about an application', async () => {
  const site = await addSite(world.db, world.companies.north)
  const applicant = async () =>
    (await world.db.selectFrom('project').select('applicant_path').where('id', '=', site.project).executeTakeFirstOrThrow())
      .applicant_path
  await world.db
    .updateTable('project')
    .set({ applicant_path: world.companies.north.path })
    .where('id', '=', site.project)
    .execute()
  const { id } = await order(site, world.companies.south.id)
  await runHandOver(world.systemCtx, id)
  expect(await applicant()).toBe(world.companies.south.path)
})

test('a company’s rows are counted once, not per device', async () => {
  const site = await addSite(world.db, world.companies.north)
  await sql`insert into device (company_id, path, customer_id, project_id, gateway_id, model_id, code, name, deleted_at)
    select company_id, path, customer_id, project_id, gateway_id, model_id, code || '-' || n, name, case when n > 50 then now() end
    from device, generate_series(1, 60) as n where id = ${site.device}`.execute(world.db)
  await world.db.updateTable('file').set({ company_id: world.companies.north.id, path: world.companies.north.path }).execute()
  const file = await world.db.selectFrom('file').select(['id', 'size']).where('purpose', '<>', 'export').executeTakeFirst()
  await world.db
    .updateTable('work_order')
    .set({ photos: file ? [file.id] : [] })
    .where('project_id', '=', site.project)
    .execute()
  const counts = async (companyId: number) => {
    const { rows } = await sql<{ projects: number; devices: number; storage: number }>`
      select projects, devices, storage from company_count where company_id = ${companyId}`.execute(world.db)
    return rows[0] ?? { projects: 0, devices: 0, storage: 0 }
  }
  const counted = async (companyId: number) => {
    const { rows } = await sql<{ projects: number; devices: number; storage: number }>`select
      (select count(*) from project where company_id = ${companyId} and deleted_at is null)::int as projects,
      (select count(*) from device where company_id = ${companyId} and deleted_at is null)::int as devices,
      (select coalesce(sum(size), 0) from file where company_id = ${companyId} and purpose <> 'export')::bigint as storage`.execute(
      world.db,
    )
    return rows[0]
  }
  const { id } = await order(site, world.companies.south.id)
  await sql`create table count_writes (company_id bigint)`.execute(world.db)
  await sql
    .raw(
      `create function note_count() returns trigger language plpgsql as $$
       begin insert into count_writes values (new.company_id); return null; end $$;
       create trigger noted after update on company_count for each row execute function note_count()`,
    )
    .execute(world.db)
  const before = await counts(world.companies.south.id)
  await runHandOver(world.systemCtx, id)
  const { rows } = await sql<{ company_id: number }>`select company_id from count_writes order by 1`.execute(world.db)
  await sql`drop trigger noted on company_count`.execute(world.db)
  expect(rows.map(({ company_id }) => company_id)).toEqual([world.companies.north.id, world.companies.south.id])
  expect((await counts(world.companies.south.id)).devices - before.devices).toBe(51)
  for (const company of [world.companies.north.id, world.companies.south.id])
    expect(await counts(company)).toEqual(await counted(company))
  // Late rows are moved away from the former company.
  await world.db
    .updateTable('device')
    .set({ company_id: world.companies.north.id, path: world.companies.north.path })
    .where('id', '=', site.device)
    .execute()
  await runHandOver(world.systemCtx, id)
  for (const company of [world.companies.north.id, world.companies.south.id])
    expect(await counts(company)).toEqual(await counted(company))
})
