import { limits } from '@emberwatch/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addAlarm, addSite, alarmAfter, tracesOf, type Site } from '../alarm/alarm.fixture.ts'
import { alarmDetail } from '../alarm/alarm-detail.reads.ts'
import { pageAlarms } from '../alarm/alarm.reads.ts'
import { alarmsBeside } from '../alarm/alarms-beside.reads.ts'
import { confirmAlarm, resolveAlarm } from '../alarm/lifecycle/transition-alarm.ts'
import { recordDueBreaches } from '../alarm/lifecycle/record-breaches.ts'
import { homeFigures, liveAlarms } from '../../overview/home/home.reads.ts'
import { deskCounts, waitingAlarms } from './alarm-desk.reads.ts'
import { assignSite, present, releaseSite, takeAndConfirm, takeSite } from './alarm-desk.verbs.ts'
import { endDeskHolds } from './end-holds.ts'
import { colleagues } from './operators.ts'

let world: TestWorld
let site: Site
let agentSite: Site
let north: Ctx
let siter: Ctx
let south: Ctx
let system: Ctx

beforeAll(async () => {
  world = await testWorld()
  site = await addSite(world.db, world.companies.north)
  agentSite = await addSite(world.db, world.companies.northAgent)
  north = await world.ctxOf(world.accounts.northAdmin)
  siter = await world.ctxOf(world.accounts.siterAdmin)
  south = await world.ctxOf(world.accounts.southAdmin)
  system = world.systemCtx
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.db.deleteFrom('alarm_open').execute()
  await world.db.deleteFrom('alarm').execute()
  await world.db.deleteFrom('desk_hold').execute()
})

const minutesAgo = (minutes: number): Date => new Date(world.clock.now().getTime() - minutes * 60_000)
const idOf = (ctx: Ctx): number => ctx.actor.accountId ?? 0
const holds = () => world.db.selectFrom('desk_hold').selectAll().execute()
const breaches = () => world.db.selectFrom('alarm_breach').selectAll().orderBy('due_at').execute()
const messagesTo = async (ctx: Ctx) =>
  (await world.db.selectFrom('message').select('type').where('account_id', '=', idOf(ctx)).orderBy('id').execute()).map(
    ({ type }) => type,
  )
const auditsOf = (action: string) =>
  world.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', action as never)
    .orderBy('id')
    .execute()
const eventsOf = (change: string) => world.db.selectFrom('live_event').selectAll().where('change', '=', change).execute()

describe('a site', () => {
  test('is handled by the person who has taken it; the others see who and since when, and may take it over', async () => {
    const alarm = await addAlarm(world.db, site)
    await takeSite(north, { projectId: site.project })
    const since = (await holds())[0]?.taken_at
    const refused = { reason: 'heldByOther', params: { who: north.actor.name, when: since } }
    await expect(confirmAlarm(siter, { id: alarm.id })).rejects.toMatchObject(refused)
    await expect(resolveAlarm(siter, { id: alarm.id, handleWay: 'onSite', note: 'n' })).rejects.toMatchObject(refused)
    await expect(takeSite(siter, { projectId: site.project })).rejects.toMatchObject(refused)
    expect(await alarmAfter(world.db, alarm.id)).toMatchObject({ state: 'unconfirmed' })
    expect(await alarmDetail(siter, { id: alarm.id })).toMatchObject({
      holderId: idOf(north),
      holderName: north.actor.name,
      heldAt: since,
      holderAbsent: false,
    })

    // The second click.
    await takeAndConfirm(siter, { id: alarm.id, from: idOf(north) })
    expect(await alarmAfter(world.db, alarm.id)).toMatchObject({ state: 'confirmed', confirmed_by: idOf(siter) })
    expect(await holds()).toMatchObject([{ project_id: site.project, account_id: idOf(siter) }])
    expect(await messagesTo(north)).toContain('siteTaken')
    expect((await auditsOf('alarmDesk.take')).at(-1)).toMatchObject({
      actor_id: idOf(siter),
      object_kind: 'project',
      object_id: String(site.project),
      changes: { holder: [north.actor.name, siter.actor.name] },
    })
    const { journey } = await tracesOf(world.db, 'alarm', alarm.id)
    expect(journey.map(({ step, actor_id }) => [step, actor_id])).toEqual([
      ['siteTaken', idOf(north)],
      ['siteTaken', idOf(siter)],
      ['confirmed', idOf(siter)],
    ])
    expect((await eventsOf('siteTaken')).at(-1)).toMatchObject({
      kind: 'alarm',
      object_id: null,
      project_id: site.project,
      data: { projectId: site.project, holderId: idOf(siter), formerId: idOf(north), by: siter.actor.name },
    })
  })

  test('stays with its holder if the alarm that another person wants to take can no longer be confirmed', async () => {
    const alarm = await addAlarm(world.db, site)
    await takeSite(north, { projectId: site.project })
    await resolveAlarm(north, { id: alarm.id, handleWay: 'onSite', note: 'n' })
    await expect(takeAndConfirm(siter, { id: alarm.id, from: idOf(north) })).rejects.toMatchObject({ reason: 'wrongState' })
    expect(await holds()).toMatchObject([{ account_id: idOf(north) }])
  })

  test('of two who take it at the same moment, one wins and the other learns who', async () => {
    for (let round = 0; round < 5; round++) {
      await world.db.deleteFrom('desk_hold').execute()
      const results = await Promise.allSettled([
        takeSite(north, { projectId: site.project }),
        takeSite(siter, { projectId: site.project }),
      ])
      const lost = results.filter((result) => result.status === 'rejected')
      expect(lost).toHaveLength(1)
      const [held] = await holds()
      const winner = held?.account_id === idOf(north) ? north : siter
      expect(lost[0]?.reason).toMatchObject({ reason: 'heldByOther', params: { who: winner.actor.name } })
    }
  })

  test('cannot be taken over without naming its holder', async () => {
    await takeSite(north, { projectId: site.project })
    await expect(takeSite(siter, { projectId: site.project, from: idOf(south) })).rejects.toMatchObject({ reason: 'heldByOther' })
    await expect(releaseSite(siter, { projectId: site.project })).rejects.toMatchObject({ reason: 'heldByOther' })
    await releaseSite(north, { projectId: site.project })
    expect(await holds()).toEqual([])
    expect((await auditsOf('alarmDesk.release')).at(-1)).toMatchObject({ changes: { holder: [north.actor.name, null] } })
  })

  test('of another company does not exist for the caller', async () => {
    for (const attempt of [
      () => takeSite(south, { projectId: site.project }),
      () => releaseSite(south, { projectId: site.project }),
      () => assignSite(south, { projectId: site.project, accountId: idOf(south) }),
      () => colleagues(south, { projectId: site.project }),
    ])
      await expect(attempt()).rejects.toMatchObject({ reason: 'notFound' })
    expect(await holds()).toEqual([])
  })

  test('is given only to somebody who sees it and may confirm its alarms', async () => {
    const choices = (await colleagues(north, { projectId: site.project })).map(({ value }) => value)
    expect(choices).toContain(idOf(north))
    expect(choices).not.toContain(idOf(south))
    // Above the caller: they see the site, but the caller does not see them.
    expect(choices).not.toContain(idOf(siter))
    await expect(assignSite(siter, { projectId: site.project, accountId: idOf(south) })).rejects.toMatchObject({
      reason: 'operatorUnfit',
      field: 'accountId',
    })
    await assignSite(siter, { projectId: site.project, accountId: idOf(north), note: 'Please' })
    expect(await holds()).toMatchObject([{ account_id: idOf(north), given_by: idOf(siter), note: 'Please' }])
    expect(await messagesTo(north)).toContain('siteAssigned')
    expect((await auditsOf('alarmDesk.assign')).at(-1)).toMatchObject({ actor_id: idOf(siter) })
    // The person who assigned it is not its holder.
    await expect(assignSite(siter, { projectId: site.project, accountId: idOf(siter) })).rejects.toMatchObject({
      reason: 'heldByOther',
    })
  })

  test('does not wait for an absent holder, and is theirs again as soon as they do something', async () => {
    await world.tokenOf(world.accounts.northAdmin)
    const alarm = await addAlarm(world.db, site)
    await takeSite(north, { projectId: site.project })
    const silentFor = async (minutes: number) => {
      const seen_at = new Date(Date.now() - minutes * 60_000)
      await world.db.updateTable('desk_hold').set({ seen_at }).execute()
    }
    await silentFor(limits.deskAbsentMinutes + 1)
    expect(await alarmDetail(siter, { id: alarm.id })).toMatchObject({ holderId: idOf(north), holderAbsent: true })
    expect(await present(north)).toEqual({ held: 1 })
    expect(await present(siter)).toEqual({ held: 0 })
    expect(await alarmDetail(siter, { id: alarm.id })).toMatchObject({ holderAbsent: false })
    expect(await endDeskHolds(system)).toBe(0)
    await silentFor(limits.deskAbsentMinutes + 1)
    expect(await endDeskHolds(system)).toBe(0)
    await confirmAlarm(siter, { id: alarm.id })
    await silentFor(limits.deskLapseMinutes + 1)
    expect(await endDeskHolds(system)).toBe(1)
    expect(await holds()).toEqual([])
    expect(await messagesTo(north)).toContain('siteLapsed')
    expect((await auditsOf('alarmDesk.lapse')).at(-1)).toMatchObject({
      actor_id: null,
      changes: { holder: [north.actor.name, null] },
    })
    expect(await eventsOf('siteLapsed')).toHaveLength(1)
  })

  test('does not wait for a holder last seen before the clock was set back', async () => {
    const alarm = await addAlarm(world.db, site)
    await takeSite(north, { projectId: site.project })
    await world.db
      .updateTable('desk_hold')
      .set({ seen_at: minutesAgo(-limits.deskLapseMinutes - 1) })
      .execute()
    await confirmAlarm(siter, { id: alarm.id })
    expect(await endDeskHolds(system)).toBe(1)
  })

  test('that was deleted meanwhile does not keep the others from being freed', async () => {
    for (const projectId of [site.project, agentSite.project]) await takeSite(north, { projectId })
    await world.db
      .updateTable('desk_hold')
      .set({ seen_at: minutesAgo(limits.deskLapseMinutes + 1) })
      .execute()
    const deleted = (at: Date | null) =>
      world.db.updateTable('project').set({ deleted_at: at }).where('id', '=', site.project).execute()
    await deleted(world.clock.now())
    expect(await endDeskHolds(system)).toBe(2)
    expect(await holds()).toEqual([])
    await deleted(null)
  })

  test('is freed when its holder’s last session ends', async () => {
    await takeSite(north, { projectId: site.project })
    expect(await endDeskHolds(system)).toBe(0)
    await world.db.deleteFrom('session').where('account_id', '=', idOf(north)).execute()
    expect(await endDeskHolds(system)).toBe(1)
    await world.tokenOf(world.accounts.northAdmin)
  })
})

describe('the queue', () => {
  test('is ordered by level, then by age, and counts the alarms behind each chip', async () => {
    const notice = await addAlarm(world.db, site, { level: 'notice', first_at: minutesAgo(90) })
    const young = await addAlarm(world.db, site, { first_at: minutesAgo(1) })
    const warning = await addAlarm(world.db, agentSite, { level: 'warning', first_at: minutesAgo(60), state: 'confirmed' })
    const old = await addAlarm(world.db, agentSite, {
      first_at: minutesAgo(5),
      acknowledge_due_at: minutesAgo(4),
    })
    await addAlarm(world.db, site, { state: 'cleared', first_at: minutesAgo(3) })
    await takeSite(north, { projectId: agentSite.project })
    const inOrder = (await pageAlarms(north, { sort: 'urgency', order: 'asc' })).list.map(({ id }) => id)
    expect(inOrder).toEqual([old.id, young.id, warning.id, notice.id])
    const first = await pageAlarms(north, { sort: 'urgency', order: 'asc', pageSize: 3 })
    const rest = await pageAlarms(north, { sort: 'urgency', order: 'asc', pageSize: 3, cursor: first.next ?? '' })
    expect([...first.list, ...rest.list].map(({ id }) => id)).toEqual(inOrder)
    expect((await waitingAlarms(north)).list.map(({ id }) => id)).toEqual([old.id, young.id, notice.id])
    expect(await waitingAlarms(south)).toEqual({ list: [], complete: true })
    // Unconfirmed alarms come first on the home page.
    expect((await liveAlarms(north, {})).list.map(({ id }) => id)).toEqual([old.id, young.id, notice.id, warning.id])
    expect(await deskCounts(north)).toEqual({ live: 4, mine: 2, unconfirmed: 3, breached: 1 })
    expect(await deskCounts(siter)).toMatchObject({ mine: 0 })
    expect((await pageAlarms(north, { heldByMe: true })).list.map(({ id }) => id)).toEqual([old.id, warning.id])
    expect((await pageAlarms(north, { heldByMe: false })).list).toHaveLength(3)
  })
})

test('tests of people come after everything real, however old; those of a site on test are not in the queue', async () => {
  const long = { first_at: minutesAgo(90), test: true, acknowledge_due_at: null }
  const tried = await addAlarm(world.db, site, { ...long, tried_by: idOf(north) })
  const onTest = await addAlarm(world.db, site, long)
  const notice = await addAlarm(world.db, site, { level: 'notice', first_at: minutesAgo(1) })
  const fire = await addAlarm(world.db, site, { first_at: minutesAgo(2) })
  const { list } = await waitingAlarms(north)
  expect(list.map(({ id, test: isTest }) => [id, isTest])).toEqual([
    [fire.id, false],
    [notice.id, false],
    [tried.id, true],
  ])
  const inOrder = [fire.id, notice.id, tried.id, onTest.id]
  expect((await liveAlarms(north, {})).list.map(({ id }) => id)).toEqual(inOrder)
  // However many tests there are, a short list has what is real.
  expect((await liveAlarms(north, { limit: 2 })).list.map(({ id }) => id)).toEqual([fire.id, notice.id])
  expect((await pageAlarms(north, { sort: 'urgency', order: 'asc' })).list.map(({ id }) => id)).toEqual(inOrder)
  const first = await pageAlarms(north, { open: true, pageSize: 3 })
  expect((await pageAlarms(north, { open: true, pageSize: 3, cursor: first.next ?? '' })).list.map(({ id }) => id)).toEqual([
    onTest.id,
  ])
  // From one to the next: a test leads to the next test, and not back among what is real.
  const walked: number[] = []
  for (let id: number | null = fire.id; id !== null && walked.length < 9;) {
    walked.push(id)
    const step: { next: number | null } = await alarmsBeside(north, { id, open: true })
    id = step.next
  }
  expect(walked).toEqual(inOrder)
})

describe('response clocks', () => {
  const due = (acknowledge: number, close: number) => ({
    acknowledge_due_at: minutesAgo(acknowledge),
    close_due_at: minutesAgo(close),
    breach_due_at: minutesAgo(Math.max(acknowledge, close)),
  })

  test('are recorded once when exceeded, with the time at which they were due, and sent live', async () => {
    const alarm = await addAlarm(world.db, site, { first_at: minutesAgo(10), ...due(8, -5) })
    const calm = await addAlarm(world.db, site, { ...due(-1, -9), breach_due_at: minutesAgo(-1) })
    expect(await recordDueBreaches(system)).toBe(1)
    expect(await recordDueBreaches(system)).toBe(0)
    const [breach] = (await breaches()).filter(({ alarm_id }) => alarm_id === alarm.id)
    expect(breach).toMatchObject({ clock: 'acknowledge', due_at: minutesAgo(8).toISOString(), answered_at: null })
    expect(await alarmAfter(world.db, alarm.id)).toMatchObject({
      breached_at: minutesAgo(8).toISOString(),
      breach_due_at: minutesAgo(-5).toISOString(),
    })
    const { journey, audits, events } = await tracesOf(world.db, 'alarm', alarm.id)
    expect(journey).toMatchObject([{ step: 'breached', at: minutesAgo(8).toISOString(), detail: { clock: 'acknowledge' } }])
    expect(audits).toMatchObject([{ action: 'alarm.breach', actor_id: null }])
    expect(events).toMatchObject([{ change: 'breached', data: { level: 'fire' } }])
    expect((await pageAlarms(north, { everBreached: true })).list.map(({ id }) => id)).toEqual([alarm.id])
    expect((await pageAlarms(north, { everBreached: false })).list.map(({ id }) => id)).toEqual([calm.id])
    expect(await homeFigures(north)).toMatchObject({ breachedAlarms: 1 })
    await expect(world.db.deleteFrom('alarm_breach').execute()).rejects.toThrow()
  })

  test('are each notified once, even if nobody has responded to the first when the second is exceeded', async () => {
    const alarm = await addAlarm(world.db, site, { first_at: minutesAgo(10), ...due(8, -5) })
    expect(await recordDueBreaches(system)).toBe(1)
    const closeDue = { close_due_at: minutesAgo(1), breach_due_at: minutesAgo(1) }
    await world.db.updateTable('alarm').set(closeDue).where('id', '=', alarm.id).execute()
    expect(await recordDueBreaches(system)).toBe(1)
    const { journey, audits, events } = await tracesOf(world.db, 'alarm', alarm.id)
    expect(journey.map(({ detail }) => detail)).toEqual([{ clock: 'acknowledge' }, { clock: 'close' }])
    expect([audits.length, events.length]).toEqual([2, 2])
    expect(await alarmAfter(world.db, alarm.id)).toMatchObject({ breached_at: minutesAgo(8).toISOString(), breach_due_at: null })
  })

  test('exceeded during downtime count as if the program had run', async () => {
    const alarm = await addAlarm(world.db, site, { first_at: minutesAgo(60), ...due(50, 10) })
    // No job looked for breaches before it was confirmed and then closed.
    await confirmAlarm(north, { id: alarm.id })
    const ofAlarm = async () => (await breaches()).filter(({ alarm_id }) => alarm_id === alarm.id)
    const now = world.clock.now().toISOString()
    expect(await ofAlarm()).toMatchObject([
      { clock: 'acknowledge', due_at: minutesAgo(50).toISOString(), answered_at: now, answered_by: idOf(north) },
      { clock: 'close', due_at: minutesAgo(10).toISOString(), answered_at: null },
    ])
    expect(await recordDueBreaches(system)).toBe(0)
    await resolveAlarm(north, { id: alarm.id, handleWay: 'onSite', note: 'n' })
    expect((await ofAlarm()).map(({ answered_at }) => answered_at)).toEqual([now, now])
    expect(await alarmDetail(north, { id: alarm.id })).toMatchObject({
      breachedAt: minutesAgo(50).toISOString(),
      acknowledgeLateS: 50 * 60,
      closeLateS: 10 * 60,
      closeDueAt: null,
    })
    expect((await pageAlarms(north, { everBreached: true })).list.map(({ id }) => id)).toEqual([alarm.id])
    expect(await recordDueBreaches(system)).toBe(0)
  })

  test('that were answered in time leave nothing', async () => {
    const alarm = await addAlarm(world.db, site, { first_at: minutesAgo(1), ...due(-1, -30), breach_due_at: minutesAgo(-1) })
    await confirmAlarm(north, { id: alarm.id })
    expect(await alarmAfter(world.db, alarm.id)).toMatchObject({
      breached_at: null,
      breach_due_at: minutesAgo(-30).toISOString(),
    })
    await resolveAlarm(north, { id: alarm.id, handleWay: 'onSite', note: 'n' })
    expect(await alarmAfter(world.db, alarm.id)).toMatchObject({ breached_at: null, breach_due_at: null })
    expect((await breaches()).filter(({ alarm_id }) => alarm_id === alarm.id)).toEqual([])
  })

  test('of an alarm answered by other means delay nothing else', async () => {
    await addAlarm(world.db, site, { first_at: minutesAgo(60), state: 'confirmed', breach_due_at: minutesAgo(50) })
    const alarm = await addAlarm(world.db, site, { first_at: minutesAgo(10), ...due(8, -5) })
    expect(await recordDueBreaches(system)).toBe(1)
    expect((await alarmAfter(world.db, alarm.id)).breached_at).not.toBeNull()
    expect(await recordDueBreaches(system)).toBe(0)
  })

  test('of thousands are recorded in a few transactions', async () => {
    const { id } = await addAlarm(world.db, site, { first_at: minutesAgo(10), ...due(8, -5) })
    const columns = sql.raw(
      'company_id, path, type_id, level, source_format, source_code, first_at, last_at, acknowledge_due_at, breach_due_at',
    )
    await sql`insert into alarm (${columns}) select ${columns} from alarm, generate_series(1, 450) where id = ${id}`.execute(
      world.db,
    )
    expect(await recordDueBreaches(system)).toBe(451)
    expect(await recordDueBreaches(system)).toBe(0)
  })
})
