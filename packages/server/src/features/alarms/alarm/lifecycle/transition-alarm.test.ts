import { actionsOf, alarmCode, alarmStates, enums, type EnumValue } from '@emberwatch/contract'
import { sql } from 'kysely'
import { Check } from 'typebox/value'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ctx } from '../../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../../testing/context.ts'
import { addAlarm, addSite, alarmAfter, tracesOf, type Site } from '../alarm.fixture.ts'
import { confirmAlarm } from './transition-alarm.ts'
import { resolveAlarm } from './transition-alarm.ts'
import { misreportAlarm } from './transition-alarm.ts'

type State = EnumValue<'alarmState'>

let world: TestWorld
let site: Site
let north: Ctx

beforeAll(async () => {
  world = await testWorld()
  site = await addSite(world.db, world.companies.north)
  north = await world.ctxOf(world.accounts.northAdmin)
})
afterAll(() => world.stop())

const actions = {
  confirm: (ctx: Ctx, id: number, _reason?: string) => confirmAlarm(ctx, { id }),
  deal: (ctx: Ctx, id: number, reason?: string) =>
    resolveAlarm(ctx, { id, handleWay: 'onSite', note: 'dust in the head', ...(reason ? { reason } : {}) }),
  misreport: (ctx: Ctx, id: number, reason?: string) =>
    misreportAlarm(ctx, { id, cause: 'steam', note: 'shower next door', ...(reason ? { reason } : {}) }),
} as const
type Action = keyof typeof actions

/** domain.md, "Alarms and faults", written out a second time to check the graph. */
const allowed: Record<State, Partial<Record<Action, State>>> = {
  unconfirmed: { confirm: 'confirmed', deal: 'cleared', misreport: 'misreport' },
  confirmed: { deal: 'cleared', misreport: 'misreport' },
  cleared: {},
  misreport: {},
}
const written: Record<Action, Record<string, unknown>> = {
  confirm: {},
  deal: { handle_way: 'onSite', note: 'dust in the head' },
  misreport: { cause: 'steam', note: 'shower next door' },
}
const cases = enums.alarmState.flatMap((state) =>
  (Object.keys(actions) as Action[]).map((action) => ({ state, action, to: allowed[state][action] })),
)

/** An alarm put into `state` a minute ago by somebody of the parent company. */
const alarmIn = async (state: State, more: Parameters<typeof addAlarm>[2] = {}) => {
  const at = new Date(world.clock.now().getTime() - 60_000)
  const by = world.accounts.siterAdmin.id
  const confirmed = state === 'confirmed' ? { confirmed_at: at, confirmed_by: by } : {}
  const closed = state === 'cleared' || state === 'misreport' ? { closed_at: at, closed_by: by } : {}
  return { at, alarm: await addAlarm(world.db, site, { state, ...confirmed, ...closed, ...more }) }
}

test('a false alarm needs a cause and no note', async () => {
  const { alarm } = await alarmIn('unconfirmed')
  await misreportAlarm(north, { id: alarm.id, cause: 'cooking' })
  expect(await alarmAfter(world.db, alarm.id)).toMatchObject({ state: 'misreport', cause: 'cooking', note: null })
})

test('the brigade was not called in the future', async () => {
  const { alarm } = await alarmIn('confirmed')
  const { id } = alarm
  const ahead = (ms: number) => new Date(world.clock.now().getTime() + ms).toISOString()
  const deal = (ms: number) => resolveAlarm(north, { id, handleWay: 'onSite', note: 'x', brigadeCalledAt: ahead(ms) })
  const refused = { reason: 'invalidInput', field: 'brigadeCalledAt' }
  await expect(deal(120_000)).rejects.toMatchObject(refused)
  const misreport = misreportAlarm(north, { id, cause: 'dust', note: 'x', brigadeCalledAt: ahead(86_400_000) })
  await expect(misreport).rejects.toMatchObject(refused)
  expect(await alarmAfter(world.db, id)).toMatchObject({ state: 'confirmed' })
  // The clock of a desk may be ahead a little.
  await deal(30_000)
  expect(await alarmAfter(world.db, id)).toMatchObject({ state: 'cleared' })
})

test('the graph has exactly these actions and states', () => {
  expect(actionsOf(alarmStates)).toEqual(Object.keys(actions))
  expect(alarmStates.states).toEqual(Object.keys(allowed))
})

describe('every action in every state', () => {
  test.each(cases.filter((each) => each.to !== undefined))('$state: $action leads to $to', async ({ state, action, to }) => {
    const { alarm } = await alarmIn(state)
    world.clock.forward(7)
    const at = world.clock.now().toISOString()
    await expect(actions[action](north, alarm.id)).resolves.toEqual({ id: alarm.id })

    const by = world.accounts.northAdmin.id
    const closes = to !== 'confirmed'
    expect(await alarmAfter(world.db, alarm.id)).toMatchObject({
      ...written[action],
      ...(closes ? { closed_at: at, closed_by: by } : { confirmed_at: at, confirmed_by: by, closed_at: null }),
      state: to,
      acknowledge_due_at: null,
      close_reason: null,
      updated_at: at,
      updated_by: by,
    })
    const { journey, audits, events, open } = await tracesOf(world.db, 'alarm', alarm.id)
    expect(open).toHaveLength(closes ? 0 : 1)
    expect(journey).toMatchObject([{ step: to, at, actor_id: by }])
    expect(audits).toMatchObject([
      {
        action: `alarm.${action}`,
        actor_id: by,
        object_name: alarmCode(alarm.id, alarm.first_at, alarm.timeZone),
        company_id: site.owner.id,
        result: 'ok',
      },
    ])
    expect(audits[0]?.changes).toMatchObject({
      state: [state, to],
      ...Object.fromEntries(Object.entries(written[action]).map(([key, value]) => [key, [null, value]])),
    })
    expect(events).toMatchObject([{ change: to, path: site.owner.path, customer_id: site.customer, device_id: site.device }])
    expect(events[0]?.data).toEqual({
      code: alarmCode(alarm.id, alarm.first_at, alarm.timeZone),
      level: 'fire',
      typeId: alarm.type_id,
      typeNameZh: '感烟报警',
      typeNameEn: 'Smoke',
      projectId: site.project,
      projectName: expect.stringContaining('project'),
      deviceCode: expect.any(String),
      deviceName: expect.stringContaining('device'),
      roomNumber: null,
      firstAt: alarm.first_at,
      test: false,
      tried: false,
      state: to,
    })
  })

  test.each(cases.filter((each) => each.to === undefined))(
    '$state: $action is refused and leaves no trace',
    async ({ state, action }) => {
      const { alarm, at } = await alarmIn(state)
      await expect(actions[action](north, alarm.id)).rejects.toMatchObject({
        reason: 'wrongState',
        params: { who: 'Siter Admin', when: at.toISOString() },
      })
      expect(await alarmAfter(world.db, alarm.id)).toEqual(alarm)
      const open = state === 'confirmed' ? 1 : 0
      expect(await tracesOf(world.db, 'alarm', alarm.id)).toMatchObject({
        journey: [],
        audits: [],
        events: [],
        open: { length: open },
      })
    },
  )

  test.each(Object.keys(actions) as Action[])('%s is rejected without the operation', async (action) => {
    const { alarm } = await alarmIn('unconfirmed')
    const bare = await world.ctxOf(world.accounts.northEngineer)
    await expect(actions[action](bare, alarm.id)).rejects.toMatchObject({ reason: 'noAccess' })
    expect(await alarmAfter(world.db, alarm.id)).toEqual(alarm)
  })

  test.each(Object.keys(actions) as Action[])('%s: a sibling company does not learn that the alarm exists', async (action) => {
    const { alarm } = await alarmIn('unconfirmed')
    const south = await world.ctxOf(world.accounts.southAdmin)
    await expect(actions[action](south, alarm.id)).rejects.toMatchObject({ reason: 'notFound' })
    expect(await alarmAfter(world.db, alarm.id)).toEqual(alarm)
  })

  test('the state is named in the caller’s language', async () => {
    const { alarm } = await alarmIn('misreport')
    const zh = await world.ctxOf(world.accounts.northAdmin, 'zh')
    await expect(confirmAlarm(zh, { id: alarm.id })).rejects.toMatchObject({ params: { state: '误报' } })
  })
})

describe('what an action requires', () => {
  const inputOf = (action: string) => alarmStates.transitions.find((each) => each.action === action)?.input
  test.each([
    ['deal', { id: 1, handleWay: 'onSite', note: 'x' }, true],
    ['deal', { id: 1, note: 'x' }, false],
    ['deal', { id: 1, handleWay: 'onSite' }, false],
    ['deal', { id: 1, handleWay: 'onSite', note: '' }, false],
    ['misreport', { id: 1, cause: 'dust', note: 'x' }, true],
    ['misreport', { id: 1, note: 'x' }, false],
    ['misreport', { id: 1, cause: 'dust' }, true],
    ['misreport', { id: 1, cause: 'onSite', note: 'x' }, false],
  ])('%s with %j: %s', (action, input, fits) => {
    const schema = inputOf(action)
    expect(schema && Check(schema, input)).toBe(fits)
  })

  test.each(['deal', 'misreport'] as const)('%s requires a reason while the source is active', async (action) => {
    const { alarm } = await alarmIn('confirmed', { source_active: true })
    await expect(actions[action](north, alarm.id)).rejects.toMatchObject({ reason: 'closeWhileActive', field: 'reason' })
    expect(await tracesOf(world.db, 'alarm', alarm.id)).toMatchObject({ journey: [], audits: [], open: { length: 1 } })

    await actions[action](north, alarm.id, 'panel is reset tomorrow')
    expect(await alarmAfter(world.db, alarm.id)).toMatchObject({
      state: action === 'deal' ? 'cleared' : 'misreport',
      close_reason: 'panel is reset tomorrow',
    })
    const { audits, journey } = await tracesOf(world.db, 'alarm', alarm.id)
    expect(audits[0]?.changes).toMatchObject({ close_reason: [null, 'panel is reset tomorrow'] })
    expect(journey[0]?.detail).toMatchObject({ closeReason: 'panel is reset tomorrow' })
  })

  test('confirming while the source is active requires none', async () => {
    const { alarm } = await alarmIn('unconfirmed', { source_active: true })
    await confirmAlarm(north, { id: alarm.id })
    expect(await alarmAfter(world.db, alarm.id)).toMatchObject({ state: 'confirmed', source_active: true })
  })
})

/** Runs `race` while the alarm's row is locked, so that all racers have read the old state. `meanwhile` runs before the lock is released. */
const whileHeld = async <T>(id: number, waiting: number, race: () => Promise<T>, meanwhile?: string): Promise<T> => {
  let running: Promise<T> | undefined
  await world.db.transaction().execute(async (tx) => {
    await tx.selectFrom('alarm').select('id').where('id', '=', id).forUpdate().execute()
    running = race()
    running.catch(() => undefined)
    for (;;) {
      const { rows } = await sql<{
        n: number
      }>`select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        world.db,
      )
      if (rows[0]?.n === waiting) break
    }
    if (meanwhile) await sql.raw(meanwhile).execute(tx)
  })
  if (!running) throw new Error('nothing ran')
  return running
}

describe('two at the same time', () => {
  test('of two confirmations exactly one wins, and the other learns who and when', async () => {
    const { alarm } = await alarmIn('unconfirmed')
    const siter = await world.ctxOf(world.accounts.siterAdmin)
    const [first, second] = await whileHeld(alarm.id, 2, () =>
      Promise.allSettled([confirmAlarm(north, { id: alarm.id }), confirmAlarm(siter, { id: alarm.id })]),
    )
    const won = first?.status === 'fulfilled' ? world.accounts.northAdmin : world.accounts.siterAdmin
    const lost = [first, second].filter((each) => each?.status === 'rejected')
    expect(lost).toHaveLength(1)
    expect(lost[0]?.status === 'rejected' && lost[0].reason).toMatchObject({
      reason: 'wrongState',
      params: {
        state: 'Confirmed',
        who: won === world.accounts.northAdmin ? 'North Admin' : 'Siter Admin',
        when: world.clock.now().toISOString(),
      },
    })
    expect(await alarmAfter(world.db, alarm.id)).toMatchObject({ state: 'confirmed', confirmed_by: won.id })
    const { audits, journey, events } = await tracesOf(world.db, 'alarm', alarm.id)
    expect([audits.length, journey.length, events.length]).toEqual([1, 1, 1])
  })

  test('a report that arrives while an alarm is being closed without a reason keeps it open', async () => {
    const { alarm } = await alarmIn('confirmed')
    const closing = whileHeld(
      alarm.id,
      1,
      () => actions.deal(north, alarm.id),
      `update alarm set source_active = true, repeat_count = 1 where id = ${alarm.id}`,
    )
    await expect(closing).rejects.toMatchObject({ reason: 'closeWhileActive', field: 'reason' })
    expect(await alarmAfter(world.db, alarm.id)).toMatchObject({ state: 'confirmed', repeat_count: 1 })
    expect((await tracesOf(world.db, 'alarm', alarm.id)).open).toHaveLength(1)
  })

  test.each(Object.keys(actions) as Action[])(
    'a fire at the moment of %s, in what was a test until now, stays open',
    async (action) => {
      const { alarm } = await alarmIn('unconfirmed', { source_active: true, test: true })
      const fire = `update alarm set test = false, raised_at = '2026-11-20T08:00:00.123Z' where id = ${alarm.id}`
      const acting = whileHeld(alarm.id, 1, () => actions[action](north, alarm.id, 'the panel is tested'), fire)
      await expect(acting).rejects.toMatchObject({ reason: 'raisedAgain', params: { when: '2026-11-20T08:00:00.123Z' } })
      expect(await alarmAfter(world.db, alarm.id)).toMatchObject({ state: 'unconfirmed', test: false })
      expect(await tracesOf(world.db, 'alarm', alarm.id)).toMatchObject({ journey: [], audits: [], open: { length: 1 } })
    },
  )
})
