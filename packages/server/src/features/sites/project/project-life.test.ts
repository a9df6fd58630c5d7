import { sql } from 'kysely'
import pg from 'pg'
import { applicationStates, enums, projectServiceStates, projectStates } from '@emberwatch/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { texts } from '../../../platform/i18n.ts'
import { transact } from '../../../platform/transact.ts'
import { agreeApplication, rejectApplication, resubmitProject } from './project-application.verbs.ts'
import {
  completeProject,
  renewProject,
  resumeProject,
  startProject,
  stopProject,
  uncompleteProject,
} from './project-life.verbs.ts'
import { createProjectType } from './project-type.verbs.ts'
import { createProject, updateProject } from './project.verbs.ts'
import { endTest, putOnTest } from './project-test.verbs.ts'
import { projectImport } from './import-projects.ts'
import { keepTimes } from './keep-times.ts'
import { pageTests, runningTests } from './project-test.reads.ts'
import { projectDetail } from './project.reads.ts'
import { helpersOf, refusal, said, useProjects } from './project.fixture.ts'

const t = useProjects()
const { addDevice, addOrder, audits, create, lastAudit, lastEvent, row, set } = helpersOf(t)

test('a project needs a name, type, customer and address; its terms are those of its type, or the usual ones, and an edit keeps them', async () => {
  const { name, customerId, address } = said(t)
  const { id: typeId } = await createProjectType(t.siter, { code: 'TERMS', nameEn: 'Terms', maintenanceYears: 5 })
  const { id } = await createProject(t.agent, { name, typeId, customerId, address })
  const terms = { maintenanceYears: 5, inspectionCycleDays: 30, maintenanceCycleDays: 90, notifyMethods: ['voice', 'sms'] }
  const { version, ...created } = await projectDetail(t.agent, { id })
  expect(created).toMatchObject(terms)
  await updateProject(t.agent, { id, version, name, typeId: t.typeId, customerId, address: '2 Road', inspectionCycleDays: 60 })
  expect(await projectDetail(t.agent, { id })).toMatchObject({ ...terms, inspectionCycleDays: 60, address: '2 Road' })
  await t.world.db.deleteFrom('project').where('id', '=', id).execute()
})

test('an edit keeps a position outside the area as it was, and asks back about a change of either', async () => {
  const chengdu = { latitude: 30.66, longitude: 104.06, coordinateSystem: 'WGS84' } as const
  const id = await create({ country: 'CN', province: '510000', city: '510100', position: chengdu })
  const zhejiang = { province: '330000', city: '330100' }
  // As older versions stored it: without the country, and in another province.
  await set(id, { ...zhejiang, country: null })
  const edit = async (more: object) => updateProject(t.agent, { id, version: (await row(id)).version, ...said(t), ...more })
  await edit({ ...zhejiang, country: 'CN', position: chengdu, name: 'Tower II' })
  expect(await projectDetail(t.agent, { id })).toMatchObject({ name: 'Tower II', position: chengdu, province: '330000' })
  const moved = { ...chengdu, latitude: 30.67 }
  expect((await refusal(edit({ ...zhejiang, country: 'CN', position: moved })))?.[1]).toBe('position')
  expect((await refusal(edit({ ...zhejiang, country: 'CN', city: '330300', position: chengdu })))?.[1]).toBe('position')
  await edit({ country: 'CN', province: '510000', city: '510100', position: moved })
  await t.world.db.deleteFrom('project').where('id', '=', id).execute()
})

test('an import asks back about half a position', async () => {
  const add = (more: object) =>
    transact(t.agent, (write) =>
      projectImport.create(t.agent, write, { ...said(t), ...more }, { prepared: undefined, before: 0 }),
    )
  expect(await refusal(add({ latitude: 31.2 }))).toEqual(['invalidInput', 'longitude'])
  expect(await refusal(add({ longitude: 121.5 }))).toEqual(['invalidInput', 'latitude'])
})

describe('the state graphs', () => {
  let id: number
  beforeEach(async () => {
    id = await create()
  })
  const acts: Record<string, (project: number) => Promise<unknown>> = {
    complete: (project) => completeProject(t.agent, { id: project }),
    uncomplete: (project) => uncompleteProject(t.agent, { id: project }),
    renew: (project) =>
      renewProject(t.agent, { id: project, dueAt: new Date(t.world.clock.now().getTime() + 1e9).toISOString() }),
    start: (project) =>
      transact(t.agent, async (write) => {
        write.audit({
          action: 'demo.seed',
          object: { kind: 'project', id: 0, name: '' },
          owner: { companyId: t.north.actor.companyId ?? 0, path: t.north.actor.companyPath },
        })
        await startProject(write, project)
      }),
    expire: () => keepTimes(t.world.systemCtx),
    reinstate: () => keepTimes(t.world.systemCtx),
    agree: (project) => agreeApplication(t.north, { id: project }),
    reject: (project) => rejectApplication(t.north, { id: project, reason: 'x' }),
    resubmit: (project) => resubmitProject(t.agent, { id: project }),
    stop: (project) => stopProject(t.agent, { id: project, reason: 'x' }),
    resume: (project) => resumeProject(t.agent, { id: project }),
  }
  const run = async (action: string): Promise<unknown> => acts[action]?.(id)

  test.each(
    enums.projectStatus.flatMap((from) =>
      [...new Set(projectStates.transitions.map(({ action }) => action))].map((action) => [from, action] as const),
    ),
  )('from %s, %s does what the table says', async (from, action) => {
    await addDevice(id)
    const inMs = (ms: number) => new Date(t.world.clock.now().getTime() + ms)
    // The clock triggers only these.
    const due = { 'maintenance expire': inMs(-1000), 'overmaintenance reinstate': inMs(60_000) }
    await set(id, { status: from, audit: 'approved', due_at: due[`${from} ${action}` as keyof typeof due] ?? null })
    const legal = projectStates.transitions.find((one) => one.action === action && one.from.includes(from))
    const refused = await refusal(run(action))
    const automatic = projectStates.transitions.some((one) => one.action === action && one.automatic)
    if (!legal && !automatic) expect(refused?.[0]).toBe('wrongState')
    else expect(refused).toBeUndefined()
    expect((await row(id)).status).toBe(legal?.to ?? from)
    if (legal) expect((await lastAudit(id))?.action).toBe(`project.${action}`)
  })

  test.each(enums.auditState.flatMap((from) => ['agree', 'reject', 'resubmit'].map((action) => [from, action] as const)))(
    'of an application, from %s, %s does what the table says',
    async (from, action) => {
      await set(id, { audit: from })
      const legal = applicationStates.transitions.find((one) => one.action === action && one.from.includes(from))
      expect((await refusal(run(action)))?.[0]).toBe(legal ? undefined : 'wrongState')
      expect((await row(id)).audit).toBe(legal?.to ?? from)
    },
  )

  test.each([false, true].flatMap((from) => ['stop', 'resume'].map((action) => [from, action] as const)))(
    'of the service, stopped %s, %s does what the table says',
    async (from, action) => {
      await set(id, { stopped: from })
      const state = from ? 'stopped' : 'running'
      const legal = projectServiceStates.transitions.find((one) => one.action === action && one.from.includes(state as never))
      expect((await refusal(run(action)))?.[0]).toBe(legal ? undefined : 'wrongState')
      const now = await row(id)
      expect(now.stopped).toBe(legal ? legal.to === 'stopped' : from)
      if (legal) expect(now.stopped_reason).toBe(now.stopped ? 'x' : null)
    },
  )

  test('a service that runs is said to be in service', async () => {
    const failure = await resumeProject(t.agent, { id }).catch((error: unknown) => error)
    const { stopped, inService } = texts[t.agent.locale].fields
    expect(failure).toMatchObject({ reason: 'wrongState', params: { state: inService } })
    await set(id, { stopped: true })
    const again = await stopProject(t.agent, { id, reason: 'x' }).catch((error: unknown) => error)
    expect(again).toMatchObject({ reason: 'wrongState', params: { state: stopped } })
  })

  test('nothing starts before it is approved', async () => {
    await run('start')
    expect((await row(id)).status).toBe('uninstall')
  })

  test('an installation can be completed with a device and without an open order', async () => {
    await set(id, { status: 'installing', audit: 'approved' })
    expect((await refusal(run('complete')))?.[1]).toMatch(/no device/)
    await addDevice(id)
    await addOrder(id, 'install')
    expect((await refusal(run('complete')))?.[1]).toMatch(/installation order/)
    await t.world.db.updateTable('work_order').set({ status: 'complete' }).where('project_id', '=', id).execute()
    await run('complete')
    const due = new Date(t.world.clock.now())
    due.setUTCFullYear(due.getUTCFullYear() + 2)
    const done = await row(id)
    expect(Math.abs(Date.parse(done.due_at ?? '') - due.getTime())).toBeLessThan(26 * 3_600_000)
    expect(done.maintained_since).toBe(t.world.clock.now().toISOString())
  })

  test('it can be reopened only without open inspections and maintenance', async () => {
    await set(id, { status: 'maintenance', due_at: t.world.clock.now() })
    await addOrder(id, 'inspect')
    expect((await refusal(run('uncomplete')))?.[1]).toMatch(/inspection or maintenance order/)
    await t.world.db.updateTable('work_order').set({ status: 'complete' }).where('project_id', '=', id).execute()
    await run('uncomplete')
    expect(await row(id)).toMatchObject({ status: 'installing', due_at: null, maintained_since: null })
  })

  test('a renewal must end in the future', async () => {
    await set(id, { status: 'overmaintenance' })
    const past = new Date(t.world.clock.now().getTime() - 1).toISOString()
    expect(await refusal(renewProject(t.agent, { id, dueAt: past }))).toEqual(['invalidInput', 'dueAt'])
  })

  test('of two who complete it at once, one learns that the other was first', async () => {
    await addDevice(id)
    await set(id, { status: 'installing', audit: 'approved' })
    const both = await Promise.all([refusal(completeProject(t.agent, { id })), refusal(completeProject(t.north, { id }))])
    expect(both.filter((one) => one === undefined)).toHaveLength(1)
    expect(both.flatMap((one) => one?.[0] ?? [])).toEqual(['wrongState'])
  })
})

test('those who look after a project are notified of expired maintenance, once', async () => {
  const id = await create({ adminIds: [t.world.accounts.northAgentAdmin.id] })
  await set(id, { status: 'maintenance', due_at: new Date(t.world.clock.now().getTime() + 60_000) })
  await keepTimes(t.world.systemCtx)
  expect((await row(id)).status).toBe('maintenance')
  t.world.clock.forward(60_000)
  await Promise.all([keepTimes(t.world.systemCtx), keepTimes(t.world.systemCtx)])
  expect(await lastAudit(id)).toMatchObject({ action: 'project.expire', changes: { status: ['maintenance', 'overmaintenance'] } })
  expect((await audits(id)).filter(({ action }) => action === 'project.expire')).toHaveLength(1)
  const notified = await t.world.db.selectFrom('message').select('account_id').where('type', '=', 'projectExpired').execute()
  expect(notified).toEqual([{ account_id: t.world.accounts.northAgentAdmin.id }])
})

test('a locked project does not delay others', async () => {
  const [locked, other] = [await create(), await create()]
  for (const [n, id] of [locked, other].entries())
    await set(id, { status: 'maintenance', due_at: new Date(t.world.clock.now().getTime() - 2_000 + n) })
  const blocker = new pg.Client(t.world.connection)
  await blocker.connect()
  try {
    await blocker.query('begin')
    await blocker.query('select from project where id = $1 for update', [locked])
    await expect(keepTimes(t.world.systemCtx)).rejects.toThrow('lock timeout')
    expect([(await row(locked)).status, (await row(other)).status]).toEqual(['maintenance', 'overmaintenance'])
  } finally {
    await blocker.end()
  }
  await keepTimes(t.world.systemCtx)
  expect((await row(locked)).status).toBe('overmaintenance')
})

test('a clock that jumps ahead ends no contract: once it is set right, maintenance continues', async () => {
  const id = await create()
  const due = new Date(t.world.clock.now().getTime() + 86_400_000)
  await set(id, { status: 'maintenance', due_at: due })
  t.world.clock.forward(40 * 86_400_000)
  await keepTimes(t.world.systemCtx)
  expect((await row(id)).status).toBe('overmaintenance')
  t.world.clock.forward(-40 * 86_400_000)
  await Promise.all([keepTimes(t.world.systemCtx), keepTimes(t.world.systemCtx)])
  expect(await row(id)).toMatchObject({ status: 'maintenance', due_at: due.toISOString() })
  expect((await audits(id)).map(({ action }) => action).slice(-2)).toEqual(['project.expire', 'project.reinstate'])
  // A contract that has really ended stays ended.
  t.world.clock.forward(86_400_000)
  await keepTimes(t.world.systemCtx)
  await keepTimes(t.world.systemCtx)
  expect((await row(id)).status).toBe('overmaintenance')
  t.world.clock.forward(-86_400_000)
  await set(id, { status: 'installing' })
})

test('a project that cannot expire does not delay others', async () => {
  const [broken, sound] = [await create(), await create()]
  await set(broken, { status: 'maintenance', due_at: new Date(t.world.clock.now().getTime() - 2_000) })
  await set(sound, { status: 'maintenance', due_at: new Date(t.world.clock.now().getTime() - 1_000) })
  await sql`alter table project add constraint breaks check (id <> ${sql.lit(broken)} or status <> 'overmaintenance')`.execute(
    t.world.db,
  )
  await expect(keepTimes(t.world.systemCtx)).rejects.toThrow('breaks')
  expect((await row(sound)).status).toBe('overmaintenance')
  await sql`alter table project drop constraint breaks`.execute(t.world.db)
  await keepTimes(t.world.systemCtx)
  expect((await row(broken)).status).toBe('overmaintenance')
})

describe('a test', () => {
  const plan = (projectId: number, more: object = {}) => ({
    projectId,
    toAt: new Date(t.world.clock.now().getTime() + 3_600_000).toISOString(),
    whole: true,
    reason: 'Yearly check',
    requestedBy: 'Control room',
    identityCheck: 'callBack' as const,
    ...more,
  })
  const later = (hours: number) => new Date(t.world.clock.now().getTime() + hours * 3_600_000).toISOString()

  test('runs until it is ended, and everybody in scope can see it', async () => {
    const projectId = await create()
    const { id } = await putOnTest(t.agent, plan(projectId))
    expect(await lastAudit(id, 'project_test')).toMatchObject({
      action: 'projectTest.create',
      changes: { reason: [null, 'Yearly check'] },
    })
    expect(await lastEvent()).toMatchObject({ object_id: String(projectId), change: 'test' })
    expect((await runningTests(t.north)).list).toMatchObject([
      { id, projectName: 'Tower', whole: true, timeZone: 'Asia/Shanghai' },
    ])
    expect(await runningTests(t.south)).toEqual({ list: [], total: 0 })
    expect((await projectDetail(t.agent, { id: projectId })).onTest).toBe(true)
    await endTest(t.north, { id })
    expect(await lastAudit(id, 'project_test')).toMatchObject({ action: 'projectTest.end' })
    expect((await runningTests(t.north)).total).toBe(0)
    expect((await pageTests(t.agent, { projectId })).list).toMatchObject([
      { id, endedBy: 'North Admin', createdBy: 'North Agent Admin' },
    ])
    expect((await refusal(endTest(t.agent, { id })))?.[0]).toBe('precondition')
  })

  test('ends by the clock, before any job has run', async () => {
    const projectId = await create()
    const { id } = await putOnTest(t.agent, plan(projectId))
    t.world.clock.forward(3_600_000)
    expect((await runningTests(t.agent)).total).toBe(0)
    expect((await projectDetail(t.agent, { id: projectId })).onTest).toBe(false)
    expect((await refusal(endTest(t.agent, { id })))?.[0]).toBe('precondition')
    await Promise.all([keepTimes(t.world.systemCtx), keepTimes(t.world.systemCtx)])
    const [test] = (await pageTests(t.agent, { projectId })).list
    expect(test).toMatchObject({ endedBy: null, endedAt: test?.toAt })
    expect((await audits(id, 'project_test')).map(({ action }) => action)).toEqual(['projectTest.create', 'projectTest.end'])
  })

  test('is refused at the field that does not fit', async () => {
    const projectId = await create()
    const other = await create()
    const foreign = await addDevice(other)
    const at = async (more: object) => (await refusal(putOnTest(t.agent, plan(projectId, more))))?.[1]
    expect(await at({ toAt: later(25) })).toBe('toAt')
    expect(await at({ toAt: later(-1) })).toBe('toAt')
    expect(await at({ fromAt: later(-1) })).toBe('fromAt')
    expect(await at({ fromAt: later(2), toAt: later(1) })).toBe('toAt')
    expect(await at({ whole: false })).toBe('whole')
    expect(await at({ whole: false, deviceIds: [foreign] })).toBe('deviceIds')
    expect(await refusal(putOnTest(t.south, plan(projectId)))).toEqual(['notFound', 'projectId'])
  })
})
