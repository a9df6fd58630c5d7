import { DomainError, enums, type endpoints, type InputOf } from '@emberwatch/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { scoped } from '../../../platform/database/scope.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addKey } from '../../../testing/keys.ts'
import { addAlarm, addSite, type Site } from '../../alarms/alarm/alarm.fixture.ts'
import { runHandOver } from '../../system/hand-over/run-hand-over.ts'
import { handOverCompany } from '../../system/hand-over/start-hand-over.ts'
import {
  createOpenAccess,
  removeOpenAccess,
  rotateOpenAccess,
  setOpenAccessEnabled,
  updateOpenAccess,
} from './open-access.verbs.ts'
import { createKeys } from './key-callers.ts'
import { openAccessDetail, pageOpenAccess, selectOpenAccess } from './open-access.reads.ts'
import { openAlarmDetail, pageOpenAlarms, pageOpenProjects } from './open-api.reads.ts'

let world: TestWorld
let north: Ctx
let south: Ctx
let agent: Ctx

beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin)
  south = await world.ctxOf(world.accounts.southAdmin)
  agent = await world.ctxOf(world.accounts.northAgentAdmin)
})
afterAll(() => world.stop())

/** The context of a call with this secret. Null if it opens nothing. */
const ctxOf = async (secret: string): Promise<Ctx | null> => {
  const caller = await createKeys(world.db, world.clock).find(secret)
  return caller && { ...world.systemCtx, actor: caller.actor, scope: caller.scope, db: scoped(world.db, caller.scope) }
}
const opened = async (secret: string): Promise<Ctx> => {
  const ctx = await ctxOf(secret)
  if (!ctx) throw new Error('the key opens nothing')
  return ctx
}
const dayMs = 86_400_000
const inDays = (days: number): string => new Date(world.clock.now().getTime() + days * dayMs).toISOString()
type Input = InputOf<typeof endpoints.openAccess.create>
let named = 0
const keyInput = (more: Partial<Input> = {}): Input => ({
  name: `Partner ${++named}`,
  keyRights: ['alarm:read'],
  dataScope: 'branch',
  expiresAt: inDays(30),
  perMinute: 60,
  ...more,
})
const refusal = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'not refused',
    (error: unknown) => {
      if (!(error instanceof DomainError)) throw error
      return [error.reason, error.field].filter(Boolean).join(' ')
    },
  )
const lastAudit = () => world.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
/** A caller with less. */
const without = (ctx: Ctx, operation: string): Ctx => ({
  ...ctx,
  actor: { ...ctx.actor, operations: new Set([...ctx.actor.operations].filter((code) => code !== operation)) },
})
const narrowed = (ctx: Ctx, more: object): Ctx => {
  const scope = { ...ctx.scope, ...more } as Ctx['scope']
  return { ...ctx, scope, db: scoped(world.db, scope) }
}

describe('a key', () => {
  test('is shown once, and nothing that is stored or logged opens anything', async () => {
    const { id, secret } = await createOpenAccess(north, keyInput({ name: 'Portal', remark: 'for the portal' }))
    expect(secret).toMatch(/^ewk_[0-9a-f]{12}_[\w-]{43}$/)
    const detail = await openAccessDetail(north, { id })
    expect(detail).toMatchObject({
      name: 'Portal',
      state: 'active',
      prefix: secret.slice(0, 16),
      companyName: 'North Distributor',
    })
    expect(detail.secrets).toMatchObject([{ prefix: secret.slice(0, 16), createdBy: 'North Admin', validUntil: null }])
    const stored = await Promise.all([
      world.db.selectFrom('open_secret').selectAll().execute(),
      world.db.selectFrom('open_access').selectAll().execute(),
      world.db.selectFrom('audit_log').selectAll().execute(),
    ])
    expect(JSON.stringify([stored, detail])).not.toContain(secret.slice(17))
    expect(await lastAudit()).toMatchObject({
      action: 'openAccess.create',
      object_name: 'Portal',
      company_id: world.companies.north.id,
      changes: { key_rights: [null, ['alarm:read']], data_scope: [null, 'branch'] },
    })
    expect(await ctxOf(secret)).toMatchObject({ actor: { name: 'Portal', accountId: null, companyId: world.companies.north.id } })
    for (const wrong of [`${secret}x`, secret.slice(0, -1), `${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`, ''])
      expect(await ctxOf(wrong)).toBeNull()
  })

  test('belongs to the own company or one below, is seen from above, and by no other', async () => {
    const { id } = await createOpenAccess(north, keyInput({ companyId: world.companies.northAgent.id }))
    expect((await pageOpenAccess(agent, {})).list.map((row) => row.id)).toContain(id)
    expect((await selectOpenAccess(north, {})).map(({ value }) => value)).toContain(id)
    expect((await pageOpenAccess(south, {})).list).toEqual([])
    expect(await refusal(createOpenAccess(north, keyInput({ companyId: world.companies.south.id })))).toBe('notFound companyId')
    const edit = { id, version: 1, ...keyInput() }
    for (const work of [
      () => updateOpenAccess(south, edit),
      () => rotateOpenAccess(south, { id }),
      () => setOpenAccessEnabled(south, { id, enabled: false }),
      () => removeOpenAccess(south, { id }),
    ])
      expect(await refusal(work())).toBe('notFound id')
  })

  test.each([
    [{ expiresAt: '2020-01-01T00:00:00.000Z' }, 'invalidInput expiresAt'],
    [{ expiresAt: new Date(Date.now() + 733 * dayMs).toISOString() }, 'invalidInput expiresAt'],
    [{ addresses: ['203.0.113.0/33'] }, 'invalidInput addresses'],
    [{ addresses: ['2001:db8::/129'] }, 'invalidInput addresses'],
    [{ addresses: ['example.com'] }, 'invalidInput addresses'],
    [{ addresses: ['::ffff:203.0.113.7'] }, 'invalidInput addresses'],
    [{ dataScope: 'projects' as const, projectIds: [] }, 'invalidInput projectIds'],
    [{ addresses: ['203.0.113.7', '203.0.113.0/24', '2001:db8::/32', '::1'] }, 'not refused'],
    [{ expiresAt: new Date(Date.now() + 729 * dayMs).toISOString() }, 'not refused'],
  ])('with %o: %s', async (more, result) => {
    expect(await refusal(createOpenAccess(north, keyInput(more)))).toBe(result)
  })

  test('its name is unique in a company, and free again once it is revoked', async () => {
    const { id } = await createOpenAccess(north, keyInput({ name: 'Tower' }))
    expect(await refusal(createOpenAccess(north, keyInput({ name: 'TOWER' })))).toBe('duplicate name')
    await removeOpenAccess(north, { id })
    await createOpenAccess(north, keyInput({ name: 'TOWER' }))
  })

  test.each(enums.openRight)('nobody grants %s without what it amounts to, or is shown a secret that has it', async (right) => {
    const { operationsOfRight } = await import('@emberwatch/contract')
    const { id } = await createOpenAccess(north, keyInput({ keyRights: [right] }))
    for (const operation of operationsOfRight[right]) {
      const less = without(north, operation)
      expect(await refusal(createOpenAccess(less, keyInput({ keyRights: [right] })))).toBe('grantBeyondOwn keyRights')
      const { version } = await openAccessDetail(north, { id })
      // Neither to keep the right nor to take it away.
      for (const keyRights of [[right], enums.openRight.filter((each) => each !== right)])
        expect(await refusal(updateOpenAccess(less, { id, version, ...keyInput({ keyRights }) }))).toBe(
          'grantBeyondOwn keyRights',
        )
      expect(await refusal(rotateOpenAccess(less, { id }))).toBe('grantBeyondOwn keyRights')
      await setOpenAccessEnabled(less, { id, enabled: false })
      expect(await refusal(setOpenAccessEnabled(less, { id, enabled: true }))).toBe('grantBeyondOwn keyRights')
    }
    await removeOpenAccess(without(north, operationsOfRight[right][0] ?? ''), { id })
  })

  test('nobody grants a data scope that they lack, nor a project that they do not see', async () => {
    const site = await addSite(world.db, world.companies.north)
    const foreign = await addSite(world.db, world.companies.south)
    const below = await addSite(world.db, world.companies.northAgent)
    const alone = narrowed(north, { ownPath: world.companies.north.path })
    const chosen = narrowed(north, { only: 'projects' })
    const own = narrowed(north, { only: 'own' })
    const projects = (projectIds: number[]): Input => keyInput({ dataScope: 'projects', projectIds })
    expect(await refusal(createOpenAccess(alone, keyInput()))).toBe('grantBeyondOwn dataScope')
    expect(await refusal(createOpenAccess(alone, keyInput({ dataScope: 'company' })))).toBe('not refused')
    expect(await refusal(createOpenAccess(chosen, keyInput({ dataScope: 'company' })))).toBe('grantBeyondOwn dataScope')
    expect(await refusal(createOpenAccess(own, projects([site.project])))).toBe('grantBeyondOwn dataScope')
    expect(await refusal(createOpenAccess(north, projects([site.project, foreign.project])))).toBe('notFound projectIds')
    // Seen, but not of the company that the key is for.
    expect(
      await refusal(createOpenAccess(north, { ...projects([site.project]), companyId: world.companies.northAgent.id })),
    ).toBe('notFound projectIds')
    expect(await refusal(createOpenAccess(north, projects([site.project, below.project])))).toBe('not refused')
  })

  test('nobody is shown the secret of a key for projects that they do not see, nor enables it; those that left do not count', async () => {
    const [own, below, left] = [
      await addSite(world.db, world.companies.north),
      await addSite(world.db, world.companies.northAgent),
      await addSite(world.db, world.companies.south),
    ]
    const alone = narrowed(north, { ownPath: world.companies.north.path })
    const { id } = await addKey(world.db, world.companies.north, {
      data_scope: 'projects',
      projects: [own.project, below.project],
    })
    expect(await refusal(rotateOpenAccess(alone, { id }))).toBe('grantBeyondOwn')
    await setOpenAccessEnabled(alone, { id, enabled: false })
    expect(await refusal(setOpenAccessEnabled(alone, { id, enabled: true }))).toBe('grantBeyondOwn')
    await setOpenAccessEnabled(north, { id, enabled: true })
    const mine = await addKey(world.db, world.companies.north, { data_scope: 'projects', projects: [own.project, left.project] })
    expect(await refusal(rotateOpenAccess(alone, { id: mine.id }))).toBe('not refused')
  })

  test('is not made, changed or shown in a session that was opened with a ticket, but can be ended in one', async () => {
    const { id } = await createOpenAccess(north, keyInput())
    const acting = {
      ...north,
      actor: { ...north.actor, issuer: { accountId: world.accounts.siterAdmin.id, name: 'Siter Admin' } },
    }
    for (const work of [
      () => createOpenAccess(acting, keyInput()),
      () => updateOpenAccess(acting, { id, version: 1, ...keyInput() }),
      () => rotateOpenAccess(acting, { id }),
      () => setOpenAccessEnabled(acting, { id, enabled: true }),
    ])
      expect(await refusal(work())).toBe('notInPerson')
    expect(await refusal(removeOpenAccess(acting, { id }))).toBe('not refused')
  })

  test('ends with itself and with any company above, and comes back with them', async () => {
    const { id, secret } = await createOpenAccess(north, keyInput({ companyId: world.companies.northAgent.id }))
    const opens = async (): Promise<boolean> => (await ctxOf(secret)) !== null
    expect(await opens()).toBe(true)
    const set = (company: number, columns: object) =>
      world.db.updateTable('company').set(columns).where('id', '=', company).execute()
    for (const company of [world.companies.northAgent.id, world.companies.north.id]) {
      for (const [stopped, stands] of [
        [{ enabled: false }, { enabled: true }],
        [{ expires_at: new Date(0) }, { expires_at: null }],
      ]) {
        await set(company, stopped as object)
        expect(await opens()).toBe(false)
        expect(await openAccessDetail(north, { id })).toMatchObject({ state: 'companyStopped' })
        await set(company, stands as object)
        expect(await opens()).toBe(true)
      }
    }
    await setOpenAccessEnabled(north, { id, enabled: false })
    expect([await opens(), (await openAccessDetail(north, { id })).state]).toEqual([false, 'disabled'])
    await setOpenAccessEnabled(north, { id, enabled: true })
    await world.db.updateTable('open_access').set({ expires_at: world.clock.now() }).where('id', '=', id).execute()
    expect([await opens(), (await openAccessDetail(north, { id })).state]).toEqual([false, 'expired'])
    await world.db
      .updateTable('open_access')
      .set({ expires_at: inDays(1) })
      .where('id', '=', id)
      .execute()
    await removeOpenAccess(north, { id })
    expect(await opens()).toBe(false)
    expect(await refusal(openAccessDetail(north, { id }))).toBe('notFound id')
  })

  test('its former secret works for a day after a rotation, unless that is the second one or it must end at once', async () => {
    const { id, secret: first } = await createOpenAccess(north, keyInput())
    const rotated = await rotateOpenAccess(north, { id })
    expect(rotated.formerUntil).toBe(inDays(1))
    const opens = async (...secrets: string[]): Promise<boolean[]> =>
      Promise.all(secrets.map(async (secret) => (await ctxOf(secret)) !== null))
    expect(await opens(first, rotated.secret)).toEqual([true, true])
    expect((await openAccessDetail(north, { id })).secrets).toMatchObject([
      { prefix: rotated.secret.slice(0, 16), validUntil: null },
      { prefix: first.slice(0, 16), validUntil: inDays(1) },
    ])
    world.clock.forward(dayMs - 1)
    expect(await opens(first, rotated.secret)).toEqual([true, true])
    world.clock.forward(1)
    expect(await opens(first, rotated.secret)).toEqual([false, true])
    const third = await rotateOpenAccess(north, { id })
    const fourth = await rotateOpenAccess(north, { id })
    expect(await opens(first, rotated.secret, third.secret, fourth.secret)).toEqual([false, false, true, true])
    const fifth = await rotateOpenAccess(north, { id, immediately: true })
    expect(fifth.formerUntil).toBeNull()
    expect(await opens(third.secret, fourth.secret, fifth.secret)).toEqual([false, false, true])
    expect(await lastAudit()).toMatchObject({ action: 'openAccess.rotateSecret', changes: { immediately: [null, true] } })
    expect(JSON.stringify(await lastAudit())).not.toContain(fifth.secret.slice(17))
  })
})

describe('what a key sees', () => {
  let site: Site
  let other: Site
  let below: Site
  let foreign: Site
  beforeAll(async () => {
    const { companies } = world
    ;[site, other, below, foreign] = [
      await addSite(world.db, companies.north),
      await addSite(world.db, companies.north),
      await addSite(world.db, companies.northAgent),
      await addSite(world.db, companies.south),
    ]
    for (const each of [site, other, below, foreign]) await addAlarm(world.db, each)
  })
  const sees = async (secret: string): Promise<boolean[]> => {
    const ctx = await opened(secret)
    const { list } = await pageOpenAlarms(ctx, { pageSize: 100 })
    return [site, other, below, foreign].map(({ project }) => list.some((row) => row.projectId === project))
  }

  test('its company and below, its company alone, or its projects; never another company', async () => {
    const { north: owner } = world.companies
    expect(await sees((await addKey(world.db, owner)).secret)).toEqual([true, true, true, false])
    expect(await sees((await addKey(world.db, owner, { data_scope: 'company' })).secret)).toEqual([true, true, false, false])
    const chosen = await addKey(world.db, owner, { projects: [site.project, foreign.project] })
    expect(await sees(chosen.secret)).toEqual([true, false, false, false])
    const { list } = await pageOpenProjects(await opened(chosen.secret), {})
    expect(list.map((row) => row.id)).toEqual([site.project])
    expect(await sees((await addKey(world.db, owner, { data_scope: 'projects' })).secret)).toEqual([false, false, false, false])
  })

  test('nothing that its company has joined', async () => {
    await world.db
      .insertInto('project_join')
      .values({
        project_id: foreign.project,
        joiner_id: world.companies.north.id,
        company_id: world.companies.south.id,
        path: world.companies.south.path,
        state: 'agreed',
        agreed_company_id: world.companies.south.id,
        rights: ['alarm'],
      } as never)
      .execute()
    expect(await sees((await addKey(world.db, world.companies.north)).secret)).toEqual([true, true, true, false])
  })

  test('no person and no number', async () => {
    const ctx = await opened((await addKey(world.db, world.companies.north)).secret)
    const alarm = await addAlarm(world.db, site, { state: 'confirmed', confirmed_by: world.accounts.northAdmin.id })
    const detail = await openAlarmDetail(ctx, { id: alarm.id })
    expect(detail).toMatchObject({ id: alarm.id, state: 'confirmed', projectId: site.project })
    expect(JSON.stringify(detail)).not.toMatch(/Admin|phone|customer|company/i)
    const projects = await pageOpenProjects(ctx, {})
    expect(JSON.stringify(projects)).not.toMatch(/customer|Admin|phone/i)
  })
})

test('the key of a company that is handed over goes with it, and sees what the company has', async () => {
  const siter = await world.ctxOf(world.accounts.siterAdmin)
  const { id, path, type } = await (async () => {
    const row = {
      parent_id: world.companies.north.id,
      path: '',
      type: 'agent_one' as const,
      name: 'Moving Agent',
      org_code: 'MOVING',
    }
    const added = await world.db.insertInto('company').values(row).returning('id').executeTakeFirstOrThrow()
    const at = `${world.companies.north.path}.${added.id}`
    await world.db.updateTable('company').set({ path: at }).where('id', '=', added.id).execute()
    return { id: added.id, path: at, type: row.type }
  })()
  expect(type).toBe('agent_one')
  const site = await addSite(world.db, { id, path })
  const alarm = await addAlarm(world.db, site)
  const { id: keyId, secret } = await createOpenAccess(north, keyInput({ companyId: id }))
  const ids = async () => (await pageOpenAlarms(await opened(secret), {})).list.map((row) => row.id)
  expect(await ids()).toEqual([alarm.id])
  const order = await handOverCompany(siter, {
    companyId: id,
    parentId: world.companies.south.id,
    name: 'Moving Agent',
    reason: 'The agent changes sides',
  })
  await runHandOver(world.systemCtx, order.id)
  expect(await ids()).toEqual([alarm.id])
  expect((await pageOpenAccess(north, { pageSize: 100 })).list.map((row) => row.id)).not.toContain(keyId)
  expect((await openAccessDetail(south, { id: keyId })).name).toMatch(/^Partner/)
  expect(await refusal(setOpenAccessEnabled(north, { id: keyId, enabled: false }))).toBe('notFound id')
  await setOpenAccessEnabled(south, { id: keyId, enabled: false })
  expect(await ctxOf(secret)).toBeNull()
})
