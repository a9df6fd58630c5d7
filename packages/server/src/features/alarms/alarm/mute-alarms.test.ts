import { alarmCode } from '@emberwatch/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { liveAlarms } from '../../overview/home/home.reads.ts'
import { addAlarm, addSite, tracesOf, type Site } from './alarm.fixture.ts'
import { confirmAlarm } from './lifecycle/transition-alarm.ts'
import { muteAlarms } from './mute-alarms.ts'

let world: TestWorld
let site: Site
let north: Ctx
let siter: Ctx

beforeAll(async () => {
  world = await testWorld()
  site = await addSite(world.db, world.companies.north)
  north = await world.ctxOf(world.accounts.northAdmin)
  siter = await world.ctxOf(world.accounts.siterAdmin)
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.db.deleteFrom('alarm_open').execute()
  await world.db.deleteFrom('alarm').execute()
})

const minutesAgo = (minutes: number): Date => new Date(world.clock.now().getTime() - minutes * 60_000)
const sounding = async (ctx: Ctx): Promise<number[]> => (await liveAlarms(ctx, {})).sounding

test('every unconfirmed fire of the caller’s scope sounds, the oldest first, and nothing else does', async () => {
  const late = await addAlarm(world.db, site, { first_at: minutesAgo(1) })
  const early = await addAlarm(world.db, site, { first_at: minutesAgo(9) })
  await addAlarm(world.db, site, { state: 'confirmed' })
  await addAlarm(world.db, site, { state: 'cleared' })
  await addAlarm(world.db, site, { level: 'warning' })
  await addAlarm(world.db, site, { test: true })
  expect(await sounding(north)).toEqual([early.id, late.id])
  expect(await liveAlarms(north, {})).toMatchObject({ total: 5, unconfirmed: 4 })
  expect(await sounding(await world.ctxOf(world.accounts.southAdmin))).toEqual([])
})

test('the count and the sounding fires are not limited by the list', async () => {
  for (let index = 0; index < 5; index++) await addAlarm(world.db, site)
  const answer = await liveAlarms(north, { limit: 2 })
  expect(answer.list).toHaveLength(2)
  expect(answer).toMatchObject({ unconfirmed: 5 })
  expect(answer.sounding).toHaveLength(5)
})

test('a mute applies to one person and those alarms only, and is audited', async () => {
  const [muted, other] = [await addAlarm(world.db, site), await addAlarm(world.db, site)]
  await muteAlarms(north, { ids: [muted.id] })
  expect(await sounding(north)).toEqual([other.id])
  expect(await sounding(siter)).toEqual([muted.id, other.id])
  const { audits } = await tracesOf(world.db, 'alarm', muted.id)
  expect(audits).toMatchObject([
    {
      action: 'alarm.mute',
      actor_id: north.actor.accountId,
      changes: { muted: [null, [alarmCode(muted.id, muted.first_at, muted.timeZone)]] },
      result: 'ok',
    },
  ])
  const emitted = await world.db
    .selectFrom('live_event')
    .select(['change', 'account_id', 'path'])
    .where('change', '=', 'muted')
    .execute()
  expect(emitted).toEqual([{ change: 'muted', account_id: north.actor.accountId, path: '' }])
})

test('muting twice, and muting what somebody has confirmed meanwhile, changes nothing', async () => {
  const [twice, confirmed] = [await addAlarm(world.db, site), await addAlarm(world.db, site)]
  await muteAlarms(north, { ids: [twice.id] })
  await confirmAlarm(siter, { id: confirmed.id })
  await muteAlarms(north, { ids: [twice.id, confirmed.id] })
  expect(
    await world.db.selectFrom('alarm_mute').select('alarm_id').where('alarm_id', 'in', [twice.id, confirmed.id]).execute(),
  ).toEqual([{ alarm_id: twice.id }])
})

test('a fire that is raised again after a confirmation sounds again for those who had muted it', async () => {
  const { id } = await addAlarm(world.db, site)
  await muteAlarms(north, { ids: [id] })
  expect(await sounding(north)).toEqual([])
  await confirmAlarm(siter, { id })
  await world.db.updateTable('alarm').set({ state: 'unconfirmed' }).where('id', '=', id).execute()
  expect(await sounding(north)).toEqual([id])
})

test('somebody signed in as another user cannot silence that person’s fires', async () => {
  const { id } = await addAlarm(world.db, site)
  const borrowed: Ctx = {
    ...north,
    actor: { ...north.actor, issuer: { accountId: siter.actor.accountId ?? 0, name: 'Support' } } as Ctx['actor'],
  }
  await expect(muteAlarms(borrowed, { ids: [id] })).rejects.toMatchObject({ reason: 'notInPerson' })
  expect(await sounding(north)).toEqual([id])
})

test('a mute for some minutes ends by itself, and may be given again', async () => {
  const alarm = await addAlarm(world.db, site)
  await muteAlarms(north, { ids: [alarm.id], minutes: 5 })
  expect(await sounding(north)).toEqual([])
  world.clock.forward(4 * 60_000)
  expect(await sounding(north)).toEqual([])
  world.clock.forward(61_000)
  expect(await sounding(north)).toEqual([alarm.id])
  await muteAlarms(north, { ids: [alarm.id] })
  world.clock.forward(86_400_000)
  expect(await sounding(north)).toEqual([])
})

test('a mute for some minutes does not last longer because the clock was set back', async () => {
  const alarm = await addAlarm(world.db, site)
  await muteAlarms(north, { ids: [alarm.id], minutes: 30 })
  expect(await sounding(north)).toEqual([])
  world.clock.forward(-2 * 3_600_000)
  expect(await sounding(north)).toEqual([alarm.id])
  await muteAlarms(north, { ids: [alarm.id], minutes: 5 })
  expect(await sounding(north)).toEqual([])
  world.clock.forward(6 * 60_000)
  expect(await sounding(north)).toEqual([alarm.id])
  world.clock.forward(2 * 3_600_000 - 6 * 60_000)
})

test('lesser alarms sound separately from fires, each level on its own, until somebody mutes them', async () => {
  const warning = await addAlarm(world.db, site, { level: 'warning' })
  const notice = await addAlarm(world.db, site, { level: 'notice' })
  await addAlarm(world.db, site, { level: 'notice', state: 'confirmed' })
  expect(await liveAlarms(north, {})).toMatchObject({
    sounding: [],
    soundingWarnings: [warning.id],
    soundingNotices: [notice.id],
  })
  await muteAlarms(north, { ids: [warning.id] })
  expect(await liveAlarms(north, {})).toMatchObject({ soundingWarnings: [], soundingNotices: [notice.id] })
})

test('tests of people that this person has not put aside are named, and never sound', async () => {
  const tried = { test: true, tried_by: north.actor.accountId }
  const [one, other] = [await addAlarm(world.db, site, tried), await addAlarm(world.db, site, tried)]
  await addAlarm(world.db, site, { test: true })
  await addAlarm(world.db, site, { ...tried, state: 'confirmed' })
  const silent = { sounding: [], soundingWarnings: [], soundingNotices: [] }
  expect(await liveAlarms(siter, {})).toMatchObject({ ...silent, tests: [one.id, other.id] })
  await muteAlarms(siter, { ids: [one.id] })
  expect(await liveAlarms(siter, {})).toMatchObject({ ...silent, tests: [other.id] })
  expect((await liveAlarms(north, {})).tests).toEqual([one.id, other.id])
})
