import { kioskLimits, type KioskLinkRow, type ScreenFigures, type ScreenMap, type ScreenStatistics } from '@emberwatch/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer, type WorldAccount } from '../../../testing/context.ts'
import { addOwnedRows, type OwnedRows } from '../../../testing/rows.ts'

let server: TestServer
let north: OwnedRows
let secondOfNorth: OwnedRows
let ofAgent: OwnedRows
let south: OwnedRows
let admin: string
const streams = new Set<AbortController>()

/** Each set of rows has one project, device, gateway, open fault and unconfirmed alarm, and an open order of each kind. */
beforeAll(async () => {
  server = await startTestServer()
  const { db, world } = server
  north = await addOwnedRows(db, world.companies.north)
  secondOfNorth = await addOwnedRows(db, world.companies.north)
  ofAgent = await addOwnedRows(db, world.companies.northAgent)
  south = await addOwnedRows(db, world.companies.south)
  await db
    .updateTable('project')
    .set({ province: '310000', latitude: 31.2, longitude: 121.4, coordinate_system: 'WGS84' })
    .where('id', '=', Number(secondOfNorth.project))
    .execute()
  admin = await server.tokenOf(world.accounts.northAdmin)
})
afterAll(() => server.stop())
afterEach(() => {
  for (const each of streams) each.abort()
  streams.clear()
})

const read = async <T>(name: string, input: Record<string, unknown> = {}, token = admin): Promise<T> => {
  const { status, msg, data } = await server.call('GET', `web/data/displays/${name}`, input, token)
  expect({ status, msg }).toEqual({ status: 200, msg: '' })
  return data as T
}

const rowsOf = (table: 'alarm' | 'device' | 'work_order' | 'project', ...sets: OwnedRows[]): number[] =>
  sets.map((rows) => Number(rows[table]))

describe('the figures', () => {
  test('count what the caller sees, whole or in one province or project', async () => {
    const counts = ({ openAlarms, unconfirmedAlarms, openFaults, projects, devices, gateways, openOrders }: ScreenFigures) => ({
      openAlarms,
      unconfirmedAlarms,
      openFaults,
      projects,
      devices,
      gateways,
      openOrders,
    })
    const of = (n: number) => ({
      openAlarms: n,
      unconfirmedAlarms: n,
      openFaults: n,
      projects: n,
      devices: n,
      gateways: n,
      openOrders: 4 * n,
    })
    expect(counts(await read('figures'))).toEqual(of(3))
    expect(counts(await read('figures', { province: '310000' }))).toEqual(of(1))
    expect(counts(await read('figures', { province: '110000' }))).toEqual(of(0))
    expect(counts(await read('figures', { projectId: Number(ofAgent.project) }))).toEqual(of(1))
    const agent = await server.tokenOf(server.world.accounts.northAgentAdmin)
    expect(counts(await read('figures', {}, agent))).toEqual(of(1))
  })

  test('tell the open orders by kind and status', async () => {
    const { orders } = await read<ScreenFigures>('figures')
    const kinds = Map.groupBy(orders, ({ kind }) => kind)
    expect([...kinds].map(([kind, rows]) => [kind, rows.reduce((sum, { count }) => sum + count, 0)])).toEqual([
      ['inspect', 3],
      ['install', 3],
      ['maintenance', 3],
      ['repair', 3],
    ])
  })

  test('of a foreign project do not exist', async () => {
    const { status } = await server.call('GET', 'web/data/displays/figures', { projectId: Number(south.project) }, admin)
    expect(status).toBe(404)
  })
})

test('the map shows the projects of the branch, those with open fires first, and the provinces', async () => {
  await server.db.updateTable('alarm').set({ level: 'fire' }).where('id', '=', Number(ofAgent.alarm)).execute()
  await server.db
    .updateTable('alarm')
    .set({ level: 'notice' })
    .where('id', 'in', rowsOf('alarm', north, secondOfNorth))
    .execute()
  await server.db.updateTable('alarm').set({ state: 'cleared' }).where('id', '=', Number(north.alarm)).execute()
  const map = await read<ScreenMap>('map')
  expect(map.sites.map(({ id, fires, alarms }) => ({ id, fires, alarms }))).toEqual([
    { id: Number(ofAgent.project), fires: 1, alarms: 1 },
    { id: Number(secondOfNorth.project), fires: 0, alarms: 1 },
    { id: Number(north.project), fires: 0, alarms: 0 },
  ])
  expect(map.provinces).toEqual([{ code: '310000', name: expect.stringMatching(/Shanghai/), projects: 1 }])
  await server.db.updateTable('alarm').set({ state: 'unconfirmed' }).where('id', '=', Number(north.alarm)).execute()
})

test('the statistics have thirty days, with the alarms of today and without tests', async () => {
  await server.db.updateTable('alarm').set({ test: true }).where('id', '=', Number(north.alarm)).execute()
  const { days, types, sites } = await read<ScreenStatistics>('statistics')
  expect(days).toHaveLength(30)
  const sum = (list: readonly { fire: number; warning: number; notice: number }[]) =>
    list.reduce((total, { fire, warning, notice }) => total + fire + warning + notice, 0)
  expect([sum(days), sum(days.slice(-1))]).toEqual([2, 2])
  expect(types.reduce((total, { count }) => total + count, 0)).toBe(2)
  expect(new Set(sites.map(({ id }) => id))).toEqual(new Set(rowsOf('project', secondOfNorth, ofAgent)))
  await server.db.updateTable('alarm').set({ test: false }).where('id', '=', Number(north.alarm)).execute()
})

describe('the actions', () => {
  test('are the verbs of the alarm list: same conflict, same audit', async () => {
    const rows = await addOwnedRows(server.db, server.world.companies.north)
    const id = Number(rows.alarm)
    expect(await server.call('POST', 'web/data/displays/confirm', { id }, admin)).toMatchObject({ status: 200, data: { id } })
    expect(await server.call('POST', 'web/data/displays/confirm', { id }, admin)).toMatchObject({ status: 409 })
    const audits = await server.db
      .selectFrom('audit_log')
      .select('action')
      .where('object_kind', '=', 'alarm')
      .where('object_id', '=', String(id))
      .execute()
    expect(audits.map(({ action }) => action)).toEqual(['alarm.confirm'])
  })
})

const createLink = async (input: Record<string, unknown> = {}, account: WorldAccount = server.world.accounts.northAdmin) => {
  const token = await server.tokenOf(account)
  const answer = await server.call('POST', 'web/data/displays/kiosk/create', { name: 'Wall', validDays: 1, ...input }, token)
  return { ...answer, ...(answer.data as { id: number; secret: string } | null) }
}
const open = (secret: string | undefined) => server.call('POST', 'web/data/displays/kiosk/open', { secret })
const openWall = async (input: Record<string, unknown> = {}, account?: WorldAccount) => {
  const { id, secret, msg } = await createLink(input, account)
  expect(msg).toBe('')
  return { id: Number(id), secret: String(secret), token: String((await open(secret)).data) }
}
const stateOf = async (token: string) => (await server.call('GET', 'web/data/displays/figures', {}, token)).code
const lives = 200
const ended = 103
const endsWithin5s = (token: string) => vi.waitFor(async () => expect(await stateOf(token)).toBe(ended), 5_000)

/** What a stream brings, and whether the server has closed it. */
const listen = async (token: string) => {
  const abort = new AbortController()
  streams.add(abort)
  const seen = { text: '', closed: false }
  const { body } = await fetch(`${server.url}/api/web/live/stream`, {
    headers: { authorization: `Bearer ${token}` },
    signal: abort.signal,
  })
  const follow = async () => {
    if (body) for await (const chunk of body.pipeThrough(new TextDecoderStream())) seen.text += chunk
    seen.closed = true
  }
  void follow().catch(() => undefined)
  await vi.waitFor(() => expect(seen.text).toContain('id:'))
  return seen
}

describe('a kiosk link', () => {
  test('shows what its creator sees of the company, and nothing of others', async () => {
    const { token } = await openWall()
    const { list } = await read<{ list: { id: number }[] }>('alarms', { limit: 100 }, token)
    const ids = list.map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining(rowsOf('alarm', north, secondOfNorth, ofAgent)))
    expect(ids).not.toContain(Number(south.alarm))
  })

  test('of a lower company shows only that', async () => {
    const { token } = await openWall({ companyId: server.world.companies.northAgent.id })
    const { list } = await read<{ list: { id: number }[] }>('alarms', {}, token)
    expect(list.map(({ id }) => id)).toEqual([Number(ofAgent.alarm)])
    expect((await read<ScreenFigures>('figures', {}, token)).projects).toBe(1)
  })

  test('of a project shows only that, whatever part is asked for', async () => {
    const { token } = await openWall({ projectId: Number(north.project) })
    const { list } = await read<{ list: { id: number }[] }>('alarms', {}, token)
    expect(list.map(({ id }) => id)).toEqual([Number(north.alarm)])
    expect(await read<ScreenFigures>('figures', { province: '310000' }, token)).toMatchObject({ projects: 1, openAlarms: 1 })
    expect((await read<ScreenMap>('map', {}, token)).sites.map(({ id }) => id)).toEqual([Number(north.project)])
    const foreign = { projectId: Number(secondOfNorth.project) }
    expect((await server.call('GET', 'web/data/displays/figures', foreign, token)).status).toBe(404)
  })

  test('names nobody: not the holder of a site, not who confirmed', async () => {
    const rows = await addOwnedRows(server.db, server.world.companies.northAgent)
    const [id, projectId] = [Number(rows.alarm), Number(rows.project)]
    await server.call('POST', 'web/alarmDesk/confirm', { id }, admin)
    const { token } = await openWall({ projectId })
    const seenBy = async (who: string) => JSON.stringify(await read('alarms', { limit: 100 }, who))
    expect(await seenBy(admin)).toContain('North Admin')
    expect(await seenBy(token)).not.toContain('North Admin')
  })

  test('brings live events of its part alone, without names', async () => {
    const rows = await addOwnedRows(server.db, server.world.companies.northAgent)
    const { token } = await openWall({ projectId: Number(rows.project) })
    const [wall, console] = [await listen(token), await listen(admin)]
    await server.call('POST', 'web/alarmDesk/confirm', { id: Number(secondOfNorth.alarm) }, admin)
    await server.call('POST', 'web/alarmDesk/confirm', { id: Number(rows.alarm) }, admin)
    await vi.waitFor(() => {
      expect(console.text).toContain(`"id":"${rows.alarm}"`)
      expect(wall.text).toContain(`"id":"${rows.alarm}"`)
    })
    expect(console.text).toContain('North Admin')
    expect(wall.text).not.toContain('North Admin')
    expect(wall.text).not.toContain(`"id":"${secondOfNorth.alarm}"`)
  })

  test('keeps its secret: only a hash is stored, and neither audit nor log of calls has it', async () => {
    const { id, secret, token } = await openWall({ name: 'Secret wall' })
    await vi.waitFor(async () => {
      const calls = await server.db.selectFrom('api_log').selectAll().where('action', 'like', '%kiosk/%').execute()
      expect(calls.map(({ action }) => action)).toEqual(
        expect.arrayContaining(['web/data/displays/kiosk/create', 'web/data/displays/kiosk/open']),
      )
      expect(JSON.stringify(calls)).not.toContain(secret)
    }, 5_000)
    const audits = await server.db.selectFrom('audit_log').selectAll().where('object_kind', '=', 'kiosk_link').execute()
    const ofLink = audits.filter((row) => row.object_id === String(id)).map(({ action }) => action)
    expect(ofLink.sort()).toEqual(['kioskLink.create', 'kioskLink.open'])
    const stored = JSON.stringify([audits, await server.db.selectFrom('kiosk_link').selectAll().execute()])
    expect([secret, token].filter((each) => stored.includes(each))).toEqual([])
  })

  test('is listed with its state and use', async () => {
    const { id } = await openWall({ name: 'Listed wall' })
    const answer = await server.call('GET', 'web/data/displays/kiosk/page', { keyword: 'Listed' }, admin)
    const { list } = answer.data as { list: KioskLinkRow[] }
    expect(list).toMatchObject([{ id, name: 'Listed wall', kioskState: 'valid', screens: 1, createdBy: 'North Admin' }])
    expect(list[0]?.lastUsedAt).not.toBeNull()
    const others = await server.call(
      'GET',
      'web/data/displays/kiosk/page',
      {},
      await server.tokenOf(server.world.accounts.southAdmin),
    )
    expect((others.data as { list: KioskLinkRow[] }).list.map(({ name }) => name)).not.toContain('Listed wall')
  })

  test('that is revoked ends its screens at once, streams too, and opens no more', async () => {
    const { id, secret, token } = await openWall()
    const wall = await listen(token)
    expect(await stateOf(token)).toBe(lives)
    await server.call('POST', 'web/data/displays/kiosk/revoke', { id }, admin)
    await endsWithin5s(token)
    await vi.waitFor(() => expect(wall).toMatchObject({ closed: true, text: expect.stringContaining('"ended"') }), 5_000)
    expect(await open(secret)).toMatchObject({ status: 401, code: 1219 })
  })

  test('that expires ends, streams too', async () => {
    const { id, secret, token } = await openWall()
    const wall = await listen(token)
    await server.db.updateTable('kiosk_link').set({ valid_until: new Date() }).where('id', '=', id).execute()
    await endsWithin5s(token)
    await vi.waitFor(() => expect(wall.closed).toBe(true), 5_000)
    expect((await open(secret)).code).toBe(1219)
  })

  test.each(['creator', 'link'] as const)('ends when the company of its %s is disabled', async (whose) => {
    const { companies, accounts } = server.world
    const { token } =
      whose === 'link'
        ? await openWall({ companyId: companies.northAgentTwo.id })
        : await openWall({ projectId: Number(ofAgent.project) }, accounts.northAgentAdmin)
    const wall = await listen(token)
    const id = whose === 'link' ? companies.northAgentTwo.id : companies.northAgent.id
    await server.db.updateTable('company').set({ enabled: false }).where('id', '=', id).execute()
    await endsWithin5s(token)
    await vi.waitFor(() => expect(wall.closed).toBe(true), 5_000)
    await server.db.updateTable('company').set({ enabled: true }).where('id', '=', id).execute()
    expect(await stateOf(token)).toBe(lives)
  })

  test('ends when its creator loses the right to it, or may no longer act', async () => {
    const { db, world } = server
    const { id, roleId } = world.accounts.northAgentAdmin
    const { token } = await openWall({}, world.accounts.northAgentAdmin)
    await db.deleteFrom('role_menu').where('role_id', '=', roleId).where('menu_code', '=', 'largeScreen:kiosk').execute()
    await endsWithin5s(token)
    await db.insertInto('role_menu').values({ role_id: roleId, menu_code: 'largeScreen:kiosk' }).execute()
    await vi.waitFor(async () => expect(await stateOf(token)).toBe(lives), 5_000)
    await db.updateTable('account').set({ enabled: false }).where('id', '=', id).execute()
    await endsWithin5s(token)
    await db.updateTable('account').set({ enabled: true }).where('id', '=', id).execute()
  })

  test('stays when its creator signs out everywhere, and never counts as the creator’s session', async () => {
    const { token } = await openWall()
    const mine = await server.tokenOf(server.world.accounts.northAdmin)
    await server.call('POST', 'web/account/session/endOthers', {}, mine)
    const sessions = await server.call('GET', 'web/account/session/list', {}, mine)
    expect(sessions.data).toMatchObject([{ current: true }])
    expect(await stateOf(token)).toBe(lives)
    admin = await server.tokenOf(server.world.accounts.northAdmin)
  })

  test('of a project that has gone to another company ends, and shows no calm zeros', async () => {
    const { db, world } = server
    const rows = await addOwnedRows(db, world.companies.north)
    const { token } = await openWall({ projectId: Number(rows.project) })
    expect(await stateOf(token)).toBe(lives)
    const { id, path } = world.companies.south
    await db.updateTable('project').set({ company_id: id, path }).where('id', '=', Number(rows.project)).execute()
    await endsWithin5s(token)
  })

  test('runs a limited number of screens: the one unused for longest ends', async () => {
    const { secret, token } = await openWall()
    await server.db
      .updateTable('kiosk_session')
      .set({ last_seen_at: new Date(Date.now() - 3_600_000) })
      .execute()
    // Without a call in between, which would mark it as used.
    for (let i = 0; i < kioskLimits.screens; i++) await open(secret)
    await endsWithin5s(token)
    expect(await stateOf(String((await open(secret)).data))).toBe(lives)
  })

  test('is not given out by staff who see less than it shows', async () => {
    const { db, world } = server
    const { roleId } = world.accounts.northAdmin
    await db.updateTable('role').set({ data_scope: 'projects' }).where('id', '=', roleId).execute()
    await db
      .insertInto('account_project')
      .values({ account_id: world.accounts.northAdmin.id, project_id: Number(north.project) })
      .execute()
    const answers = [
      await createLink(),
      await createLink({ projectId: Number(secondOfNorth.project) }),
      await createLink({ projectId: Number(north.project) }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 404, 200])
    await db.updateTable('role').set({ data_scope: 'own' }).where('id', '=', roleId).execute()
    await db
      .updateTable('project')
      .set({ created_by: world.accounts.northAdmin.id })
      .where('id', '=', Number(north.project))
      .execute()
    expect((await createLink({ projectId: Number(north.project) })).status).toBe(403)
    await db.updateTable('role').set({ data_scope: 'branch' }).where('id', '=', roleId).execute()
  })

  test('of a customer shows the customer’s projects', async () => {
    const { token } = await openWall({}, server.world.accounts.northCustomer)
    expect(await read('figures', {}, token)).toMatchObject({ projects: 0, openAlarms: 0 })
    await server.db
      .updateTable('project')
      .set({ customer_id: server.world.customers.north })
      .where('id', '=', Number(north.project))
      .execute()
    expect(await read('figures', {}, token)).toMatchObject({ projects: 1 })
  })
})
