import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ctx } from '../../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../../testing/context.ts'
import { useIngest, rowsOf, send } from '../../../ingest/ingest/ingest.testing.ts'
import { takeAndConfirm } from '../../alarm-desk/alarm-desk.verbs.ts'
import { alarmDetail } from '../alarm-detail.reads.ts'
import { addAlarm, addSite, alarmAfter, tracesOf, type Site } from '../alarm.fixture.ts'
import type { StoredAlarm } from '../alarm.store.ts'
import { confirmAlarm, misreportAlarm, resolveAlarm } from './transition-alarm.ts'

/** What a person does about an alarm that was raised again since they saw it: a new fire, which nobody has seen. */

let world: TestWorld
let site: Site
let north: Ctx
beforeAll(async () => {
  world = await testWorld()
  site = await addSite(world.db, world.companies.north)
  north = await world.ctxOf(world.accounts.northAdmin)
})
afterAll(() => world.stop())

/** As an operator sees it: with the reason that closing an active alarm needs. */
const acts: Record<string, (ctx: Ctx, id: number, raisedAt?: string) => Promise<unknown>> = {
  confirm: (ctx, id, raisedAt) => confirmAlarm(ctx, { id, ...(raisedAt ? { raisedAt } : {}) }),
  'take and confirm': (ctx, id, raisedAt) => takeAndConfirm(ctx, { id, ...(raisedAt ? { raisedAt } : {}) }),
  resolve: (ctx, id, raisedAt) =>
    resolveAlarm(ctx, { id, handleWay: 'onSite', note: 'x', reason: 'reset tomorrow', ...(raisedAt ? { raisedAt } : {}) }),
  misreport: (ctx, id, raisedAt) =>
    misreportAlarm(ctx, { id, cause: 'steam', reason: 'reset tomorrow', ...(raisedAt ? { raisedAt } : {}) }),
}

/** Confirmed, restored and reported again, as ingest does it (fold.batch.ts). */
const raiseAgain = async ({ id }: StoredAlarm): Promise<string> => {
  const at = world.clock.now()
  const again = {
    state: 'unconfirmed',
    source_active: true,
    test: false,
    raised_at: at,
    last_at: at,
    confirmed_at: null,
  } as const
  await world.db.updateTable('alarm').set(again).where('id', '=', id).execute()
  return at.toISOString()
}

describe.each(Object.keys(acts))('%s', (name) => {
  const act = acts[name] ?? (() => Promise.reject(new Error(name)))

  test('is refused for an alarm raised again since it was seen, and leaves no trace', async () => {
    const before = await addAlarm(world.db, site, {
      source_active: true,
      first_at: new Date(world.clock.now().getTime() - 60_000),
    })
    const seen = (await alarmDetail(north, { id: before.id })).raisedAt
    const when = await raiseAgain(before)
    const now = await alarmAfter(world.db, before.id)
    await expect(act(north, before.id, seen)).rejects.toMatchObject({ reason: 'raisedAgain', params: { when } })
    expect(await alarmAfter(world.db, before.id)).toEqual(now)
    expect(await tracesOf(world.db, 'alarm', before.id)).toMatchObject({ journey: [], audits: [], open: { length: 1 } })
    expect(await world.db.selectFrom('desk_hold').selectAll().execute()).toEqual([])
    // Whoever has looked at the new one acts on it.
    expect((await alarmDetail(north, { id: before.id })).raisedAt).toBe(when)
    await act(north, before.id, when)
    expect((await alarmAfter(world.db, before.id)).state).not.toBe('unconfirmed')
    await world.db.deleteFrom('desk_hold').execute()
  })

  test('works without saying what was seen, as the specification has it', async () => {
    const alarm = await addAlarm(world.db, site, { source_active: true })
    await raiseAgain(alarm)
    await act(north, alarm.id)
    expect((await alarmAfter(world.db, alarm.id)).state).not.toBe('unconfirmed')
    await world.db.deleteFrom('desk_hold').execute()
  })
})

test('an alarm that somebody else has closed says who did, however often it was raised', async () => {
  const alarm = await addAlarm(world.db, site)
  await raiseAgain(alarm)
  await misreportAlarm(north, { id: alarm.id, cause: 'dust', reason: 'x' })
  const late = confirmAlarm(north, { id: alarm.id, raisedAt: alarm.first_at })
  await expect(late).rejects.toMatchObject({ reason: 'wrongState', params: { who: 'North Admin' } })
})

describe('the event of a raise', () => {
  const t = useIngest()
  const say = (code: string) => send(t, { reports: [{ device: t.device.code, code, format: 'CID' }] })

  test('says since when the alarm that was raised again waits, as a list does', async () => {
    await say('1110')
    await t.db.updateTable('alarm').set({ state: 'confirmed' }).where('path', '=', t.site.path).execute()
    await say('3110')
    await say('1110')
    const [alarm] = await rowsOf.alarms(t)
    const events = (await rowsOf.events(t)).filter(({ kind }) => kind === 'alarm')
    expect(alarm?.raised_at).not.toBeNull()
    expect(events.map(({ change, data }) => [change, (data as { raisedAt?: string }).raisedAt])).toEqual([
      ['raised', undefined],
      ['restored', undefined],
      ['raisedAgain', alarm?.raised_at],
    ])
  })
})
