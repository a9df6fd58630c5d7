import { applicationStates, enums, projectServiceStates, projectStates, type DomainError, type EnumValue } from '@emberwatch/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Ctx } from '../../platform/context.ts'
import { transact } from '../../platform/transact.ts'
import { testWorld, type TestWorld } from '../../testing/context.ts'
import { agreeApplication } from './agree-application.ts'
import { completeProject } from './complete-project.ts'
import { createProjectType } from './create-project-type.ts'
import { createProject } from './create-project.ts'
import { deleteProjectType } from './delete-project-type.ts'
import { deleteProject } from './delete-project.ts'
import { endTest } from './end-test.ts'
import { projectImport } from './import-projects.ts'
import { keepTimes } from './keep-times.ts'
import { lockProject } from './lock-project.ts'
import { pageTests, runningTests } from './project-test.reads.ts'
import { pageProjectTypes, selectProjectTypes } from './project-type.reads.ts'
import { pageApplications, pageProjects, projectDetail, selectAdmins, selectDevices, selectProjects } from './project.reads.ts'
import { putOnTest } from './put-on-test.ts'
import { rejectApplication } from './reject-application.ts'
import { renewProject } from './renew-project.ts'
import { resubmitProject } from './resubmit-project.ts'
import { resumeProject } from './resume-project.ts'
import { setProjectTypeEnabled } from './set-project-type-enabled.ts'
import { startProject } from './start-project.ts'
import { stopProject } from './stop-project.ts'
import { uncompleteProject } from './uncomplete-project.ts'
import { updateProjectType } from './update-project-type.ts'
import { updateProject } from './update-project.ts'

let world: TestWorld
let siter: Ctx
let north: Ctx
let agent: Ctx
let south: Ctx
let customer: Ctx
let typeId: number
let modelId: number

beforeAll(async () => {
  world = await testWorld()
  const { accounts, db } = world
  siter = await world.ctxOf(accounts.siterAdmin)
  north = await world.ctxOf(accounts.northAdmin)
  agent = await world.ctxOf(accounts.northAgentAdmin)
  south = await world.ctxOf(accounts.southAdmin)
  customer = await world.ctxOf(accounts.northCustomer)
  typeId = (await createProjectType(siter, { code: 'OFFICE', nameZh: '写字楼', nameEn: 'Office' })).id
  const series = await db
    .insertInto('device_series')
    .values({ code: 'S', name: 'S', network: 'lora' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const model = await db
    .insertInto('device_model')
    .values({ series_id: series.id, code: 'M', name: 'M' })
    .returning('id')
    .executeTakeFirstOrThrow()
  modelId = model.id
})
afterAll(() => world.stop())

const said = () => ({
  name: 'Tower',
  typeId,
  customerId: world.customers.northAgent,
  address: '1 Road',
  maintenanceYears: 2,
  inspectionCycleDays: 30,
  maintenanceCycleDays: 90,
  notifyMethods: ['app' as const],
})
const create = async (more: object = {}, ctx = agent): Promise<number> => (await createProject(ctx, { ...said(), ...more })).id
const row = (id: number) => world.db.selectFrom('project').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const set = (id: number, values: object) => world.db.updateTable('project').set(values).where('id', '=', id).execute()
const audits = async (id: number, kind = 'project') =>
  (
    await world.db
      .selectFrom('audit_log')
      .select(['action', 'changes'])
      .where('object_kind', '=', kind)
      .where('object_id', '=', String(id))
      .orderBy('id')
      .execute()
  ).map(({ action, changes }) => ({ action, changes }))
const lastAudit = async (id: number, kind?: string) => (await audits(id, kind)).at(-1)
const lastEvent = () =>
  world.db.selectFrom('live_event').selectAll().where('kind', '=', 'project').orderBy('id', 'desc').executeTakeFirstOrThrow()
const refusal = async (promise: Promise<unknown>) => {
  const error = (await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )) as DomainError | undefined
  return error && [error.reason, error.field ?? error.params['reason']]
}
const placeOf = async (id: number) => {
  const { company_id, path, customer_id } = await row(id)
  return { company_id, path, customer_id, project_id: id }
}
let codes = 0
const addGateway = async (id: number) =>
  (
    await world.db
      .insertInto('gateway')
      .values({ ...(await placeOf(id)), model_id: modelId, code: `PG${++codes}`, name: 'Gateway', secret_hash: Buffer.alloc(32) })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
const addDevice = async (id: number, more: object = {}) =>
  (
    await world.db
      .insertInto('device')
      .values({ ...(await placeOf(id)), model_id: modelId, code: `PD${++codes}`, name: 'Detector', online: true, ...more })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
const addOrder = async (id: number, kind: EnumValue<'orderKind'>, status: EnumValue<'orderStatus'> = 'processing') => {
  const order = { kind, status, code: `PO${++codes}`, origin: 'manual' as const, description: '-' }
  await world.db
    .insertInto('work_order')
    .values({ ...(await placeOf(id)), ...order })
    .execute()
}

describe('a new project', () => {
  test('belongs to the company of its customer, waits for approval, and tells who decides', async () => {
    const id = await create({
      position: { latitude: 39.9, longitude: 116.4, coordinateSystem: 'GCJ02' },
      floorsAbove: 12,
      adminIds: [world.accounts.northAdmin.id],
    })
    expect(await projectDetail(agent, { id })).toMatchObject({
      status: 'uninstall',
      audit: 'pending',
      companyName: 'North Agent',
      customerName: 'North Agent Customer',
      timeZone: 'Asia/Shanghai',
      position: { latitude: 39.9, longitude: 116.4, coordinateSystem: 'GCJ02' },
      building: { floorsAbove: 12 },
      admins: [{ id: world.accounts.northAdmin.id, name: 'North Admin' }],
      dueAt: null,
      remainingDays: null,
      aboveApplicant: false,
    })
    expect((await row(id)).code).toMatch(/^P-\d{8}-\d+$/)
    const changes = { name: [null, 'Tower'], building: [null, { floorsAbove: 12 }], adminIds: [null, [world.accounts.northAdmin.id]] }
    expect(await lastAudit(id)).toMatchObject({ action: 'project.create', changes })
    expect(await lastEvent()).toMatchObject({ object_id: String(id), change: 'create', project_id: id })
    const told = await world.db
      .selectFrom('message')
      .select(['account_id', 'type'])
      .where('type', '=', 'projectApplied')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(told.account_id).toBe(world.accounts.northAdmin.id)
  })

  test('is refused at the field that does not fit', async () => {
    const elsewhere = { companyId: world.companies.northAgent.id, customerId: world.customers.north }
    expect((await refusal(create(elsewhere, north)))?.[1]).toBe('customerId')
    expect(await refusal(create({ customerId: world.customers.south }))).toEqual(['notFound', 'customerId'])
    expect((await refusal(create({ timeZone: 'Mars/Olympus' })))?.[1]).toBe('timeZone')
    expect((await refusal(create({ adminIds: [world.accounts.northAgentTwoAdmin.id] })))?.[1]).toBe('adminIds')
    await create({ code: 'TAKEN-1' })
    expect(await refusal(create({ code: 'TAKEN-1' }))).toEqual(['duplicate', 'code'])
    const { id } = await createProjectType(siter, { code: 'OFF', nameZh: '停用', nameEn: 'Off' })
    await setProjectTypeEnabled(siter, { id, enabled: false })
    expect((await refusal(create({ typeId: id })))?.[1]).toBe('typeId')
  })

  test('counts against the quota', async () => {
    const { id } = world.companies.northAgentTwo
    await world.db
      .updateTable('company')
      .set({ quotas: JSON.stringify({ projects: 0 }) })
      .where('id', '=', id)
      .execute()
    expect((await refusal(create({ companyId: id }, await world.ctxOf(world.accounts.northAgentTwoAdmin))))?.[0]).toBe('notFound')
    const own = await world.db
      .insertInto('customer')
      .values({ company_id: id, path: world.companies.northAgentTwo.path, name: 'Quota' })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await refusal(create({ customerId: own.id })))?.[0]).toBe('quotaReached')
  })
})

describe('an edit', () => {
  test('changes what the form says, with the other editor named when it is stale', async () => {
    const id = await create()
    const { version } = await row(id)
    await updateProject(north, { id, version, ...said(), name: 'Tower II', occupants: 300 })
    expect(await lastAudit(id)).toMatchObject({
      action: 'project.update',
      changes: { name: ['Tower', 'Tower II'], building: [{}, { occupants: 300 }] },
    })
    expect((await refusal(updateProject(agent, { id, version, ...said() })))?.[0]).toBe('staleVersion')
  })

  test('moves a project to another customer only while nothing stands in it', async () => {
    const id = await create({ customerId: world.customers.north }, north)
    const other = await world.db
      .insertInto('customer')
      .values({ company_id: world.companies.north.id, path: world.companies.north.path, name: 'Other' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const edit = async (customerId: number) =>
      refusal(updateProject(north, { id, version: (await row(id)).version, ...said(), customerId }))
    expect(await edit(other.id)).toBeUndefined()
    await addGateway(id)
    expect((await edit(world.customers.north))?.[1]).toBe('customerId')
  })

  test('of a rejected project applies anew', async () => {
    const id = await create()
    await rejectApplication(north, { id, reason: 'No plan' })
    expect(await projectDetail(agent, { id })).toMatchObject({ audit: 'rejected', rejectReason: 'No plan', decidedBy: 'North Admin' })
    await updateProject(agent, { id, version: (await row(id)).version, ...said(), address: '2 Road' })
    expect(await projectDetail(agent, { id })).toMatchObject({ audit: 'pending', rejectReason: null, decidedBy: null })
  })
})

describe('an application', () => {
  test('is decided by somebody above the applicant alone', async () => {
    const id = await create()
    for (const ctx of [agent, await world.ctxOf(world.accounts.northBare)])
      expect((await refusal(agreeApplication(ctx, { id })))?.[0]).toMatch(/precondition|noAccess/)
    expect(await refusal(agreeApplication(south, { id }))).toEqual(['notFound', 'id'])
    await agreeApplication(north, { id })
    expect(await lastAudit(id)).toMatchObject({ action: 'projectUnionApply.agree', changes: { audit: ['pending', 'approved'] } })
    expect((await refusal(rejectApplication(siter, { id, reason: 'late' })))?.[0]).toBe('wrongState')
    const told = await world.db.selectFrom('message').select('account_id').where('type', '=', 'projectAgreed').execute()
    expect(told.map((one) => one.account_id)).toContain(world.accounts.northAgentAdmin.id)
  })

  test('of a distributor for its agent is decided above the distributor; of the operating company by another of its accounts', async () => {
    const id = await create({}, north)
    expect((await refusal(agreeApplication(north, { id })))?.[0]).toBe('precondition')
    expect((await pageApplications(siter, { audit: 'pending' })).list.find((one) => one.id === id)?.aboveApplicant).toBe(true)
    await agreeApplication(siter, { id })
    const own = await create({}, siter)
    expect((await refusal(agreeApplication(siter, { id: own })))?.[0]).toBe('precondition')
    const other = { ...siter, actor: { ...siter.actor, accountId: world.accounts.siterEngineer.id } }
    await agreeApplication(other, { id: own })
    expect((await row(own)).decided_by).toBe(world.accounts.siterEngineer.id)
  })

  test('that was rejected is submitted again', async () => {
    const id = await create()
    await rejectApplication(north, { id, reason: 'No plan' })
    expect(await lastAudit(id)).toMatchObject({ action: 'projectUnionApply.reject', changes: { reject_reason: [null, 'No plan'] } })
    await resubmitProject(agent, { id })
    expect(await lastAudit(id)).toMatchObject({ action: 'project.resubmit', changes: { audit: ['rejected', 'pending'] } })
  })
})

describe('the state graphs', () => {
  let id: number
  beforeEach(async () => {
    id = await create()
  })
  const acts: Record<string, (project: number) => Promise<unknown>> = {
    complete: (project) => completeProject(agent, { id: project }),
    uncomplete: (project) => uncompleteProject(agent, { id: project }),
    renew: (project) => renewProject(agent, { id: project, dueAt: new Date(world.clock.now().getTime() + 1e9).toISOString() }),
    start: (project) =>
      transact(agent, async (write) => {
        write.audit({ action: 'demo.seed', object: { kind: 'project', id: 0, name: '' }, owner: { companyId: 0, path: '' } })
        await startProject(write, project)
      }),
    expire: () => keepTimes(world.systemCtx),
    agree: (project) => agreeApplication(north, { id: project }),
    reject: (project) => rejectApplication(north, { id: project, reason: 'x' }),
    resubmit: (project) => resubmitProject(agent, { id: project }),
    stop: (project) => stopProject(agent, { id: project, reason: 'x' }),
    resume: (project) => resumeProject(agent, { id: project }),
  }
  const run = async (action: string): Promise<unknown> => acts[action]?.(id)

  test.each(
    enums.projectStatus.flatMap((from) => [...new Set(projectStates.transitions.map(({ action }) => action))].map((action) => [from, action] as const)),
  )('from %s, %s does what the table says', async (from, action) => {
    await addDevice(id)
    const passed = new Date(world.clock.now().getTime() - 1000)
    await set(id, { status: from, audit: 'approved', due_at: from === 'maintenance' && action === 'expire' ? passed : null })
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

  test('nothing starts before it is approved', async () => {
    await run('start')
    expect((await row(id)).status).toBe('uninstall')
  })

  test('an installation is complete with a device and without an open order', async () => {
    await set(id, { status: 'installing', audit: 'approved' })
    expect((await refusal(run('complete')))?.[1]).toMatch(/no device/)
    await addDevice(id)
    await addOrder(id, 'install')
    expect((await refusal(run('complete')))?.[1]).toMatch(/installation order/)
    await world.db.updateTable('work_order').set({ status: 'complete' }).where('project_id', '=', id).execute()
    await run('complete')
    const due = new Date(world.clock.now())
    due.setUTCFullYear(due.getUTCFullYear() + 2)
    const done = await row(id)
    expect(Math.abs(Date.parse(done.due_at ?? '') - due.getTime())).toBeLessThan(26 * 3_600_000)
    expect(done.maintained_since).toBe(world.clock.now().toISOString())
  })

  test('it is opened again only without open inspections and maintenance', async () => {
    await set(id, { status: 'maintenance', due_at: world.clock.now() })
    await addOrder(id, 'inspect')
    expect((await refusal(run('uncomplete')))?.[1]).toMatch(/inspection or maintenance order/)
    await world.db.updateTable('work_order').set({ status: 'complete' }).where('project_id', '=', id).execute()
    await run('uncomplete')
    expect(await row(id)).toMatchObject({ status: 'installing', due_at: null, maintained_since: null })
  })

  test('a renewal leads into the future', async () => {
    await set(id, { status: 'overmaintenance' })
    const past = new Date(world.clock.now().getTime() - 1).toISOString()
    expect(await refusal(renewProject(agent, { id, dueAt: past }))).toEqual(['invalidInput', 'dueAt'])
  })

  test('of two who complete it at once, one is told that the other was first', async () => {
    await addDevice(id)
    await set(id, { status: 'installing', audit: 'approved' })
    const both = await Promise.all([refusal(completeProject(agent, { id })), refusal(completeProject(north, { id }))])
    expect(both.filter((one) => one === undefined)).toHaveLength(1)
    expect(both.flatMap((one) => one?.[0] ?? [])).toEqual(['wrongState'])
  })
})

test('expired maintenance is told to those who look after the project, once', async () => {
  const id = await create({ adminIds: [world.accounts.northAdmin.id] })
  await set(id, { status: 'maintenance', due_at: new Date(world.clock.now().getTime() + 60_000) })
  await keepTimes(world.systemCtx)
  expect((await row(id)).status).toBe('maintenance')
  world.clock.forward(60_000)
  await Promise.all([keepTimes(world.systemCtx), keepTimes(world.systemCtx)])
  expect(await lastAudit(id)).toMatchObject({ action: 'project.expire', changes: { status: ['maintenance', 'overmaintenance'] } })
  expect((await audits(id)).filter(({ action }) => action === 'project.expire')).toHaveLength(1)
  const told = await world.db.selectFrom('message').select('account_id').where('type', '=', 'projectExpired').execute()
  expect(told).toEqual([{ account_id: world.accounts.northAdmin.id }])
})

describe('the list', () => {
  test('filters, counts, and shows each caller their own', async () => {
    const id = await create({ name: 'Listed Mill', code: 'MILL-7', adminIds: [world.accounts.northAgentAdmin.id] })
    const ids = async (input: object, ctx = agent) => (await pageProjects(ctx, { pageSize: 80, ...input })).list.map((one) => one.id)
    expect(await ids({ keyword: 'mill-7' })).toEqual([id])
    expect(await ids({ keyword: 'Listed' }, north)).toEqual([id])
    expect(await ids({ keyword: 'Listed' }, south)).toEqual([])
    expect(await ids({ keyword: 'Listed' }, customer)).toEqual([])
    const mine = { keyword: 'Listed' }
    expect(await ids({ ...mine, adminId: world.accounts.northAgentAdmin.id })).toEqual([id])
    expect(await ids({ ...mine, adminId: world.accounts.northAdmin.id })).toEqual([])
    for (const other of [{ status: 'maintenance' }, { audit: 'approved' }, { stopped: true }, { onTest: true }, { alarmed: true }])
      expect(await ids({ ...mine, ...other }), JSON.stringify(other)).toEqual([])
    for (const own of [{ status: 'uninstall' }, { audit: 'pending' }, { stopped: false }, { onTest: false }, { alarmed: false }])
      expect(await ids({ ...mine, ...own }), JSON.stringify(own)).toEqual([id])
    const due = new Date(world.clock.now().getTime() + 20 * 86_400_000)
    await set(id, { due_at: due, status: 'maintenance' })
    expect(await ids({ ...mine, dueFrom: due.toISOString(), dueTo: due.toISOString() })).toEqual([id])
    expect(await ids({ ...mine, dueTo: new Date(due.getTime() - 1).toISOString() })).toEqual([])

    const fine = await addDevice(id)
    const burning = await addDevice(id)
    await addDevice(id, { online: false })
    await addDevice(id, { low_power: true })
    await addGateway(id)
    const type = await world.db.selectFrom('alarm_type').select('id').limit(1).executeTakeFirstOrThrow()
    const at = world.clock.now()
    const alarm = { type_id: type.id, level: 'fire' as const, source_format: 'EW' as const, source_code: 'x', first_at: at, last_at: at }
    await world.db
      .insertInto('alarm')
      .values({ ...(await placeOf(id)), ...alarm, device_id: burning })
      .execute()
    const [listed] = (await pageProjects(agent, mine)).list
    expect(listed).toMatchObject({ devices: 4, gateways: 1, abnormal: 3, openAlarms: 1, remainingDays: 20, onTest: false })
    expect(await ids({ ...mine, alarmed: true })).toEqual([id])
    expect((await selectDevices(agent, { projectId: id })).map(({ value }) => value)).toContain(fine)
    expect(await selectProjects(agent, mine)).toEqual([{ value: id, label: 'Listed Mill' }])
    expect((await selectAdmins(agent, { keyword: 'North' })).map(({ value }) => value)).not.toContain(world.accounts.northAdmin.id)
    expect(await refusal(projectDetail(south, { id }))).toEqual(['notFound', 'id'])
  })

  test('what stands in a project keeps it from being deleted', async () => {
    const id = await create()
    await addGateway(id)
    expect((await refusal(deleteProject(agent, { id })))?.[0]).toBe('inUse')
    await world.db.deleteFrom('gateway').where('project_id', '=', id).execute()
    await deleteProject(agent, { id })
    expect(await lastAudit(id)).toMatchObject({ action: 'project.del' })
    expect(await refusal(projectDetail(agent, { id }))).toEqual(['notFound', 'id'])
    expect(await lockProject(world.db, id)).toBeUndefined()
  })

  test('an import makes projects by the same rules', async () => {
    const input = { ...said(), name: 'Imported', code: 'IMP-1', latitude: 31.2, longitude: 121.5 }
    const id = await transact(agent, (write) => projectImport.create(agent, write, input, { prepared: undefined, before: 0 }))
    expect(await projectDetail(agent, { id: Number(id) })).toMatchObject({
      name: 'Imported',
      position: { latitude: 31.2, longitude: 121.5, coordinateSystem: 'WGS84' },
    })
    const find = (field: 'typeId' | 'customerId', text: string) => projectImport.lookups[field]?.find(agent, text, {})
    expect(await find('typeId', '写字楼')).toEqual([typeId])
    expect(await find('customerId', 'North Agent Customer')).toEqual([world.customers.northAgent])
  })
})

describe('a type', () => {
  test('is edited, disabled, and deleted when no project has it', async () => {
    const { id } = await createProjectType(siter, { code: 'MALL', nameZh: '商场', nameEn: 'Mall', maintenanceYears: 3 })
    expect(await lastAudit(id, 'project_type')).toMatchObject({ action: 'projectType.create' })
    const version = (await pageProjectTypes(siter, { keyword: 'mall' })).list[0]?.version ?? 0
    await updateProjectType(siter, { id, version, nameZh: '购物中心', nameEn: 'Mall' })
    expect(await lastAudit(id, 'project_type')).toMatchObject({
      changes: { name_zh: ['商场', '购物中心'], maintenance_years: [3, null] },
    })
    expect(await selectProjectTypes({ ...agent, locale: 'zh' }, { keyword: '购物' })).toEqual([{ value: id, label: '购物中心' }])
    const project = await create({ typeId: id })
    expect((await refusal(deleteProjectType(siter, { id })))?.[0]).toBe('inUse')
    await world.db.deleteFrom('project').where('id', '=', project).execute()
    await setProjectTypeEnabled(siter, { id, enabled: false })
    expect(await selectProjectTypes(agent, { keyword: 'Mall' })).toEqual([])
    await deleteProjectType(siter, { id })
    expect(await lastAudit(id, 'project_type')).toMatchObject({ action: 'projectType.del' })
  })
})

describe('a test', () => {
  const plan = (projectId: number, more: object = {}) => ({
    projectId,
    toAt: new Date(world.clock.now().getTime() + 3_600_000).toISOString(),
    whole: true,
    reason: 'Yearly check',
    requestedBy: 'Control room',
    identityCheck: 'callBack' as const,
    ...more,
  })
  const later = (hours: number) => new Date(world.clock.now().getTime() + hours * 3_600_000).toISOString()

  test('runs until it is ended, and says so to everybody in scope', async () => {
    const projectId = await create()
    const { id } = await putOnTest(agent, plan(projectId))
    expect(await lastAudit(id, 'project_test')).toMatchObject({ action: 'projectTest.create', changes: { reason: [null, 'Yearly check'] } })
    expect(await lastEvent()).toMatchObject({ object_id: String(projectId), change: 'test' })
    expect((await runningTests(north)).list).toMatchObject([{ id, projectName: 'Tower', whole: true }])
    expect(await runningTests(south)).toEqual({ list: [], total: 0 })
    expect((await projectDetail(agent, { id: projectId })).onTest).toBe(true)
    await endTest(north, { id })
    expect(await lastAudit(id, 'project_test')).toMatchObject({ action: 'projectTest.end' })
    expect((await runningTests(north)).total).toBe(0)
    expect((await pageTests(agent, { projectId })).list).toMatchObject([{ id, endedBy: 'North Admin', createdBy: 'North Agent Admin' }])
    expect((await refusal(endTest(agent, { id })))?.[0]).toBe('precondition')
  })

  test('ends by the clock, before any job has run', async () => {
    const projectId = await create()
    const { id } = await putOnTest(agent, plan(projectId))
    world.clock.forward(3_600_000)
    expect((await runningTests(agent)).total).toBe(0)
    expect((await projectDetail(agent, { id: projectId })).onTest).toBe(false)
    expect((await refusal(endTest(agent, { id })))?.[0]).toBe('precondition')
    await Promise.all([keepTimes(world.systemCtx), keepTimes(world.systemCtx)])
    const [test] = (await pageTests(agent, { projectId })).list
    expect(test).toMatchObject({ endedBy: null, endedAt: test?.toAt })
    expect((await audits(id, 'project_test')).map(({ action }) => action)).toEqual(['projectTest.create', 'projectTest.end'])
  })

  test('is refused at the field that does not fit', async () => {
    const projectId = await create()
    const other = await create()
    const foreign = await addDevice(other)
    const at = async (more: object) => (await refusal(putOnTest(agent, plan(projectId, more))))?.[1]
    expect(await at({ toAt: later(25) })).toBe('toAt')
    expect(await at({ toAt: later(-1) })).toBe('toAt')
    expect(await at({ fromAt: later(-1) })).toBe('fromAt')
    expect(await at({ fromAt: later(2), toAt: later(1) })).toBe('toAt')
    expect(await at({ whole: false })).toBe('whole')
    expect(await at({ whole: false, deviceIds: [foreign] })).toBe('deviceIds')
    expect(await refusal(putOnTest(south, plan(projectId)))).toEqual(['notFound', 'projectId'])
  })
})
