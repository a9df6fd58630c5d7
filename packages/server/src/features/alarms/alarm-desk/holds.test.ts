import { limits } from '@emberwatch/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addSite, type Site } from '../alarm/alarm.fixture.ts'
import { agreeJoin, applyToJoin } from '../../sites/project-join/project-join.verbs.ts'
import { endDeskHolds, Steadiness } from './end-holds.ts'
import { takeSite } from './alarm-desk.verbs.ts'

let world: TestWorld
let site: Site
let north: Ctx
let system: Ctx

beforeAll(async () => {
  world = await testWorld()
  site = await addSite(world.db, world.companies.north)
  north = await world.ctxOf(world.accounts.northAdmin)
  await world.tokenOf(world.accounts.northAdmin)
  system = world.systemCtx
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.db.deleteFrom('desk_hold').execute()
})

const minutesAgo = (minutes: number): Date => new Date(world.clock.now().getTime() - minutes * 60_000)
const idOf = (ctx: Ctx): number => ctx.actor.accountId ?? 0
const holds = () => world.db.selectFrom('desk_hold').selectAll().execute()
const audits = () => world.db.selectFrom('audit_log').select('id').where('action', '=', 'alarmDesk.take').execute()
const events = () => world.db.selectFrom('live_event').select('id').where('change', '=', 'siteTaken').execute()

test('a start, an interruption or a clock change frees nobody’s site: holders get time to be heard from again', async () => {
  const minute = 60_000
  const settle = limits.deskAbsentMinutes * minute
  const steadiness = new Steadiness()
  let [wall, running] = [Date.now(), 0]
  const after = (ms: number, step = 0): boolean => {
    running += ms
    wall += ms + step
    return steadiness.look(new Date(wall), running)
  }
  expect(after(0)).toBe(false)
  const settled = () => {
    for (let passed = 0; passed < settle - 5_000; passed += 5_000) expect(after(5_000)).toBe(false)
    expect(after(5_000)).toBe(true)
  }
  settled()
  for (const step of [-120 * minute, 24 * 60 * minute]) {
    expect(after(5_000, step)).toBe(false)
    settled()
  }
  expect(after(limits.deskLapseMinutes * minute)).toBe(false)
  settled()

  await takeSite(north, { projectId: site.project })
  await world.db
    .updateTable('desk_hold')
    .set({ seen_at: minutesAgo(24 * 60) })
    .execute()
  expect(await endDeskHolds(system, { isSteady: false })).toBe(0)
  expect(await endDeskHolds(system)).toBe(1)
})

test('a holder who takes a site again causes no event', async () => {
  await takeSite(north, { projectId: site.project })
  const [before] = await holds()
  const [heard, audited] = [(await events()).length, (await audits()).length]
  await world.db
    .updateTable('desk_hold')
    .set({ seen_at: minutesAgo(10) })
    .execute()
  await takeSite(north, { projectId: site.project })
  expect(await holds()).toEqual([{ ...before, seen_at: world.clock.now().toISOString() }])
  expect((await events()).length).toBe(heard)
  expect((await audits()).length).toBe(audited)
})

test('an operator who sees a site as their own keeps it, and it may be assigned to them', async () => {
  const project = world.db.updateTable('project').where('id', '=', site.project)
  const role = await world.db
    .selectFrom('account_role')
    .select('role_id')
    .where('account_id', '=', idOf(north))
    .executeTakeFirstOrThrow()
  const scope = (data_scope: 'own' | 'branch') =>
    world.db.updateTable('role').set({ data_scope }).where('id', '=', role.role_id).execute()
  await scope('own')
  try {
    await world.tokenOf(world.accounts.northAdmin)
    const own = await world.ctxOf(world.accounts.northAdmin)
    await expect(takeSite(own, { projectId: site.project })).rejects.toMatchObject({ reason: 'notFound' })
    await project.set({ created_by: idOf(north) }).execute()
    await takeSite(own, { projectId: site.project })
    expect(await endDeskHolds(system)).toBe(0)
    expect(await holds()).toMatchObject([{ account_id: idOf(north) }])
    await project.set({ created_by: null }).execute()
    expect(await endDeskHolds(system)).toBe(1)
  } finally {
    await scope('branch')
  }
})

test('people of a company that joined a site with the right to its alarms keep it, others do not', async () => {
  const { code } = await world.db
    .updateTable('project')
    .set({ audit: 'approved' })
    .where('id', '=', site.project)
    .returning('code')
    .executeTakeFirstOrThrow()
  await world.tokenOf(world.accounts.southAgentAdmin)
  const stranger = await world.ctxOf(world.accounts.southAgentAdmin)
  const { id } = await applyToJoin(stranger, { code, note: '-' })
  await agreeJoin(north, { id, rights: ['alarm'] })
  const joined = await world.ctxOf(world.accounts.southAgentAdmin)
  await takeSite(joined, { projectId: site.project })
  expect(await endDeskHolds(system)).toBe(0)
  expect(await holds()).toMatchObject([{ account_id: idOf(joined) }])
  await world.db
    .updateTable('project_join')
    .set({ rights: ['fault'] })
    .where('id', '=', id)
    .execute()
  expect(await endDeskHolds(system)).toBe(1)
})
