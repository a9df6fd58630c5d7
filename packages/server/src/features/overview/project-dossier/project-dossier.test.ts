import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import { randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { plannedDescription } from '../../base/message/message.wording.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { png, uploadOf } from '../../../testing/images.ts'
import { pdfText } from '../../../testing/pdf-text.ts'
import { addOwnedRows, type OwnedRows } from '../../../testing/rows.ts'
import { exportProgress, readFile } from '../../base/file/file.reads.ts'
import { runExport } from '../../base/file/run-export.ts'
import { upload } from '../../base/file/file.verbs.ts'
import { createFloorPlan, placeDevice } from '../../sites/floor-plan/floor-plan.verbs.ts'
import {
  createProjectDocument,
  removeProjectDocument,
  updateProjectDocument,
} from '../../sites/project-document/project-document.verbs.ts'
import { pageProjectDocuments } from '../../sites/project-document/project-document.reads.ts'
import {
  createProjectPerson,
  removeProjectPerson,
  unmaskProjectPerson,
  updateProjectPerson,
} from '../../sites/project-person/project-person.verbs.ts'
import { pageProjectPeople } from '../../sites/project-person/project-person.reads.ts'
import { exportProjectDossier, projectDossier } from './project-dossier.ts'

// People and documents of projects, and the dossier that contains them.

let world: TestWorld
let north: Ctx
let south: Ctx
let customer: Ctx
let rows: OwnedRows
let projectId: number

beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin, 'zh')
  south = await world.ctxOf(world.accounts.southAdmin)
  customer = await world.ctxOf(world.accounts.northCustomer)
  rows = await addOwnedRows(world.db, world.companies.north)
  projectId = Number(rows.project)
  for (const table of ['project_person', 'project_document', 'floor_plan_pin', 'floor_plan'] as const)
    await world.db.deleteFrom(table).execute()
  await world.db
    .updateTable('project')
    .set({ customer_id: world.customers.north, name: '万达广场一期', time_zone: 'Asia/Shanghai' })
    .where('id', '=', projectId)
    .execute()
})
afterAll(() => world.stop())

const dayFromNow = (days: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short' }).format(
    new Date(world.clock.now().getTime() + days * 86_400_000),
  )
type PersonInput = InputOf<typeof endpoints.projectPerson.create>
const person = (more: Partial<PersonInput> = {}): PersonInput => ({
  projectId,
  role: 'controlRoom',
  name: '王建国',
  phone: '13812345678',
  ...more,
})
const photo = async (ctx = north): Promise<string> => upload(ctx, { purpose: 'photo' }, uploadOf(await png(60, 40)))
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'not refused',
    (error: unknown) => (error instanceof DomainError ? error.reason : error),
  )
const lastAudit = (action: string) =>
  world.db
    .selectFrom('audit_log')
    .select(['company_id', 'object_kind', 'object_id', 'changes'])
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

test('a project’s person is added, changed and removed, each in the log of the project’s company', async () => {
  const { id } = await createProjectPerson(north, person({ certificateNo: 'C-1', certificateExpires: dayFromNow(10) }))
  expect(await lastAudit('projectPerson.create')).toMatchObject({
    company_id: world.companies.north.id,
    object_kind: 'project_person',
    object_id: String(id),
  })
  const edit = { id, version: 1, role: 'manager', name: '王建国', organisation: '物业公司' } as const
  await updateProjectPerson(north, edit)
  const [row] = (await pageProjectPeople(north, { projectId })).list
  expect(row).toMatchObject({
    role: 'manager',
    phone: '138****5678',
    organisation: '物业公司',
    certificateNo: null,
    daysLeft: null,
  })
  expect(await refusal(updateProjectPerson(north, edit))).toBe('staleVersion')
  await updateProjectPerson(north, { ...edit, version: 2, noPhone: true })
  expect((await pageProjectPeople(north, { projectId })).list[0]).toMatchObject({ phone: null })
  expect(await refusal(updateProjectPerson(south, { ...edit, version: 3 }))).toBe('notFound')
  expect(await refusal(createProjectPerson(south, person()))).toBe('notFound')
  expect(await refusal(removeProjectPerson(south, { id }))).toBe('notFound')
  await removeProjectPerson(north, { id })
  expect(await lastAudit('projectPerson.del')).toMatchObject({ object_id: String(id) })
  expect((await pageProjectPeople(north, { projectId })).total).toBe(0)
})

test('phones are masked for everybody; unmasking is audited', async () => {
  const { id } = await createProjectPerson(north, person())
  for (const ctx of [north, customer])
    expect((await pageProjectPeople(ctx, { projectId })).list.at(-1)).toMatchObject({ phone: '138****5678' })
  expect((await pageProjectPeople(south, { projectId })).total).toBe(0)
  expect(await unmaskProjectPerson(north, { id })).toEqual({ phone: '13812345678' })
  expect(await lastAudit('projectPerson.unmask')).toMatchObject({ object_id: String(id), company_id: world.companies.north.id })
  expect(await refusal(unmaskProjectPerson(south, { id }))).toBe('notFound')
  await removeProjectPerson(north, { id })
})

test.each([
  [-1, true],
  [0, true],
  [30, true],
  [31, false],
])('a certificate with %i days left is expiring: %s', async (days, expiring) => {
  const { id } = await createProjectPerson(north, person({ certificateExpires: dayFromNow(days) }))
  const [row] = (await pageProjectPeople(north, { projectId, expiring })).list
  expect(row).toMatchObject({ id, daysLeft: days })
  expect((await pageProjectPeople(north, { projectId, expiring: !expiring })).total).toBe(0)
  await removeProjectPerson(north, { id })
})

test('anyone who sees a project sees its documents and their files; others see neither', async () => {
  const files = [await photo(), await photo()]
  const { id } = await createProjectDocument(north, {
    projectId,
    kind: 'photo',
    title: '消防泵房',
    files,
    validUntil: dayFromNow(5),
  })
  expect(await lastAudit('projectDocument.create')).toMatchObject({ company_id: world.companies.north.id, object_id: String(id) })
  const [row] = (await pageProjectDocuments(customer, { projectId, keyword: '泵房' })).list
  expect(row).toMatchObject({ kind: 'photo', title: '消防泵房', daysLeft: 5 })
  expect(row?.files).toMatchObject([
    { id: files[0], image: true },
    { id: files[1], image: true },
  ])
  const { stream } = await readFile(customer, { id: files[0] ?? '' })
  stream.destroy()
  expect(await refusal(readFile(south, { id: files[0] ?? '' }))).toBe('notFound')
  expect((await pageProjectDocuments(south, { projectId })).total).toBe(0)

  const third = await photo()
  const edit = { id, version: 1, kind: 'photo', title: '消防水泵房', files: [files[1] ?? '', third] } as const
  await updateProjectDocument(north, { ...edit, files: [...edit.files] })
  const [edited] = (await pageProjectDocuments(customer, { projectId })).list
  expect(edited?.files.map((file) => file.id)).toEqual([files[1], third])
  expect(edited).toMatchObject({ title: '消防水泵房', validUntil: null, daysLeft: null })
  expect(await refusal(updateProjectDocument(north, { ...edit, files: [third] }))).toBe('staleVersion')
  expect(await refusal(removeProjectDocument(south, { id }))).toBe('notFound')
  await removeProjectDocument(north, { id })
  expect(await lastAudit('projectDocument.del')).toMatchObject({ object_id: String(id) })
})

/** The text of a dossier that a caller orders, page by page. */
const dossierOf = async (ctx: Ctx, id = projectId): Promise<string[]> => {
  const { exportId } = await exportProjectDossier(ctx, { id })
  await runExport(world.systemCtx, { projectDossier }, pino({ level: 'silent' }), exportId)
  const { state, fileId } = await exportProgress(ctx, { id: exportId })
  const { error } = await world.db.selectFrom('export_job').select('error').where('id', '=', exportId).executeTakeFirstOrThrow()
  expect({ state, error }).toEqual({ state: 'done', error: null })
  const file = await readFile(ctx, { id: fileId ?? '' })
  expect(file).toMatchObject({ mime: 'application/pdf' })
  expect(file.name).toMatch(/^[^\s/]+-\d{8}T\d{6}\.pdf$/)
  return pdfText(await buffer(file.stream))
}

test('the dossier holds everything about a project, in the reader’s language', async () => {
  const people = await createProjectPerson(
    north,
    person({ role: 'responsible', certificateNo: 'XF-2201', certificateExpires: dayFromNow(-3) }),
  )
  await createProjectDocument(north, { projectId, kind: 'photo', title: '配电室', files: [await photo()] })
  const image = await upload(north, { purpose: 'floorPlan' }, uploadOf(await png(400, 300)))
  const plan = await createFloorPlan(north, { projectId, building: '1号楼', floor: '3F', image })
  await placeDevice(north, { planId: plan.id, deviceId: Number(rows.device), x: 0.5, y: 0.5 })
  await world.db.updateTable('device').set({ building: '1号楼', floor: '12' }).where('id', '=', Number(rows.device)).execute()
  const description = plannedDescription('inspect')
  await world.db.updateTable('work_order').set({ description }).where('id', '=', Number(rows.inspectOrder)).execute()
  const pages = await dossierOf(north)
  const named = await world.db
    .selectFrom('file')
    .select('name')
    .where('purpose', '=', 'export')
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()
  expect(named.name).toMatch(/^项目消防档案-万达广场一期-/)
  const text = pages.join('\n').replaceAll(' ', '')
  for (const part of [
    '项目消防档案',
    '万达广场一期',
    '王建国',
    'XF-2201',
    '已过期',
    '1号楼·3F',
    '1号楼·12层',
    '配电室',
    `第1页，共${pages.length}页`,
  ])
    expect(text).toContain(part)
  // What a plan wrote is in one language.
  expect(text).not.toContain(description.replaceAll(' ', ''))
  const device = await world.db
    .selectFrom('device')
    .select('code')
    .where('id', '=', Number(rows.device))
    .executeTakeFirstOrThrow()
  expect(text.split(device.code).length).toBeGreaterThan(2)
  // In full for those who may unmask it, and the audit log records it.
  expect(text).toContain('13812345678')
  expect(await lastAudit('projectPerson.unmask')).toMatchObject({
    company_id: world.companies.north.id,
    object_kind: 'project',
    object_id: String(projectId),
    changes: { count: [null, 1] },
  })
  await removeProjectPerson(north, { id: people.id })
})

test('a part that the reader may not see is left out, phones stay masked, and nobody else gets it', async () => {
  const { id } = await createProjectPerson(north, person())
  const keep = async (operations: string[]) => {
    const role = await world.db
      .selectFrom('account_role')
      .select('role_id')
      .where('account_id', '=', world.accounts.northCustomer.id)
      .executeTakeFirstOrThrow()
    await world.db.deleteFrom('role_menu').where('role_id', '=', role.role_id).execute()
    await world.db
      .insertInto('role_menu')
      .values(operations.map((menu_code) => ({ role_id: role.role_id, menu_code })))
      .execute()
  }
  await keep(['project', 'project.list', 'projectDossier:export', 'projectPerson:view'])
  const reader = await world.ctxOf(world.accounts.northCustomer, 'en')
  const text = (await dossierOf(reader)).join('\n')
  expect(text).toContain('Fire safety dossier')
  expect(text).toContain('138****5678')
  expect(text).not.toContain('13812345678')
  for (const part of ['Gateways', 'Call list', 'Open alarms', 'Floor plans']) expect(text).not.toContain(part)
  await removeProjectPerson(north, { id })

  const { exportId } = await exportProjectDossier(south, { id: projectId })
  await runExport(world.systemCtx, { projectDossier }, pino({ level: 'silent' }), exportId)
  expect(await exportProgress(south, { id: exportId })).toMatchObject({ state: 'failed', fileId: null })
})

test('the present name of a device that went to another company is not shown', async () => {
  const [here, there] = await Promise.all([
    addOwnedRows(world.db, world.companies.north),
    addOwnedRows(world.db, world.companies.south),
  ])
  // Their images cannot be read.
  for (const table of ['project_document', 'floor_plan_pin', 'floor_plan'] as const) await world.db.deleteFrom(table).execute()
  await world.db
    .updateTable('alarm')
    .set({ device_id: Number(here.device) })
    .where('id', '=', Number(here.alarm))
    .execute()
  const { id: company_id, path } = world.companies.south
  await world.db
    .updateTable('device')
    .set({ name: 'Vault of the South', project_id: Number(there.project), company_id, path })
    .where('id', '=', Number(here.device))
    .execute()
  const text = (await dossierOf(north, Number(here.project))).join('\n')
  expect(text).toContain('故障')
  expect(text).not.toContain('Vault')
})

test('an open fault of a test is marked as such', async () => {
  const { project, fault } = await addOwnedRows(world.db, world.companies.north)
  for (const table of ['project_document', 'floor_plan_pin', 'floor_plan'] as const) await world.db.deleteFrom(table).execute()
  const defects = async () => (await dossierOf(north, Number(project))).join('\n').split('未消除故障')[1] ?? ''
  expect(await defects()).not.toContain('测试')
  await world.db.updateTable('fault').set({ test: true }).where('id', '=', Number(fault)).execute()
  expect(await defects()).toContain('测试')
})

test('a dossier of 3,000 devices is made within seconds', async () => {
  const { model_id, company_id, path } = await world.db
    .selectFrom('device')
    .select(['model_id', 'company_id', 'path'])
    .where('id', '=', Number(rows.device))
    .executeTakeFirstOrThrow()
  // The two letters are a single glyph in many fonts; the code can be copied nevertheless.
  const mark = `ff${randomBytes(2).toString('hex')}`
  await world.db
    .insertInto('device')
    .values(
      Array.from({ length: 3_000 }, (_, i) => ({
        model_id,
        company_id,
        path,
        project_id: projectId,
        customer_id: world.customers.north,
        code: `D${mark}${String(i).padStart(4, '0')}`,
        name: '感烟火灾探测器',
        building: '1号楼',
        floor: `${Math.floor(i / 200) + 1}F`,
        room_number: String(i),
      })),
    )
    .execute()
  const started = performance.now()
  const pages = await dossierOf(north)
  expect(performance.now() - started).toBeLessThan(20_000)
  expect(pages.join('').replaceAll(' ', '')).toContain(`D${mark}2999`)
})
