import { describe, expect, test } from 'vitest'
import { transact } from '../../../platform/transact.ts'
import { agreeApplication, rejectApplication, resubmitProject } from './project-application.verbs.ts'
import { createProjectType, removeProjectType, setProjectTypeEnabled, updateProjectType } from './project-type.verbs.ts'
import { removeProject, updateProject } from './project.verbs.ts'
import { projectImport } from './import-projects.ts'
import { lockProject } from './project-part.rules.ts'
import { pageProjectTypes, projectTypeDefaults, selectProjectTypes } from './project-type.reads.ts'
import { pageApplications, pageProjects, projectDetail, selectAdmins, selectDevices, selectProjects } from './project.reads.ts'
import { helpersOf, refusal, said, useProjects } from './project.fixture.ts'

const t = useProjects()
const { addDevice, addGateway, create, lastAudit, lastEvent, placeOf, row, set } = helpersOf(t)

describe('a new project', () => {
  test('belongs to the company of its customer, waits for approval, and notifies those who decide', async () => {
    const id = await create({
      position: { latitude: 39.9, longitude: 116.4, coordinateSystem: 'GCJ02' },
      floorsAbove: 12,
      adminIds: [t.world.accounts.northAgentAdmin.id],
    })
    expect(await projectDetail(t.agent, { id })).toMatchObject({
      status: 'uninstall',
      audit: 'pending',
      companyName: 'North Agent',
      customerName: 'North Agent Customer',
      timeZone: 'Asia/Shanghai',
      position: { latitude: 39.9, longitude: 116.4, coordinateSystem: 'GCJ02' },
      building: { floorsAbove: 12 },
      admins: [{ id: t.world.accounts.northAgentAdmin.id, name: 'North Agent Admin' }],
      dueAt: null,
      remainingDays: null,
      aboveApplicant: false,
    })
    expect((await row(id)).code).toMatch(/^P-\d{8}-\d+$/)
    const changes = {
      name: [null, 'Tower'],
      building: [null, { floorsAbove: 12 }],
      adminIds: [null, [t.world.accounts.northAgentAdmin.id]],
    }
    expect(await lastAudit(id)).toMatchObject({ action: 'project.create', changes })
    expect(await lastEvent()).toMatchObject({ object_id: String(id), change: 'create', project_id: id })
    const notified = await t.world.db
      .selectFrom('message')
      .select(['account_id', 'type'])
      .where('type', '=', 'projectApplied')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(notified.account_id).toBe(t.world.accounts.northAdmin.id)
  })

  test('is refused at the field that does not fit', async () => {
    const elsewhere = { companyId: t.world.companies.northAgent.id, customerId: t.world.customers.north }
    expect((await refusal(create(elsewhere, t.north)))?.[1]).toBe('customerId')
    // Latitude and longitude are swapped.
    const position = { latitude: 87.6, longitude: 43.8, coordinateSystem: 'WGS84' } as const
    expect((await refusal(create({ country: 'CN', position })))?.[1]).toBe('position')
    const chengdu = { latitude: 30.66, longitude: 104.06, coordinateSystem: 'WGS84' } as const
    const zhejiang = { country: 'CN', province: '330000' }
    expect((await refusal(create({ ...zhejiang, position: chengdu })))?.[1]).toBe('position')
    const wenzhou = { latitude: 28, longitude: 120.67, coordinateSystem: 'WGS84' } as const
    expect((await refusal(create({ ...zhejiang, city: '330100', position: wenzhou })))?.[1]).toBe('position')
    expect(await create({ ...zhejiang, city: '330300', position: wenzhou })).toBeGreaterThan(0)
    expect(await refusal(create({ customerId: t.world.customers.south }))).toEqual(['notFound', 'customerId'])
    expect((await refusal(create({ timeZone: 'Mars/Olympus' })))?.[1]).toBe('timeZone')
    expect((await refusal(create({ adminIds: [t.world.accounts.northAgentTwoAdmin.id] })))?.[1]).toBe('adminIds')
    await create({ code: 'TAKEN-1' })
    expect(await refusal(create({ code: 'TAKEN-1' }))).toEqual(['duplicate', 'code'])
    const { id } = await createProjectType(t.siter, { code: 'OFF', nameZh: '停用', nameEn: 'Off' })
    await setProjectTypeEnabled(t.siter, { id, enabled: false })
    expect((await refusal(create({ typeId: id })))?.[1]).toBe('typeId')
  })

  test('counts towards the quota', async () => {
    const { id } = t.world.companies.northAgentTwo
    await t.world.db
      .updateTable('company')
      .set({ quotas: JSON.stringify({ projects: 0 }) })
      .where('id', '=', id)
      .execute()
    expect((await refusal(create({ companyId: id }, await t.world.ctxOf(t.world.accounts.northAgentTwoAdmin))))?.[0]).toBe(
      'notFound',
    )
    const own = await t.world.db
      .insertInto('customer')
      .values({ company_id: id, path: t.world.companies.northAgentTwo.path, name: 'Quota' })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect((await refusal(create({ customerId: own.id })))?.[0]).toBe('quotaReached')
  })
})

describe('an edit', () => {
  test('changes what the form contains; the other editor is named if it is stale', async () => {
    const id = await create()
    const { version } = await row(id)
    await updateProject(t.north, { id, version, ...said(t), name: 'Tower II', occupants: 300 })
    expect(await lastAudit(id)).toMatchObject({
      action: 'project.update',
      changes: { name: ['Tower', 'Tower II'], building: [{}, { occupants: 300 }] },
    })
    expect((await refusal(updateProject(t.agent, { id, version, ...said(t) })))?.[0]).toBe('staleVersion')
  })

  test('gives it quiet hours, of 16 hours at most', async () => {
    const quietHours = { from: '22:00', to: '07:00', days: [1, 7] }
    const id = await create({ quietHours })
    expect(await projectDetail(t.agent, { id })).toMatchObject({ quietHours })
    expect(await lastAudit(id)).toMatchObject({ changes: { quiet_hours: [null, quietHours] } })
    const edit = async (more: object) => updateProject(t.agent, { id, version: (await row(id)).version, ...said(t), ...more })
    await edit({ quietHours, name: 'Tower II' })
    expect((await lastAudit(id))?.changes).toEqual({ name: ['Tower', 'Tower II'] })
    await edit({ name: 'Tower II' })
    expect((await lastAudit(id))?.changes).toEqual({ quiet_hours: [quietHours, null] })
    for (const to of ['22:00', '21:59', '14:01'])
      expect((await refusal(edit({ quietHours: { ...quietHours, to } })))?.[1]).toBe('quietHours')
    await edit({ quietHours: { ...quietHours, to: '14:00' } })
  })

  test('lets the premises be called first only for an authority, and for 90 s at most', async () => {
    const rule = { callFirst: true, verifyAskedBy: 'Fire brigade', verifyWithinS: 90 }
    const id = await create(rule)
    expect(await projectDetail(t.agent, { id })).toMatchObject(rule)
    expect(await lastAudit(id)).toMatchObject({
      changes: { verify_asked_by: [null, 'Fire brigade'], verify_within_s: [null, 90] },
    })
    for (const missing of ['verifyAskedBy', 'verifyWithinS'] as const) {
      const { [missing]: _missing, ...rest } = rule
      expect((await refusal(create(rest)))?.[1]).toBe(missing)
    }
    const { version } = await row(id)
    await updateProject(t.agent, { id, version, ...said(t), verifyAskedBy: 'Fire brigade', verifyWithinS: 60 })
    expect(await projectDetail(t.agent, { id })).toMatchObject({ callFirst: false, verifyAskedBy: null, verifyWithinS: null })
  })

  test('cannot change the customer once a test, a plan or feedback carries it', async () => {
    const { db } = t.world
    const other = await db
      .insertInto('customer')
      .values({ company_id: t.world.companies.northAgent.id, path: t.world.companies.northAgent.path, name: 'Other' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const now = new Date()
    const planned = {
      from_at: now,
      to_at: new Date(now.getTime() + 60_000),
      whole: true,
      reason: 'x',
      requested_by: 'x',
      identity_check: 'x',
    }
    for (const table of ['project_test', 'floor_plan', 'user_feedback'] as const) {
      const id = await create()
      const { company_id, path } = await row(id)
      const owner = { project_id: id, company_id, path }
      if (table === 'project_test')
        await db
          .insertInto(table)
          .values({ ...owner, ...planned } as never)
          .execute()
      if (table === 'floor_plan')
        await db.insertInto(table).values({ project_id: id, building: 'A', floor: '1', image: 'x' }).execute()
      if (table === 'user_feedback')
        await db
          .insertInto(table)
          .values({ ...owner, content: 'x' } as never)
          .execute()
      const edit = updateProject(t.agent, { id, version: (await row(id)).version, ...said(t), customerId: other.id })
      expect(await refusal(edit), table).toEqual(['notHere', 'customerId'])
    }
  })

  test('changes the customer only while the project is empty', async () => {
    const id = await create({ customerId: t.world.customers.north }, t.north)
    const other = await t.world.db
      .insertInto('customer')
      .values({ company_id: t.world.companies.north.id, path: t.world.companies.north.path, name: 'Other' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const edit = async (customerId: number) =>
      refusal(updateProject(t.north, { id, version: (await row(id)).version, ...said(t), customerId }))
    expect(await edit(other.id)).toBeUndefined()
    await addGateway(id)
    expect((await edit(t.world.customers.north))?.[1]).toBe('customerId')
  })

  test('of a rejected project submits it again', async () => {
    const id = await create()
    await rejectApplication(t.north, { id, reason: 'No plan' })
    expect(await projectDetail(t.agent, { id })).toMatchObject({
      audit: 'rejected',
      rejectReason: 'No plan',
      decidedBy: 'North Admin',
    })
    await updateProject(t.agent, { id, version: (await row(id)).version, ...said(t), address: '2 Road' })
    expect(await projectDetail(t.agent, { id })).toMatchObject({ audit: 'pending', rejectReason: null, decidedBy: null })
  })
})

describe('an application', () => {
  test('is decided only by somebody above the applicant', async () => {
    const id = await create()
    for (const ctx of [t.agent, await t.world.ctxOf(t.world.accounts.northBare)])
      expect((await refusal(agreeApplication(ctx, { id })))?.[0]).toMatch(/precondition|noAccess/)
    expect(await refusal(agreeApplication(t.south, { id }))).toEqual(['notFound', 'id'])
    await agreeApplication(t.north, { id })
    expect(await lastAudit(id)).toMatchObject({ action: 'projectUnionApply.agree', changes: { audit: ['pending', 'approved'] } })
    expect((await refusal(rejectApplication(t.siter, { id, reason: 'late' })))?.[0]).toBe('wrongState')
    const notified = await t.world.db.selectFrom('message').select('account_id').where('type', '=', 'projectAgreed').execute()
    expect(notified.map((one) => one.account_id)).toContain(t.world.accounts.northAgentAdmin.id)
  })

  test('of a distributor for its agent is decided above the distributor; of the operating company by another of its accounts', async () => {
    const id = await create({}, t.north)
    expect((await refusal(agreeApplication(t.north, { id })))?.[0]).toBe('precondition')
    expect((await pageApplications(t.siter, { audit: 'pending' })).list.find((one) => one.id === id)?.aboveApplicant).toBe(true)
    await agreeApplication(t.siter, { id })
    const own = await create({}, t.siter)
    expect((await refusal(agreeApplication(t.siter, { id: own })))?.[0]).toBe('precondition')
    const other = { ...t.siter, actor: { ...t.siter.actor, accountId: t.world.accounts.siterEngineer.id } }
    await agreeApplication(other, { id: own })
    expect((await row(own)).decided_by).toBe(t.world.accounts.siterEngineer.id)
  })

  test('of the operating company is decided by its applicant while nobody else could, and the log says so', async () => {
    const { db, accounts } = t.world
    const others = db.updateTable('account').where('type', '=', 'siter').where('id', '!=', accounts.siterAdmin.id)
    const own = await create({}, t.siter)
    await others.set({ enabled: false }).execute()
    try {
      expect((await pageApplications(t.siter, { audit: 'pending' })).list.find(({ id }) => id === own)?.aboveApplicant).toBe(true)
      const issuer = { accountId: accounts.siterEngineer.id, name: 'Engineer' }
      const signedInAs = { ...t.siter, actor: { ...t.siter.actor, issuer } }
      expect((await refusal(agreeApplication(signedInAs, { id: own })))?.[0], 'somebody else is signed in as them').toBe(
        'precondition',
      )
      await agreeApplication(t.siter, { id: own })
      expect(await lastAudit(own)).toMatchObject({ action: 'projectUnionApply.agreeAlone' })
      // The same does not hold for a company below, where somebody is above.
      const below = await create({}, t.north)
      expect((await refusal(agreeApplication(t.north, { id: below })))?.[0]).toBe('precondition')
    } finally {
      await others.set({ enabled: true }).execute()
    }
    const next = await create({}, t.siter)
    expect((await refusal(agreeApplication(t.siter, { id: next })))?.[0], 'there are two again').toBe('precondition')
  })

  test('of the operating company is not decided by the same person through another account, in either direction', async () => {
    const { accountId, name } = t.siter.actor
    const throughOther = (id: number) => {
      const actor = { ...t.siter.actor, accountId: id, issuer: { accountId: accountId ?? 0, name } }
      return { ...t.siter, actor }
    }
    const asOther = throughOther(t.world.accounts.siterEngineer.id)
    const own = await create({}, t.siter)
    expect((await refusal(agreeApplication(asOther, { id: own })))?.[0]).toBe('precondition')
    const asked = await create({}, asOther)
    expect((await refusal(agreeApplication(t.siter, { id: asked })))?.[0]).toBe('precondition')
    expect((await refusal(agreeApplication(asOther, { id: asked })))?.[0]).toBe('precondition')
  })

  test('of a company below is not decided by the applicant signed in as its manager', async () => {
    const { accountId, name } = t.siter.actor
    const issuer = { accountId: accountId ?? 0, name }
    const asNorth = { ...t.north, actor: { ...t.north.actor, issuer } }
    const id = await create({}, asNorth)
    expect((await refusal(agreeApplication(t.siter, { id })))?.[0]).toBe('precondition')
    expect((await pageApplications(t.siter, { audit: 'pending' })).list.find((one) => one.id === id)?.aboveApplicant).toBe(false)
    expect((await lastAudit(id))?.changes).not.toHaveProperty('applied_for')
    const other = { ...t.siter, actor: { ...t.siter.actor, accountId: t.world.accounts.siterEngineer.id } }
    await agreeApplication(other, { id })
    expect((await row(id)).audit).toBe('approved')
  })

  test('that was rejected is submitted again', async () => {
    const id = await create()
    await rejectApplication(t.north, { id, reason: 'No plan' })
    expect(await lastAudit(id)).toMatchObject({
      action: 'projectUnionApply.reject',
      changes: { reject_reason: [null, 'No plan'] },
    })
    await resubmitProject(t.agent, { id })
    expect(await lastAudit(id)).toMatchObject({ action: 'project.resubmit', changes: { audit: ['rejected', 'pending'] } })
  })
})

describe('the list', () => {
  test('filters, counts, and shows each caller their own', async () => {
    const id = await create({ name: 'Listed Mill', code: 'MILL-7', adminIds: [t.world.accounts.northAgentAdmin.id] })
    const ids = async (input: object, ctx = t.agent) =>
      (await pageProjects(ctx, { pageSize: 80, ...input })).list.map((one) => one.id)
    expect(await ids({ keyword: 'mill-7' })).toEqual([id])
    expect(await ids({ keyword: 'Listed' }, t.north)).toEqual([id])
    expect(await ids({ keyword: 'Listed' }, t.south)).toEqual([])
    expect(await ids({ keyword: 'Listed' }, t.customer)).toEqual([])
    const mine = { keyword: 'Listed' }
    expect(await ids({ ...mine, adminId: t.world.accounts.northAgentAdmin.id })).toEqual([id])
    expect(await ids({ ...mine, adminId: t.world.accounts.northAdmin.id })).toEqual([])
    for (const other of [
      { status: 'maintenance' },
      { audit: 'approved' },
      { stopped: true },
      { onTest: true },
      { alarmed: true },
    ])
      expect(await ids({ ...mine, ...other }), JSON.stringify(other)).toEqual([])
    for (const own of [{ status: 'uninstall' }, { audit: 'pending' }, { stopped: false }, { onTest: false }, { alarmed: false }])
      expect(await ids({ ...mine, ...own }), JSON.stringify(own)).toEqual([id])
    const due = new Date(t.world.clock.now().getTime() + 20 * 86_400_000)
    await set(id, { due_at: due, status: 'maintenance' })
    expect(await ids({ ...mine, dueFrom: due.toISOString(), dueTo: due.toISOString() })).toEqual([id])
    expect(await ids({ ...mine, dueTo: new Date(due.getTime() - 1).toISOString() })).toEqual([])

    const fine = await addDevice(id)
    const burning = await addDevice(id)
    await addDevice(id, { online: false })
    await addDevice(id, { low_power: true })
    await addGateway(id)
    const type = await t.world.db.selectFrom('alarm_type').select('id').limit(1).executeTakeFirstOrThrow()
    const at = t.world.clock.now()
    const alarm = {
      type_id: type.id,
      level: 'fire' as const,
      source_format: 'EW' as const,
      source_code: 'x',
      first_at: at,
      last_at: at,
    }
    await t.world.db
      .insertInto('alarm')
      .values({ ...(await placeOf(id)), ...alarm, device_id: burning })
      .execute()
    const [listed] = (await pageProjects(t.agent, mine)).list
    expect(listed).toMatchObject({ devices: 4, gateways: 1, abnormal: 3, openAlarms: 1, remainingDays: 20, onTest: false })
    expect(await ids({ ...mine, alarmed: true })).toEqual([id])
    expect((await selectDevices(t.agent, { projectId: id })).map(({ value }) => value)).toContain(fine)
    expect(await selectProjects(t.agent, mine)).toEqual([{ value: id, label: 'Listed Mill' }])
    expect((await selectAdmins(t.agent, { keyword: 'North' })).map(({ value }) => value)).not.toContain(
      t.world.accounts.northAdmin.id,
    )
    expect(await refusal(projectDetail(t.south, { id }))).toEqual(['notFound', 'id'])
  })

  test('a project with contents cannot be deleted', async () => {
    const id = await create()
    await addGateway(id)
    expect((await refusal(removeProject(t.agent, { id })))?.[0]).toBe('inUse')
    await t.world.db.deleteFrom('gateway').where('project_id', '=', id).execute()
    await removeProject(t.agent, { id })
    expect(await lastAudit(id)).toMatchObject({ action: 'project.del' })
    expect(await refusal(projectDetail(t.agent, { id }))).toEqual(['notFound', 'id'])
    expect(await lockProject(t.world.db, id)).toBeUndefined()
  })

  test('an import creates projects by the same rules', async () => {
    const input = { ...said(t), name: 'Imported', code: 'IMP-1', latitude: 31.2, longitude: 121.5 }
    const id = await transact(t.agent, (write) => projectImport.create(t.agent, write, input, { prepared: undefined, before: 0 }))
    expect(await projectDetail(t.agent, { id: Number(id) })).toMatchObject({
      name: 'Imported',
      position: { latitude: 31.2, longitude: 121.5, coordinateSystem: 'WGS84' },
    })
    const find = (field: 'typeId' | 'customerId', text: string) => projectImport.lookups[field]?.find(t.agent, text, {})
    expect(await find('typeId', '写字楼')).toEqual([t.typeId])
    expect(await find('customerId', 'North Agent Customer')).toEqual([t.world.customers.northAgent])
  })
})

describe('a type', () => {
  test('is edited, disabled, and deleted when no project has it', async () => {
    const { id } = await createProjectType(t.siter, { code: 'MALL', nameZh: '商场', nameEn: 'Mall', maintenanceYears: 3 })
    expect(await lastAudit(id, 'project_type')).toMatchObject({ action: 'projectType.create' })
    expect(await projectTypeDefaults(t.agent, { id })).toEqual({
      maintenanceYears: 3,
      inspectionCycleDays: null,
      maintenanceCycleDays: null,
    })
    const version = (await pageProjectTypes(t.siter, { keyword: 'mall' })).list[0]?.version ?? 0
    await updateProjectType(t.siter, { id, version, nameZh: '购物中心', nameEn: 'Mall' })
    expect(await lastAudit(id, 'project_type')).toMatchObject({
      changes: { name_zh: ['商场', '购物中心'], maintenance_years: [3, null] },
    })
    expect(await selectProjectTypes({ ...t.agent, locale: 'zh' }, { keyword: '购物' })).toEqual([
      { value: id, label: '购物中心' },
    ])
    const project = await create({ typeId: id })
    expect((await refusal(removeProjectType(t.siter, { id })))?.[0]).toBe('inUse')
    await t.world.db.deleteFrom('project').where('id', '=', project).execute()
    await setProjectTypeEnabled(t.siter, { id, enabled: false })
    expect(await selectProjectTypes(t.agent, { keyword: 'Mall' })).toEqual([])
    await removeProjectType(t.siter, { id })
    expect(await lastAudit(id, 'project_type')).toMatchObject({ action: 'projectType.del' })
  })
})
