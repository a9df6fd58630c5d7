import { endpoints, type HealthProblem, type LiveEvent, type LiveKind } from '@emberwatch/contract'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { bind } from '../../../platform/http/binding.ts'
import { createHttpServer } from '../../../platform/http/server.ts'
import { createNotifications, type Notifications } from '../../../platform/database/notifications.ts'
import { createLiveHub, type LiveHub } from '../../../platform/live-hub.ts'
import { transact, type EventDraft } from '../../../platform/transact.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addOwnedRows } from '../../../testing/rows.ts'
import { addAlarm, addSite, tracesOf } from '../../alarms/alarm/alarm.fixture.ts'
import { assignProjects } from '../../people/account/account-projects.verbs.ts'
import { createAuthenticate } from '../../base/access/authenticate.ts'
import { endSessions } from '../../base/access/end-sessions.ts'
import { streamEvents } from './stream.ts'

let world: TestWorld
let hub: LiveHub
let notifications: Notifications
let problems: HealthProblem[] = []
let url: string
let closeServer: () => Promise<unknown>
const open = new Set<AbortController>()

beforeAll(async () => {
  world = await testWorld()
  const log = pino({ level: 'silent' })
  notifications = createNotifications(world.connection, log)
  await notifications.start()
  hub = createLiveHub(notifications, world.db, world.db, log)
  await hub.start()
  const server = await createHttpServer({
    bindings: bind(endpoints.live, {
      stream: streamEvents(hub, { problems: () => problems, onChange: () => () => undefined }, { sweepMs: 100, rightsMs: 100 }),
    }),
    authenticate: createAuthenticate(world.db, world.clock, world.systemCtx.config),
    base: world.systemCtx,
    onServed: () => undefined,
    log,
    maxUploadBytes: 1_000,
  })
  url = await server.listen({ port: 0, host: '127.0.0.1' })
  closeServer = () => server.close()
})
afterAll(async () => {
  await hub.stop()
  await notifications.stop()
  await closeServer()
  await world.stop()
})
afterEach(async () => {
  for (const each of open) each.abort()
  open.clear()
  await allLeft()
})

const allLeft = () => vi.waitUntil(() => hub.listeners() === 0)

/** An open stream: the events received, the newest cursor, and whether the server has closed it. */
const listen = async (token: string, cursor?: string) => {
  const abort = new AbortController()
  open.add(abort)
  const received = { events: [] as LiveEvent[], cursor: '', health: [] as string[], closed: false }
  const headers = { authorization: `Bearer ${token}`, ...(cursor === undefined ? {} : { 'last-event-id': cursor }) }
  const response = await fetch(`${url}/api/web/live/stream`, { headers, signal: abort.signal })
  expect(response.headers.get('content-type')).toContain('text/event-stream')
  const receive = (frame: string): void => {
    const field = (name: string): string | undefined => new RegExp(`^${name}: (.*)$`, 'm').exec(frame)?.[1]
    received.cursor = field('id') ?? received.cursor
    const data = field('data')
    if (field('event') === 'health') return void received.health.push(data ?? '')
    if (data) received.events.push(...(JSON.parse(data) as LiveEvent[]))
  }
  const read = async (): Promise<void> => {
    let unread = ''
    if (!response.body) return
    for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
      const frames = (unread + chunk).split('\n\n')
      unread = frames.pop() ?? ''
      frames.forEach(receive)
    }
    received.closed = true
  }
  void read().catch(() => undefined)
  await vi.waitFor(() => expect(received.cursor).not.toBe(''))
  return received
}

const emit = (...drafts: EventDraft[]): Promise<void> =>
  transact(world.systemCtx, async (write) => {
    for (const draft of drafts) write.emit(draft)
    const { id: companyId, path } = world.companies.siter
    write.audit({ action: 'alarm.shown', object: { kind: 'alarm', id: 0, name: '' }, owner: { companyId, path } })
  })
const event = (kind: LiveKind, objectId: number, path: string, more: Partial<EventDraft['owner']> = {}): EventDraft => ({
  kind,
  change: 'raised',
  objectId,
  owner: { path, ...more },
})
const idsOf = (received: { events: LiveEvent[] }): (number | string | null)[] => received.events.map((each) => each.id)

test('an event arrives within its scope, for users who may see its kind', async () => {
  const { companies, customers, accounts } = world
  const listeners = {
    siter: await listen(await world.tokenOf(accounts.siterAdmin)),
    north: await listen(await world.tokenOf(accounts.northAdmin)),
    agent: await listen(await world.tokenOf(accounts.northAgentAdmin)),
    south: await listen(await world.tokenOf(accounts.southAdmin)),
    customer: await listen(await world.tokenOf(accounts.northCustomer)),
    bare: await listen(await world.tokenOf(accounts.northBare)),
  }
  await emit(
    event('alarm', 1, companies.north.path, { customerId: customers.north }),
    event('alarm', 2, companies.northAgent.path),
    event('alarm', 3, companies.south.path),
    event('order', 4, companies.north.path),
    event('message', 5, '', { accountId: accounts.northBare.id }),
  )
  const expected = {
    siter: ['1', '2', '3', '4'],
    north: ['1', '2', '4'],
    agent: ['2'],
    south: ['3'],
    customer: ['1'],
    bare: ['5'],
  }
  await vi.waitFor(() => {
    expect(Object.fromEntries(Object.entries(listeners).map(([name, received]) => [name, idsOf(received)]))).toEqual(expected)
  })
})

test('the first delivery of a new alarm to any console is a step of its journey, once', async () => {
  const { companies, accounts } = world
  const [site, southSite] = [await addSite(world.db, companies.north), await addSite(world.db, companies.south)]
  const [seen, unseen] = [await addAlarm(world.db, site), await addAlarm(world.db, southSite)]
  const [one, two] = [
    await listen(await world.tokenOf(accounts.siterAdmin)),
    await listen(await world.tokenOf(accounts.northAdmin)),
  ]
  const blind = await listen(await world.tokenOf(accounts.northBare))
  await emit(event('alarm', seen.id, companies.north.path))
  await emit({ ...event('alarm', unseen.id, companies.north.path), change: 'repeated' })
  await vi.waitFor(() => {
    for (const each of [one, two]) expect(idsOf(each)).toEqual([String(seen.id), String(unseen.id)])
  })
  expect(idsOf(blind)).toEqual([])
  const pushesOf = async ({ id }: { id: number }) =>
    (await tracesOf(world.db, 'alarm', id)).journey.filter(({ step }) => step === 'pushed')
  await vi.waitFor(async () => expect(await pushesOf(seen)).toHaveLength(1), 30_000)
  expect(await pushesOf(unseen)).toEqual([])
})

test('an alarm does not wait for the gap between frames, and a storm of them stays within thirty frames a second', async () => {
  const { path, id: companyId } = world.companies.siter
  const frames: { ids: (number | string | null)[]; at: number }[] = []
  const { leave } = await hub.join(
    {
      session: '',
      deliver: ({ events }) => frames.push({ ids: events.map((each) => each.id), at: performance.now() }) > 0,
      end: () => undefined,
    },
    {
      scope: { kind: 'company', companyId, depth: 1, accountId: 1 },
      accountId: 1,
      companyPath: path,
      devices: new Set(),
      projects: new Set(),
      hidden: [],
    },
    null,
  )
  const orderThenAlarm = async (): Promise<number> => {
    frames.length = 0
    await emit(event('order', 31, path))
    await emit(event('alarm', 32, path))
    await vi.waitFor(() => expect(frames.flatMap((frame) => frame.ids)).toEqual(['31', '32']))
    return (frames.at(-1)?.at ?? 0) - (frames[0]?.at ?? 0)
  }
  // The machine may be slow. An alarm that had to wait for the gap would never be this fast.
  await vi.waitFor(async () => expect(await orderThenAlarm()).toBeLessThan(90), { timeout: 20_000, interval: 200 })

  frames.length = 0
  for (let alarm = 100; alarm < 160; alarm++) await emit(event('alarm', alarm, path))
  await vi.waitFor(() => expect(frames.flatMap((frame) => frame.ids)).toHaveLength(60))
  leave()
  // Twenty of their own, and then the ten shared by everything else.
  for (const { at } of frames)
    expect(frames.filter((other) => other.at >= at && other.at < at + 990).length).toBeLessThanOrEqual(30)
})

test('an event of a device reaches the user bound to it, soon after the binding', async () => {
  const { accounts, companies } = world
  const device = Number((await addOwnedRows(world.db, companies.north)).device)
  const alarm = (id: number, deviceId: number) => event('alarm', id, companies.north.path, { deviceId })
  const user = await listen(await world.tokenOf(accounts.northUser))
  await emit(alarm(11, device))
  await world.db.insertInto('device_user').values({ device_id: device, account_id: accounts.northUser.id }).execute()
  await vi.waitFor(async () => {
    await emit(alarm(12, device), alarm(13, device + 1))
    expect(idsOf(user)).toContain('12')
  }, 30_000)
  expect(new Set(idsOf(user))).toEqual(new Set([null, '12']))
  expect(user.events.find(({ id }) => id === null)).toMatchObject({ kind: 'refresh', change: 'rights' })
})

test('a resumed stream misses nothing and repeats nothing', async () => {
  const token = await world.tokenOf(world.accounts.siterAdmin)
  const first = await listen(token)
  await emit(event('alarm', 21, world.companies.north.path))
  await vi.waitFor(() => expect(idsOf(first)).toEqual(['21']))
  for (const each of open) each.abort()
  await allLeft()
  // A session that ended concerns nobody else, and is no reason to sign out.
  const ended = { ...event('session', 0, ''), data: { sessions: ['00'] } }
  await emit(
    event('alarm', 22, world.companies.north.path),
    ended,
    event('message', 23, '', { accountId: world.accounts.southAdmin.id }),
  )
  const second = await listen(token, first.cursor)
  await vi.waitFor(() => expect(idsOf(second)).toEqual(['22']))
})

test('a console whose rights changed while it was away rereads everything, once', async () => {
  const { accounts, companies } = world
  const { roleId } = accounts.northAdmin
  const set = (data_scope: 'branch' | 'company') =>
    world.db.updateTable('role').set({ data_scope }).where('id', '=', roleId).execute()
  await set('company')
  const token = await world.tokenOf(accounts.northAdmin)
  const away = async () => {
    for (const each of open) each.abort()
    await allLeft()
  }
  const first = await listen(token)
  await away()
  await set('branch')
  await emit(event('alarm', 25, companies.northAgent.path))
  const second = await listen(token, first.cursor)
  const refresh = { kind: 'refresh', id: null, change: 'rights', data: {} }
  await vi.waitFor(() => expect(idsOf(second)).toContain('25'))
  expect(second.events).toContainEqual(refresh)
  await away()
  await emit(event('alarm', 26, companies.north.path))
  const third = await listen(token, second.cursor)
  await vi.waitFor(() => expect(idsOf(third)).toEqual(['26']))
})

describe('a stream ends with its session', () => {
  test('immediately when the session is ended, and only that one', async () => {
    const { southAdmin, southEngineer } = world.accounts
    const ended = await listen(await world.tokenOf(southEngineer))
    const remaining = await listen(await world.tokenOf(southAdmin))
    const from = performance.now()
    await transact(world.systemCtx, async (write) => {
      await endSessions(write, [southEngineer.id])
      const { id: companyId, path } = world.companies.south
      write.audit({ action: 'alarm.shown', object: { kind: 'alarm', id: 0, name: '' }, owner: { companyId, path } })
    })
    await vi.waitFor(() => expect(ended.closed).toBe(true))
    expect(performance.now() - from).toBeLessThan(1_000)
    expect(ended.events.at(-1)).toMatchObject({ kind: 'session', change: 'ended' })
    expect(remaining).toMatchObject({ closed: false, events: [] })
  })

  test('within a second or so when its company has expired', async () => {
    const received = await listen(await world.tokenOf(world.accounts.southAgentAdmin))
    const set = (expires_at: Date | null) =>
      world.db.updateTable('company').set({ expires_at }).where('id', '=', world.companies.southAgent.id).execute()
    await set(new Date(0))
    await vi.waitFor(() => expect(received.closed).toBe(true))
    await set(null)
  })

  /** Emits until the hidden event no longer arrives along with the visible one. */
  const untilHidden = async (received: { events: LiveEvent[] }, hidden: EventDraft, visible: EventDraft): Promise<void> => {
    let id = 1_000
    await vi.waitFor(async () => {
      id += 2
      await emit({ ...hidden, objectId: id }, { ...visible, objectId: id + 1 })
      await vi.waitFor(() => expect(idsOf(received)).toContain(String(id + 1)))
      expect(idsOf(received)).not.toContain(String(id))
    }, 30_000)
  }

  test('and narrows with the rights of its account', async () => {
    const { northEngineer } = world.accounts
    const { path } = world.companies.north
    const received = await listen(await world.tokenOf(northEngineer))
    await emit(event('alarm', 31, path))
    await vi.waitFor(() => expect(idsOf(received)).toEqual(['31']))
    await world.db
      .deleteFrom('role_menu')
      .where('role_id', '=', northEngineer.roleId)
      .where('menu_code', '=', 'alarm:view')
      .execute()
    await untilHidden(received, event('alarm', 0, path), event('order', 0, path))
  })

  test('and with the data scope of its roles', async () => {
    const { companies, accounts } = world
    const received = await listen(await world.tokenOf(accounts.northAdmin))
    await emit(event('alarm', 41, companies.northAgent.path))
    await vi.waitFor(() => expect(idsOf(received)).toEqual(['41']))
    const set = (data_scope: 'branch' | 'company') =>
      world.db.updateTable('role').set({ data_scope }).where('id', '=', accounts.northAdmin.roleId).execute()
    await set('company')
    await untilHidden(received, event('alarm', 0, companies.northAgent.path), event('alarm', 0, companies.north.path))
    await set('branch')
  })
})

describe('staff with a narrow data scope', () => {
  const at = (projectId: number | null, objectId: number): EventDraft => ({
    ...event('device', objectId, world.companies.north.path),
    owner: { path: world.companies.north.path, projectId },
  })

  test('gets what happens in its projects, and at once in one that is assigned', async () => {
    const { accounts, companies } = world
    const [one, two] = [await addSite(world.db, companies.north), await addSite(world.db, companies.north)]
    await world.db.updateTable('role').set({ data_scope: 'projects' }).where('id', '=', accounts.northEngineer.roleId).execute()
    const values = { account_id: accounts.northEngineer.id, project_id: one.project }
    await world.db.insertInto('account_project').values(values).execute()
    const received = await listen(await world.tokenOf(accounts.northEngineer))
    await emit(at(two.project, 61), at(null, 62), at(one.project, 63))
    await vi.waitFor(() => expect(idsOf(received)).toEqual(['63']))
    await assignProjects(await world.ctxOf(accounts.northAdmin), {
      accountId: accounts.northEngineer.id,
      projectIds: [two.project],
    })
    await vi.waitFor(async () => {
      await emit(at(two.project, 64))
      expect(idsOf(received)).toContain('64')
    }, 30_000)
    // No event reports what is already there: an alarm waiting in the project would stay invisible.
    expect(received.events).toContainEqual({ kind: 'refresh', id: null, change: 'rights', data: {} })
    await world.db.updateTable('role').set({ data_scope: 'branch' }).where('id', '=', accounts.northEngineer.roleId).execute()
  })

  test('the project of an event is found by its device or its object; an order names its people', async () => {
    const site = await addSite(world.db, world.companies.north)
    const engineer = world.accounts.northEngineer.id
    await world.db.insertInto('order_engineer').values({ order_id: site.order, account_id: engineer }).execute()
    const { path } = world.companies.north
    await emit(
      { kind: 'device', change: 'moved', objectId: site.device, owner: { path, deviceId: site.device } },
      { kind: 'gateway', change: 'online', objectId: site.gateway, owner: { path } },
      { kind: 'project', change: 'updated', objectId: site.project, owner: { path } },
      { kind: 'order', change: 'assign', objectId: site.order, owner: { path } },
    )
    const stored = await world.db
      .selectFrom('live_event')
      .select(['kind', 'project_id', 'people'])
      .orderBy('id', 'desc')
      .limit(4)
      .execute()
    expect(stored.map((row) => row.project_id)).toEqual([site.project, site.project, site.project, site.project])
    expect(stored[0]).toMatchObject({ kind: 'order', people: [engineer] })
  })
})

test('problems are part of the stream from its start', async () => {
  problems = ['storing', 'jobs']
  const received = await listen(await world.tokenOf(world.accounts.siterAdmin))
  problems = []
  await vi.waitFor(() => expect(received.health[0]).toBe('["storing","jobs"]'))
  await vi.waitFor(() => expect(received.health.at(-1)).toBe('[]'), { timeout: 15_000, interval: 100 })
})

test('without a session there is no stream', async () => {
  const response = await fetch(`${url}/api/web/live/stream`, { headers: { authorization: `Bearer ${'x'.repeat(43)}` } })
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ code: 103 })
})
