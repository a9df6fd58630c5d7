import { joinStates, type DomainError } from '@emberwatch/contract'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { scoped } from '../../../platform/database/scope.ts'
import { isVisible, type Viewer } from '../../../platform/live-audience.ts'
import type { StoredEvent } from '../../../platform/live-events.ts'
import { createHttpServer } from '../../../platform/http/server.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import type { WorldAccount } from '../../../testing/world.ts'
import { createAuthenticate } from '../../base/access/authenticate.ts'
import { addAlarm, addSite, type Site } from '../../alarms/alarm/alarm.fixture.ts'
import { alarmRoutes } from '../../alarms/alarm/feature.ts'
import { faultRoutes } from '../../alarms/fault/feature.ts'
import { projectRoutes } from '../project/feature.ts'
import { agreeJoin, applyToJoin, endJoin, expireJoins, rejectJoin } from './project-join.verbs.ts'
import { pageJoins } from './project-join.reads.ts'

let world: TestWorld
let owner: Ctx
let url: string
let closeServer: () => Promise<unknown>
beforeAll(async () => {
  world = await testWorld()
  owner = await world.ctxOf(world.accounts.northAdmin)
  const server = await createHttpServer({
    bindings: [...projectRoutes, ...alarmRoutes, ...faultRoutes],
    authenticate: createAuthenticate(world.db, world.clock, world.systemCtx.config),
    base: world.systemCtx,
    onServed: () => undefined,
    log: pino({ level: 'silent' }),
    maxUploadBytes: 1_000,
  })
  url = await server.listen({ port: 0, host: '127.0.0.1' })
  closeServer = () => server.close()
})
afterAll(async () => {
  await closeServer()
  await world.stop()
})

/** Created anew for each use, as for every call: joined projects are part of the caller. */
const joiner = (): Promise<Ctx> => world.ctxOf(world.accounts.southAgentAdmin)

const newSite = async (): Promise<Site & { code: string }> => {
  const site = await addSite(world.db, world.companies.north)
  const { code } = await world.db
    .updateTable('project')
    .set({ audit: 'approved' })
    .where('id', '=', site.project)
    .returning('code')
    .executeTakeFirstOrThrow()
  return { ...site, code }
}
const applied = async (code: string): Promise<number> => (await applyToJoin(await joiner(), { code, note: 'maintenance' })).id
const joined = async (rights: ('alarm' | 'fault')[] = []) => {
  const site = await newSite()
  const id = await applied(site.code)
  await agreeJoin(owner, { id, rights })
  return { ...site, id }
}

const refusal = async (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    ({ reason, field }: DomainError) => (field === undefined ? reason : `${reason} ${field}`),
  )

/** How many rows of a project a caller sees, by table. */
const sight = async ({ db }: Ctx, projectId: number) => {
  const tables = ['alarm', 'fault', 'work_order', 'device', 'gateway', 'sign_site'] as const
  const counts = await Promise.all(
    tables.map(async (table) => (await db.selectFrom(table).select('id').where('project_id', '=', projectId).execute()).length),
  )
  return [(await db.selectFrom('project').select('id').where('id', '=', projectId).execute()).length, ...counts]
}
const nothing = [0, 0, 0, 0, 0, 0, 0]

const post = async (account: WorldAccount, path: string, body: object): Promise<number> => {
  const response = await fetch(`${url}/api/web/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await world.tokenOf(account)}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return ((await response.json()) as { code: number }).code
}

const audits = (id: number) =>
  world.db
    .selectFrom('audit_log')
    .select(['action', 'object_name', 'path', 'result'])
    .where('object_kind', '=', 'project_join')
    .where('object_id', '=', String(id))
    .orderBy('id')
    .execute()
const messagesOf = async (accountId: number, type: string): Promise<number> =>
  (await world.db.selectFrom('message').select('id').where('account_id', '=', accountId).where('type', '=', type).execute())
    .length

test('a company that joined sees exactly that project, from the agreement until either side ends it', async () => {
  const [site, other] = [await newSite(), await newSite()]
  await addAlarm(world.db, site)
  await addAlarm(world.db, other)
  const all = await sight(owner, site.project)
  const id = await applied(site.code)
  const { accounts } = world
  expect(await messagesOf(accounts.northAdmin.id, 'joinApplied')).toBe(1)
  expect(await sight(await joiner(), site.project)).toEqual(nothing)
  // The code alone reveals neither the project's name nor its owner.
  const mine = async () => (await pageJoins(await joiner(), { mine: true })).list.find((row) => row.id === id)
  expect(await mine()).toMatchObject({
    projectCode: site.code,
    projectId: null,
    projectName: null,
    companyId: null,
    companyName: null,
    ownSide: false,
    state: 'pending',
  })
  const names = await world.db.selectFrom('project').select('name').where('id', '=', site.project).executeTakeFirstOrThrow()
  expect((await pageJoins(await joiner(), { keyword: names.name })).total).toBe(0)
  expect((await pageJoins(owner, { keyword: names.name })).list.map((row) => row.id)).toContain(id)

  await agreeJoin(owner, { id, rights: ['alarm'] })
  expect(await sight(await joiner(), site.project)).toEqual(all)
  expect(await sight(await joiner(), other.project)).toEqual(nothing)
  expect(await mine()).toMatchObject({ projectId: site.project, projectName: names.name, state: 'agreed', rights: ['alarm'] })
  expect(await messagesOf(accounts.southAgentAdmin.id, 'joinAgreed')).toBe(1)
  // The company above, its sibling, and its own people with a narrow data scope see nothing of it.
  expect(await sight(await world.ctxOf(accounts.southAdmin), site.project)).toEqual(nothing)
  await world.db.updateTable('role').set({ data_scope: 'own' }).where('id', '=', accounts.southAgentAdmin.roleId).execute()
  expect(await sight(await joiner(), site.project)).toEqual(nothing)
  await world.db.updateTable('role').set({ data_scope: 'company' }).where('id', '=', accounts.southAgentAdmin.roleId).execute()
  expect(await sight(await joiner(), site.project)).toEqual(all)
  await world.db.updateTable('role').set({ data_scope: 'branch' }).where('id', '=', accounts.southAgentAdmin.roleId).execute()

  await endJoin(await joiner(), { id, reason: 'contract over' })
  expect(await sight(await joiner(), site.project)).toEqual(nothing)
  expect(await messagesOf(accounts.northAdmin.id, 'joinEnded')).toBe(1)
  const { north, southAgent } = world.companies
  expect((await audits(id)).map(({ action, path }) => [action, path])).toEqual([
    ['projectJoin.create', southAgent.path],
    ['projectJoin.agree', north.path],
    ['projectJoin.end', southAgent.path],
  ])
  // The applicant's own log names it by its code.
  expect((await audits(id))[0]?.object_name).toBe(site.code)
})

test('a company that joined changes only what the owner allows, and is told so', async () => {
  const [site, other] = [await joined(['alarm']), await newSite()]
  const { southAgentAdmin } = world.accounts
  const [{ id: alarm }, { id: foreign }] = [await addAlarm(world.db, site), await addAlarm(world.db, other)]
  const confirm = (id: number) => post(southAgentAdmin, 'alarmRecord/confirm', { id })
  expect(await confirm(alarm)).toBe(200)
  expect(await confirm(foreign)).toBe(1003)
  const fault = await world.db.selectFrom('fault').select('id').where('project_id', '=', site.project).executeTakeFirstOrThrow()
  const solve = () => post(southAgentAdmin, 'faultRecord/solved', { id: fault.id, note: 'done' })
  expect(await solve()).toBe(1021)
  expect(await post(southAgentAdmin, 'project/stop', { id: site.project, reason: 'x' })).toBe(1021)
  expect(await post(southAgentAdmin, 'project/stop', { id: other.project, reason: 'x' })).toBe(1003)
  await world.db.updateTable('project_join').set({ rights: [] }).where('id', '=', site.id).execute()
  const { id: second } = await addAlarm(world.db, site)
  expect(await confirm(second)).toBe(1021)
  const { state } = await world.db.selectFrom('alarm').select('state').where('id', '=', second).executeTakeFirstOrThrow()
  expect(state).toBe('unconfirmed')
})

test('a company that joined does not see others that did, and sees the project’s files and no others', async () => {
  const [site, other] = [await joined(['alarm']), await newSite()]
  const { north, northAgent, southAgent } = world.companies
  const second = await world.db
    .insertInto('project_join')
    .values({ company_id: north.id, path: north.path, project_id: site.project, joiner_id: northAgent.id, note: 'a rival' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const seen = (await pageJoins(await joiner(), {})).list
  expect(seen.map((row) => row.id)).toContain(site.id)
  expect(seen.every((row) => row.joinerId === southAgent.id)).toBe(true)
  expect((await pageJoins(owner, {})).list.map((row) => row.id)).toContain(second.id)
  const owned = { company_id: north.id, path: north.path, mime: 'image/png', size: 1, sha256: '0', purpose: 'photo' }
  await world.db
    .insertInto('file')
    .values([site, other].map(({ project }) => ({ ...owned, id: `photo-${project}`, name: `${project}.png` })))
    .execute()
  for (const { project } of [site, other])
    await world.db
      .updateTable('work_order')
      .set({ photos: [`photo-${project}`] })
      .where('project_id', '=', project)
      .execute()
  const { db } = await joiner()
  const files = await db.selectFrom('file').select('id').where('path', '=', north.path).execute()
  expect(files).toEqual([{ id: `photo-${site.project}` }])
  for (const table of ['customer', 'customer_contract', 'audit_log'] as const)
    expect(await db.selectFrom(table).select('id').where('path', '=', north.path).execute()).toEqual([])
})

test('an application is refused for an unknown code, a project already visible, and a second time', async () => {
  const site = await newSite()
  const asOwner = (code: string) => refusal(applyToJoin(owner, { code }))
  expect(await asOwner('no such code')).toBe('notHere code')
  expect(await asOwner(site.code)).toBe('notHere code')
  await world.db.updateTable('project').set({ audit: 'pending' }).where('id', '=', site.project).execute()
  expect(await refusal(applied(site.code))).toBe('notHere code')
  await world.db.updateTable('project').set({ audit: 'approved' }).where('id', '=', site.project).execute()
  const id = await applied(site.code)
  expect(await refusal(applied(site.code))).toBe('notHere code')
  await rejectJoin(owner, { id, reason: 'unknown to us' })
  expect(await messagesOf(world.accounts.southAgentAdmin.id, 'joinRejected')).toBe(1)
  const second = await applied(site.code)
  expect(second).toBeGreaterThan(id)
  // A company that is rejected or withdraws may apply three times a month.
  await rejectJoin(owner, { id: second, reason: 'unknown to us' })
  await endJoin(await joiner(), { id: await applied(site.code), reason: 'a mistake' })
  expect(await refusal(applied(site.code))).toBe('notHere code')
  await expect(applied(site.code)).rejects.toMatchObject({ params: { reason: expect.stringContaining('30') } })
  const longAgo = new Date(world.clock.now().getTime() - 31 * 86_400_000).toISOString()
  await world.db.updateTable('project_join').set({ created_at: longAgo }).where('id', '=', id).execute()
  expect(await applied(site.code)).toBeGreaterThan(second)
  expect(await refusal(applyToJoin(await world.ctxOf(world.accounts.northCustomer), { code: site.code }))).toBe('noAccess')
})

describe('each state and action', () => {
  const acts = {
    agree: async (ctx: Ctx, id: number) => agreeJoin(ctx, { id, rights: [] }),
    reject: async (ctx: Ctx, id: number) => rejectJoin(ctx, { id, reason: 'no' }),
    end: async (ctx: Ctx, id: number) => endJoin(ctx, { id, reason: 'over' }),
  }
  const cases = joinStates.states.flatMap((from) =>
    (['agree', 'reject', 'end'] as const).map((action) => {
      const transition = joinStates.transitions.find((each) => each.action === action)
      return [from, action, transition?.from.some((state) => state === from) ? transition.to : undefined] as const
    }),
  )
  test.each(cases)('%s: %s → %s', async (from, action, to) => {
    const { project, code } = await newSite()
    const id = await applied(code)
    const set = { state: from, agreed_company_id: world.companies.north.id }
    await world.db.updateTable('project_join').set(set).where('id', '=', id).execute()
    expect(await refusal(acts[action](owner, id))).toBe(to === undefined ? 'wrongState' : undefined)
    const row = await world.db.selectFrom('project_join').select('state').where('id', '=', id).executeTakeFirstOrThrow()
    expect(row.state).toBe(to ?? from)
    expect((await audits(id)).map((each) => each.action)).toEqual([
      'projectJoin.create',
      ...(to === undefined ? [] : [`projectJoin.${action}`]),
    ])
    expect((await sight(await joiner(), project))[0]).toBe((to ?? from) === 'agreed' ? 1 : 0)
  })

  test('only the project’s side decides; strangers do not know of it', async () => {
    const id = await applied((await newSite()).code)
    const stranger = await world.ctxOf(world.accounts.southAdmin)
    for (const action of ['agree', 'reject'] as const) {
      expect(await refusal(acts[action](await joiner(), id))).toBe('precondition')
      expect(await refusal(acts[action](stranger, id))).toBe('notFound id')
    }
    expect(await refusal(acts.end(stranger, id))).toBe('notFound id')
    expect((await pageJoins(stranger, {})).list.map((row) => row.id)).not.toContain(id)
    const past = { id, rights: [], validUntil: '2020-01-01T00:00:00.000Z' }
    expect(await refusal(agreeJoin(owner, past))).toBe('notHere validUntil')
  })

  test('of two concurrent decisions, one counts', async () => {
    const id = await applied((await newSite()).code)
    const siter = await world.ctxOf(world.accounts.siterAdmin)
    const both = await Promise.all([refusal(acts.agree(owner, id)), refusal(acts.reject(siter, id))])
    expect(both.filter((reason) => reason === 'wrongState')).toHaveLength(1)
    expect(both).toContain(undefined)
  })
})

test('an expired join, or one whose project has a new owner, opens nothing from that moment, and ends', async () => {
  const [ending, moved] = [await joined(), await joined()]
  const past = new Date(world.clock.now().getTime() - 1_000).toISOString()
  await world.db.updateTable('project_join').set({ valid_until: past }).where('id', '=', ending.id).execute()
  await world.db
    .updateTable('project')
    .set({ company_id: world.companies.northAgent.id, path: world.companies.northAgent.path })
    .where('id', '=', moved.project)
    .execute()
  for (const { project } of [ending, moved]) expect(await sight(await joiner(), project)).toEqual(nothing)
  // It is not named either, and no link leads there.
  const listed = (await pageJoins(await joiner(), { mine: true, pageSize: 80 })).list
  for (const { id } of [ending, moved])
    expect(listed.find((row) => row.id === id)).toMatchObject({ state: 'agreed', projectId: null, companyId: null })
  // Once, however many processes run.
  await Promise.all([expireJoins(world.systemCtx), expireJoins(world.systemCtx)])
  for (const { id } of [ending, moved]) {
    const row = await world.db
      .selectFrom('project_join')
      .select(['state', 'ended_by'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ state: 'ended', ended_by: null })
    expect((await audits(id)).filter(({ action, result }) => action === 'projectJoin.expire' && result === 'ok')).toHaveLength(1)
  }
  expect(await messagesOf(world.accounts.southAgentAdmin.id, 'joinExpired')).toBe(2)
})

test('live events of a joined project reach its people, and none of any other', async () => {
  const { project } = await joined()
  const { scope, actor } = await joiner()
  const viewer: Viewer = {
    scope,
    accountId: actor.accountId ?? 0,
    companyPath: actor.companyPath,
    devices: new Set(),
    projects: new Set(),
    hidden: [],
  }
  const event = (project_id: number | null) =>
    ({ kind: 'alarm', path: world.companies.north.path, project_id, account_id: null }) as StoredEvent
  expect([project, project + 1, null].map((id) => isVisible(event(id), viewer))).toEqual([true, false, false])
})

test('staff of a company that joined who see only their own see of the orders there only their own, also in live events', async () => {
  const { project, order } = await joined()
  const me = world.accounts.southAgentAdmin.id
  await world.db.updateTable('project').set({ created_by: me }).where('id', '=', project).execute()
  const { scope: whole, actor } = await joiner()
  if (whole.kind !== 'company') throw new Error('no staff')
  const scope = { ...whole, only: 'own' as const }
  const sees = async (table: 'device' | 'work_order') =>
    (await scoped(world.db, scope).selectFrom(table).select('id').where('project_id', '=', project).execute()).map(({ id }) => id)
  const { companyPath } = actor
  const viewer: Viewer = { scope, accountId: me, companyPath, devices: new Set(), projects: new Set([project]), hidden: [] }
  const event = (kind: 'alarm' | 'order', people: number[] | null = null) =>
    ({ kind, path: world.companies.north.path, project_id: project, account_id: null, people }) as StoredEvent
  expect(await sees('device')).toHaveLength(1)
  expect(await sees('work_order')).toEqual([])
  expect(isVisible(event('alarm'), viewer)).toBe(true)
  expect([null, [me + 1], [me]].map((people) => isVisible(event('order', people), viewer))).toEqual([false, false, true])
  await world.db.insertInto('order_engineer').values({ order_id: order, account_id: me }).execute()
  expect(await sees('work_order')).toEqual([order])
  // With chosen projects, all orders there.
  await world.db.deleteFrom('order_engineer').where('account_id', '=', me).execute()
  await world.db.insertInto('account_project').values({ account_id: me, project_id: project }).execute()
  const chosen = scoped(world.db, { ...scope, only: 'projects' })
  expect(await chosen.selectFrom('work_order').select('id').where('id', '=', order).execute()).toEqual([{ id: order }])
})
