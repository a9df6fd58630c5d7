import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addSite, tracesOf, type Site } from '../../alarms/alarm/alarm.fixture.ts'
import { createTeam } from '../duty/duty-team.verbs.ts'
import { newPerson, twoShifts } from '../duty/duty.fixture.ts'
import { pageRecords, smsResults } from '../../base/message-record/message-record.reads.ts'
import { resendRecord } from '../../base/message-record/resend-record.ts'
import { addCauses } from '../../alarms/notify-cause/cause.batch.ts'
import { recordOutcomes } from '../notify-provider/record-outcome.ts'
import type { Engine } from './engine.ts'
import { addProviders, addRule, addToList, clearNotifications, engineOf, raise, stepOf } from './notification.fixture.ts'
import { escalationOf } from './notification.reads.ts'
import { previewOf, type PreviewOf } from './preview.ts'
import { takeByPhone } from './take-by-phone.ts'

let world: TestWorld
let site: Site
let engine: Engine
let north: Ctx

beforeAll(async () => {
  world = await testWorld()
  site = await addSite(world.db, world.companies.north)
  north = await world.ctxOf(world.accounts.northAdmin)
  await addProviders(world.db, world.companies.siter)
})
afterAll(() => world.stop())
beforeEach(async () => {
  await clearNotifications(world.db)
  engine = engineOf(world)
})

const forward = async (seconds: number): Promise<void> => {
  world.clock.forward(seconds * 1000)
  await engine.round()
}
const runs = () => world.db.selectFrom('notification_run').selectAll().orderBy('id').execute()
const records = async () =>
  (await world.db.selectFrom('message_record').select(['receiver', 'channel', 'state']).orderBy('id').execute()).map(
    ({ receiver, channel, state }) => `${receiver} ${channel} ${state}`,
  )
const list = async (...names: string[]) => {
  for (const [index, name] of names.entries()) await addToList(world.db, site, index + 1, name)
}

describe('who is notified', () => {
  const leftOut = async () =>
    (await world.db.selectFrom('notification_step').select('left_out').execute()).flatMap(({ left_out: out }) =>
      out.map(({ name, channel, reason }) => `${name} ${channel ?? '*'} ${reason}`),
    )

  test('accounts that may see the project and are active; the others with the reason', async () => {
    const { northAdmin, southAdmin, northEngineer, northAgentAdmin } = world.accounts
    await world.db.updateTable('account').set({ enabled: false }).where('id', '=', northEngineer.id).execute()
    const accountIds = [northAdmin.id, southAdmin.id, northEngineer.id, northAgentAdmin.id]
    await addRule(world.db, world.companies.siter, {
      steps: [stepOf({ channels: ['inSite', 'sms'], receivers: [{ kind: 'accounts', accountIds }] })],
    })
    await raise(world, site)
    await engine.round()
    expect(await world.db.selectFrom('message').select('account_id').execute()).toEqual([{ account_id: northAdmin.id }])
    expect(await leftOut()).toEqual([
      'North Admin sms noAddress',
      'South Admin * outOfScope',
      'North Engineer * disabled',
      'North Agent Admin * outOfScope',
    ])
    await world.db.updateTable('account').set({ enabled: true }).where('id', '=', northEngineer.id).execute()
  })

  test('if the people on duty cannot be determined, the others are notified and it shows; with no others it is retried until it works', async () => {
    await list('Ann')
    const people = [await newPerson(world, 'Ada'), await newPerson(world, 'Ben'), await newPerson(world, 'Cem')]
    const { id: teamId } = await createTeam(north, twoShifts(people, world.clock.now().getTime()))
    const setZone = (time_zone: string) => world.db.updateTable('duty_team').set({ time_zone }).where('id', '=', teamId).execute()
    const duty = { kind: 'duty' as const, teamId }
    await addRule(world.db, world.companies.north, { steps: [stepOf({ receivers: [duty, { kind: 'callList' }] })] })
    await addRule(world.db, world.companies.north, { steps: [stepOf({ receivers: [duty], channels: ['inSite'] })] })
    const then = stepOf({ receivers: [{ kind: 'callList' }], channels: ['sms'], afterS: 60 })
    await addRule(world.db, world.companies.north, { steps: [stepOf({ receivers: [duty] }), then] })
    await setZone('Mars/Olympus')
    await raise(world, site)
    await engine.round()
    await forward(5)
    expect(await records()).toEqual(['Ann voice queued'])
    expect(await leftOut()).toEqual([' * failed'])
    const failed = world.db.selectFrom('audit_log').select('changes').where('action', '=', 'notificationRun.fail')
    expect(JSON.stringify(await failed.execute())).toContain(`duty ${teamId} RangeError`)
    const notified = world.db.selectFrom('message').select('account_id').where('account_id', 'in', people).orderBy('account_id')
    expect(await notified.execute()).toEqual([])
    // Nor does a step with nobody else keep a later one from being done.
    await forward(120)
    expect(await records()).toEqual(['Ann voice queued', 'Ann sms queued'])
    await setZone('UTC')
    await forward(60)
    expect(await notified.execute()).toEqual([{ account_id: people[0] }, { account_id: people[1] }])
  })

  test('quiet and active hours in an unknown time zone are ignored', async () => {
    await list('Ann')
    const { time_zone } = await world.db
      .selectFrom('project')
      .select('time_zone')
      .where('id', '=', site.project)
      .executeTakeFirstOrThrow()
    const always = JSON.stringify({ from: '00:00', to: '00:00', days: [1, 2, 3, 4, 5, 6, 7] })
    await world.db.updateTable('project').set({ time_zone: 'CST', quiet_hours: always }).where('id', '=', site.project).execute()
    try {
      await addRule(world.db, world.companies.north, { activeHours: { from: '00:00', to: '00:01', days: [1] } })
      await raise(world, site)
      await engine.round()
      expect(await records()).toEqual(['Ann voice queued'])
    } finally {
      await world.db.updateTable('project').set({ time_zone, quiet_hours: null }).where('id', '=', site.project).execute()
    }
  })

  test('people without a role are notified of the fires of their company, as before', async () => {
    const { northEngineer } = world.accounts
    const held = await world.db.selectFrom('account_role').selectAll().where('account_id', '=', northEngineer.id).execute()
    await world.db.deleteFrom('account_role').where('account_id', '=', northEngineer.id).execute()
    await addRule(world.db, world.companies.north, {
      steps: [stepOf({ channels: ['inSite'], receivers: [{ kind: 'accounts', accountIds: [northEngineer.id] }] })],
    })
    await raise(world, site)
    await engine.round()
    expect(await world.db.selectFrom('message').select('account_id').execute()).toEqual([{ account_id: northEngineer.id }])
    await world.db.insertInto('account_role').values(held).execute()
  })

  test('people named by a rule of a company above are hidden from those below, also in the records and results of the alarm', async () => {
    const { northAdmin, northEngineer, siterAdmin } = world.accounts
    await world.db.updateTable('account').set({ phone: '13800001111' }).where('id', '=', siterAdmin.id).execute()
    await addToList(world.db, site, 1, 'Ann')
    const receivers = [{ kind: 'callList' as const }, { kind: 'accounts' as const, accountIds: [siterAdmin.id] }]
    await addRule(world.db, world.companies.siter, { steps: [stepOf({ channels: ['sms'], receivers })] })
    const { id } = await raise(world, site)
    await engine.round()
    const namesFor = async (account: typeof northAdmin): Promise<string[][]> => {
      const ctx = await world.ctxOf(account)
      return [await smsResults(ctx, { id }), (await pageRecords(ctx, {})).list].map((rows) =>
        rows.map(({ receiver, phone }) => (phone === '' ? receiver : `${receiver} ${phone}`)).sort(),
      )
    }
    const { name } = await world.db.selectFrom('account').select('name').where('id', '=', siterAdmin.id).executeTakeFirstOrThrow()
    const ann = expect.stringMatching(/^Ann /)
    for (const rows of await namesFor(siterAdmin)) expect(rows).toEqual([ann, `${name} 138****1111`])
    for (const account of [northAdmin, northEngineer]) for (const rows of await namesFor(account)) expect(rows).toEqual(['', ann])
    // Searching does not reveal it either.
    const found = async (account: typeof northAdmin, keyword: string) =>
      (await pageRecords(await world.ctxOf(account), { keyword })).list.length
    expect([await found(siterAdmin, name), await found(northAdmin, name), await found(northEngineer, name)]).toEqual([1, 0, 0])
    expect(await found(northAdmin, 'Ann')).toBe(1)
    const changed = await world.db.updateTable('message_record').set({ state: 'failed' }).returningAll().execute()
    await world.db.transaction().execute((tx) => recordOutcomes(tx, changed, world.clock.now()))
    const { journey } = await tracesOf(world.db, 'alarm', id)
    const notified = journey.filter(({ step }) => step === 'notificationFailed').map(({ detail }) => detail?.['receiver'])
    expect(new Set(notified)).toEqual(new Set(['', 'Ann']))
    expect(notified).toHaveLength(2)
  })

  test('nor are they shown after the message was sent again by hand', async () => {
    const { northAdmin, siterAdmin } = world.accounts
    const accounts = { kind: 'accounts' as const, accountIds: [siterAdmin.id] }
    await addRule(world.db, world.companies.siter, { steps: [stepOf({ channels: ['sms'], receivers: [accounts] })] })
    const { id } = await raise(world, site)
    await engine.round()
    const admin = await world.ctxOf(northAdmin)
    await world.db.updateTable('message_record').set({ state: 'failed' }).execute()
    const [first] = (await pageRecords(admin, {})).list
    // Sent again twice: the second is a copy of a record that belongs to no run.
    const { id: again } = await resendRecord(admin, { id: first?.id ?? 0 })
    await world.db.updateTable('message_record').set({ state: 'failed' }).execute()
    await resendRecord(admin, { id: again })
    const { list } = await pageRecords(admin, {})
    expect(list.map(({ receiver, phone }) => `${receiver}${phone}`)).toEqual(['', '', ''])
    expect((await smsResults(admin, { id })).map(({ receiver }) => receiver)).toEqual(['', '', ''])
    expect((await pageRecords(await world.ctxOf(siterAdmin), {})).list.every(({ receiver }) => receiver !== '')).toBe(true)
    const sent = await world.db.updateTable('message_record').set({ state: 'sent' }).returningAll().execute()
    await world.db.transaction().execute((tx) => recordOutcomes(tx, sent, world.clock.now()))
    const { journey } = await tracesOf(world.db, 'alarm', id)
    const notified = journey.filter(({ step }) => step === 'notificationSent').map(({ detail }) => detail?.['receiver'])
    expect(notified).toEqual(['', '', ''])
  })

  test('pressing 1 in a call that was repeated by hand takes the alarm over', async () => {
    const { northAdmin } = world.accounts
    await addToList(world.db, site, 1, 'Ann', { accountId: northAdmin.id })
    await addRule(world.db, world.companies.north, { stopWhen: 'confirmed' })
    const { id } = await raise(world, site)
    await engine.round()
    const { id: called } = await world.db
      .updateTable('message_record')
      .set({ state: 'noAnswer' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: again } = await resendRecord(north, { id: called })
    await takeByPhone(world.systemCtx, again)
    const alarm = await world.db.selectFrom('alarm').select(['state', 'confirmed_by']).where('id', '=', id).executeTakeFirst()
    expect(alarm).toEqual({ state: 'confirmed', confirmed_by: northAdmin.id })
    // About no alarm at all: the person who pressed 1 is told that there is nothing to take over.
    await world.db.updateTable('message_record').set({ run_id: null, resent_run_id: null }).execute()
    await expect(takeByPhone(world.systemCtx, again)).rejects.toThrow(/no rule/)
  })

  test('a private person is named in full only to the provider: record, journey, escalation and preview mask the name', async () => {
    const { id: company_id, path } = world.companies.north
    const person = {
      company_id,
      path,
      type: 'customer' as const,
      customer_id: site.customer,
      account: 'wangxm',
      name: 'Wang Xiaoming',
      phone: '13800002222',
      password_hash: '-',
    }
    const account = await world.db.insertInto('account').values(person).returning('id').executeTakeFirstOrThrow()
    await addRule(world.db, world.companies.north, {
      steps: [stepOf({ channels: ['sms', 'mail'], receivers: [{ kind: 'accounts', accountIds: [account.id] }] })],
    })
    const at = world.clock.now()
    const { lines } = await previewOf(north, { projectId: site.project, event: 'alarm', level: 'fire', at })
    expect(lines.map((line) => line.receiver.name)).toEqual(['W**'])
    const { id } = await raise(world, site)
    await engine.round()
    const changed = await world.db.updateTable('message_record').set({ state: 'delivered' }).returningAll().execute()
    expect(changed.map(({ receiver }) => receiver)).toEqual([person.name])
    await world.db.transaction().execute((tx) => recordOutcomes(tx, changed, at))
    expect(await smsResults(north, { id })).toMatchObject([{ receiver: 'W**', phone: '138****2222' }])
    const [run] = await escalationOf(north, { id })
    expect(run).toMatchObject({ told: [{ name: 'W**' }], leftOut: [{ name: 'W**', channel: 'mail' }] })
    const { journey } = await tracesOf(world.db, 'alarm', id)
    expect(JSON.stringify(journey)).toContain('W**')
    expect(JSON.stringify(journey)).not.toContain('Xiaoming')
  })

  test('holders of a role who see the project, and nobody of another company', async () => {
    const { northAdmin, southAdmin } = world.accounts
    await world.db.insertInto('account_role').values({ account_id: southAdmin.id, role_id: northAdmin.roleId }).execute()
    await addRule(world.db, world.companies.north, {
      steps: [stepOf({ channels: ['inSite'], receivers: [{ kind: 'role', roleId: northAdmin.roleId }] })],
    })
    await raise(world, site)
    await engine.round()
    expect(await world.db.selectFrom('message').select('account_id').execute()).toEqual([{ account_id: northAdmin.id }])
    await world.db
      .deleteFrom('account_role')
      .where('account_id', '=', southAdmin.id)
      .where('role_id', '=', northAdmin.roleId)
      .execute()
  })

  test('people of a list over the channels they want, without disabled ones', async () => {
    await addToList(world.db, site, 1, 'Ann', { enabled: false })
    await addToList(world.db, site, 2, 'Ben', { methods: ['sms'] })
    await addToList(world.db, site, 3, 'Cid')
    await addRule(world.db, world.companies.north, { steps: [stepOf({ channels: ['voice', 'mail'] })] })
    await raise(world, site)
    await engine.round()
    expect(await records()).toEqual(['Cid voice queued'])
    expect(await leftOut()).toEqual(['Ann * disabled', 'Ben * methodOff', 'Cid mail noAddress'])
  })

  test('nobody for a stopped project, which the journey records', async () => {
    await list('Ann')
    await addRule(world.db, world.companies.north)
    await world.db.updateTable('project').set({ stopped: true }).where('id', '=', site.project).execute()
    const { id } = await raise(world, site)
    await engine.round()
    expect(await records()).toEqual([])
    const { journey } = await tracesOf(world.db, 'alarm', id)
    expect(journey).toMatchObject([
      { step: 'notificationQueued', detail: { leftOut: [{ name: 'Ann', reason: 'projectStopped' }] } },
    ])
  })

  test('nobody for a test alarm', async () => {
    await list('Ann')
    await addRule(world.db, world.companies.north)
    await raise(world, site, { test: true })
    await engine.round()
    expect(await records()).toEqual([])
    expect(await runs()).toMatchObject([{ state: 'stopped', stop_reason: 'onTest' }])
  })

  test('the preview matches what then happens', async () => {
    await list('Ann', 'Ben')
    const { southAdmin } = world.accounts
    const accounts = { kind: 'accounts' as const, accountIds: [southAdmin.id] }
    await addRule(world.db, world.companies.north, {
      steps: [stepOf({ receivers: [{ kind: 'callList' }, accounts], answerS: 20 })],
    })
    const at = world.clock.now()
    const preview = await previewOf(north, { projectId: site.project, deviceId: site.device, event: 'alarm', level: 'fire', at })
    expect(preview.projectReason).toBe(null)
    expect(preview.lines.map(({ atS, receiver, leftOut: reason }) => [atS, receiver.name, reason])).toEqual([
      [0, 'Ann', null],
      [0, 'South Admin', 'outOfScope'],
      [20, 'Ben', null],
    ])
    await raise(world, site)
    await engine.round()
    expect(await records()).toEqual(['Ann voice queued'])
    await forward(20)
    expect(await records()).toEqual(['Ann voice queued', 'Ben voice queued'])
  })

  /** The site's fault is reported anew, with a given type. */
  const breakDown = async (typeId: number) => {
    const fault = await world.db
      .updateTable('fault')
      .set({ state: 'pending', type_id: typeId })
      .where('project_id', '=', site.project)
      .returningAll()
      .executeTakeFirstOrThrow()
    const { id, company_id: companyId, path, customer_id: customerId, device_id: deviceId } = fault
    const place = { companyId, path, customerId, deviceId, projectId: site.project }
    const at = world.clock.now()
    await addCauses(world.db, [{ kind: 'fault', id, firstAt: fault.first_at, roundAt: at, ...place, typeId, level: null }])
  }

  test('in a project’s quiet hours only a possible alarm wakes anybody, as in the preview; consoles get messages anyway', async () => {
    await list('Ann')
    const manager = { kind: 'accounts' as const, accountIds: [world.accounts.northAdmin.id] }
    await addRule(world.db, world.companies.north, {
      events: ['alarm', 'fault'],
      steps: [stepOf({ receivers: [{ kind: 'callList' }, manager], channels: ['voice', 'inSite'] })],
    })
    const at = world.clock.now()
    const types = await world.db.selectFrom('fault_type').select(['id', 'code']).execute()
    const typeOf = (code: string) => types.find((type) => type.code === code)?.id ?? 0
    const local = Temporal.Instant.from(at.toISOString()).toZonedDateTimeISO('Asia/Shanghai')
    const clock = (hours: number) => local.add({ hours }).toPlainTime().toString({ smallestUnit: 'minute' })
    const setHours = (from: number, to: number) =>
      world.db
        .updateTable('project')
        .set({ quiet_hours: JSON.stringify({ from: clock(from), to: clock(to), days: [1, 2, 3, 4, 5, 6, 7] }) })
        .where('id', '=', site.project)
        .execute()
    const notified = async (what: 'fire' | 'warning' | 'notice' | { fault: string }) => {
      const faultTypeId = typeof what === 'object' ? typeOf(what.fault) : undefined
      const event = typeof what === 'object' ? { event: 'fault' as const, faultTypeId } : { event: 'alarm' as const, level: what }
      const { lines } = await previewOf(north, { projectId: site.project, ...event, at } as PreviewOf)
      world.clock.forward(1_000)
      await (typeof what === 'object' ? breakDown(typeOf(what.fault)) : raise(world, site, { level: what }))
      await engine.round()
      const foreseen = lines.flatMap(({ channels }) =>
        channels.filter(({ state }) => state === 'tell').map(({ channel }) => channel),
      )
      const messages = await world.db.selectFrom('message').select('id').execute()
      const said = [...(await records()).map((record) => record.split(' ')[1] ?? ''), ...messages.map(() => 'inSite')]
      for (const table of ['message_record', 'message'] as const) await world.db.deleteFrom(table).execute()
      expect(said.toSorted()).toEqual(foreseen.toSorted())
      return said.toSorted()
    }
    await setHours(-1, 1)
    expect(await notified({ fault: 'lowBattery' })).toEqual(['inSite'])
    expect(await leftOut()).toEqual(['Ann * projectQuiet', 'North Admin voice projectQuiet'])
    const everybody = ['inSite', 'voice']
    for (const level of ['fire', 'warning', 'notice'] as const) expect(await notified(level)).toEqual(everybody)
    for (const fault of ['supervisory', 'unreadable', 'unknownCode']) expect(await notified({ fault })).toEqual(everybody)
    await setHours(1, 2)
    expect(await notified({ fault: 'lowBattery' })).toEqual(everybody)
    await world.db.updateTable('project').set({ quiet_hours: null }).where('id', '=', site.project).execute()
  })

  test('the rule of the project’s type calls, that of another type does not, as in the preview', async () => {
    await list('Ann')
    const { type_id: type } = await world.db
      .selectFrom('project')
      .select('type_id')
      .where('id', '=', site.project)
      .executeTakeFirstOrThrow()
    await addRule(world.db, world.companies.siter, { name: 'Hospitals', projectTypeIds: [type] })
    await addRule(world.db, world.companies.siter, { name: 'Others', projectTypeIds: [type + 1_000] })
    const at = world.clock.now()
    const { lines } = await previewOf(north, { projectId: site.project, event: 'alarm', level: 'fire', at })
    expect(lines.map(({ ruleName }) => ruleName)).toEqual(['Hospitals'])
    await raise(world, site)
    await engine.round()
    expect((await runs()).map(({ rule_name: rule }) => rule)).toEqual(['Hospitals'])
    expect(await records()).toEqual(['Ann voice queued'])
  })
})
