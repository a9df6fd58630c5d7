import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { reasonOf } from '../../people/company/company.fixture.ts'
import { createTemplate, removeTemplate, setTemplateEnabled, updateTemplate } from './message-template.verbs.ts'
import { decideTemplate, submitTemplate, withdrawTemplate } from './message-template-approval.verbs.ts'
import { pageTemplates, selectTemplates, templateDetail, previewTemplate } from './message-template.reads.ts'
import { textOf } from './text-of.ts'

let world: TestWorld
let siter: Ctx
let north: Ctx
let colleague: Ctx
let south: Ctx

beforeAll(async () => {
  world = await testWorld()
  siter = await world.ctxOf(world.accounts.siterAdmin)
  north = await world.ctxOf(world.accounts.northAdmin)
  const other = await world.ctxOf(world.accounts.northBare)
  // Another person with the same rights.
  colleague = { ...other, actor: { ...other.actor, operations: north.actor.operations } }
  south = await world.ctxOf(world.accounts.southAdmin)
})
afterAll(() => world.stop())

let count = 0
const draft = (more: object = {}) => ({
  code: `T-${++count}`,
  name: `Template ${count}`,
  event: 'notice' as const,
  channel: 'sms' as const,
  language: 'en' as const,
  content: 'Dear {{receiver}}, see {{company}}.',
  ...more,
})
const params = {
  project: 'Hotel',
  device: 'D 1',
  room: '',
  type: 'Smoke',
  level: 'fire',
  time: '08:00',
  code: 'C',
  count: 1,
  first: 'D 1',
}
const question = (companyPath: string, more: object = {}) => ({
  event: 'alarm' as const,
  channel: 'sms' as const,
  language: 'en' as const,
  companyPath,
  ...more,
})
const approved = async (ctx: Ctx, by: Ctx, more: object): Promise<number> => {
  const { id } = await createTemplate(ctx, draft(more))
  await submitTemplate(ctx, { id })
  await decideTemplate(by, { id, agree: true })
  return id
}
const lastAudit = () => world.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()

test('without a template the built-in text is used, with labels, for one event and for several', async () => {
  const { path } = world.companies.north
  expect(await textOf(world.db, question(path), params)).toEqual({
    title: 'Fire: Hotel, Smoke',
    content: 'Fire: Hotel, D 1, Smoke, 08:00. Check at once.',
    templateId: null,
    templateCode: null,
  })
  const many = await textOf(world.db, question(path, { channel: 'voice', language: 'zh' }), { ...params, count: 12 })
  expect(many.content).toBe('火警。Hotel，共 12 条报警，最先是 D 1，时间 08:00。接管此报警请按 1。')
  for (const event of ['alarm', 'breach', 'fault'] as const)
    for (const channel of ['sms', 'voice', 'mail', 'app', 'inSite'] as const)
      for (const language of ['zh', 'en'] as const) {
        const notified = await textOf(world.db, { event, channel, language, companyPath: path }, params)
        expect(`${notified.title} ${notified.content}`).not.toMatch(/[{}]|undefined|,\s*,|，，/)
      }
})

test('a template is approved by a second person, and used from then on; the nearest company up the path wins', async () => {
  const { north: company, northAgent } = world.companies
  const above = await approved(
    siter,
    { ...siter, actor: { ...siter.actor, accountId: world.accounts.siterEngineer.id } },
    {
      event: 'alarm',
      content: 'Operator: {{project}}',
    },
  )
  expect((await textOf(world.db, question(northAgent.path), params)).templateId).toBe(above)
  const { id } = await createTemplate(
    north,
    draft({ event: 'alarm', content: 'North: {{project}} {{level}}', signature: 'NF', providerCode: 'P-1' }),
  )
  expect(await lastAudit()).toMatchObject({ action: 'messageTemplate.create', object_id: String(id) })
  await submitTemplate(north, { id })
  expect(await lastAudit()).toMatchObject({ action: 'messageTemplate.submit', changes: { state: ['draft', 'submitted'] } })
  expect((await textOf(world.db, question(company.path), params)).templateId).toBe(above)
  expect(await reasonOf(decideTemplate(north, { id, agree: true }))).toBe('precondition')
  // A person who signed in as somebody else is still the same person.
  const behind = { ...colleague, actor: { ...colleague.actor, issuer: { accountId: world.accounts.northAdmin.id, name: 'N' } } }
  expect(await reasonOf(decideTemplate(behind, { id, agree: true }))).toBe('precondition')
  expect(await reasonOf(decideTemplate(colleague, { id, agree: false }))).toBe('reasonRequired')
  await decideTemplate(colleague, { id, agree: true })
  expect(await lastAudit()).toMatchObject({ action: 'messageTemplate.approve', changes: { state: ['submitted', 'approved'] } })
  for (const path of [company.path, northAgent.path])
    expect(await textOf(world.db, question(path), params)).toMatchObject({
      content: '[NF] North: Hotel Fire',
      templateId: id,
      templateCode: 'P-1',
    })
  expect((await textOf(world.db, question(world.companies.south.path), params)).templateId).toBe(above)
  await setTemplateEnabled(north, { id, enabled: false })
  expect((await textOf(world.db, question(company.path), params)).templateId).toBe(above)
  await removeTemplate(north, { id })
  await removeTemplate(siter, { id: above })
  expect((await textOf(world.db, question(company.path), params)).templateId).toBeNull()
})

test('a change after the approval is a new version; the one before stays in use and readable', async () => {
  const id = await approved(north, colleague, { event: 'fault', content: 'One {{project}}' })
  const wording = { name: 'Changed', content: 'Two {{project}}' }
  const { version } = await templateDetail(north, { id })
  await updateTemplate(north, { id, version, ...wording })
  const at = question(world.companies.north.path, { event: 'fault' })
  expect(await templateDetail(north, { id })).toMatchObject({
    state: 'draft',
    templateVersion: 2,
    approvedVersion: 1,
    content: 'Two {{project}}',
  })
  expect((await textOf(world.db, at, params)).content).toBe('One Hotel')
  await submitTemplate(north, { id })
  expect(await reasonOf(updateTemplate(north, { id, version: version + 2, ...wording }))).toBe('wrongState')
  await withdrawTemplate(north, { id })
  expect(await lastAudit()).toMatchObject({ action: 'messageTemplate.withdraw' })
  await submitTemplate(north, { id })
  await decideTemplate(colleague, { id, agree: false, reason: 'Too short' })
  expect(await templateDetail(north, { id })).toMatchObject({ state: 'rejected', reason: 'Too short', approvedVersion: 1 })
  await submitTemplate(north, { id })
  await decideTemplate(colleague, { id, agree: true })
  expect((await textOf(world.db, at, params)).content).toBe('Two Hotel')
  const { versions } = await templateDetail(north, { id })
  expect(versions).toMatchObject([
    { number: 2, content: 'Two {{project}}', decidedBy: 'North Bare' },
    { number: 1, content: 'One {{project}}' },
  ])
  expect(await reasonOf(submitTemplate(north, { id }))).toBe('wrongState')
  expect(await reasonOf(updateTemplate(north, { id, version: 1, ...wording }))).toBe('staleVersion')
})

test('a variable that the event lacks is refused at the field, with a list of valid ones', async () => {
  await expect(createTemplate(north, draft({ content: 'At {{floor}}' }))).rejects.toMatchObject({
    reason: 'invalidInput',
    field: 'content',
    params: { fields: expect.stringMatching(/\{\{floor\}\}.*\{\{receiver\}\} \{\{company\}\} \{\{date\}\}/) },
  })
  await expect(createTemplate(north, draft({ content: 'At {{receiver}' }))).rejects.toMatchObject({ field: 'content' })
  await expect(createTemplate(north, draft({ channel: 'mail', title: '{{level}}' }))).rejects.toMatchObject({ field: 'title' })
  await expect(createTemplate(north, draft({ channel: 'mail' }))).rejects.toMatchObject({ field: 'title' })
  await expect(createTemplate(north, draft({ content: '  ' }))).rejects.toMatchObject({ field: 'content' })
})

test('a code is unique in a company, and so is an event with channel and language', async () => {
  const first = await createTemplate(north, draft({ code: 'ONCE', event: 'breach', content: '{{project}}' }))
  await expect(createTemplate(north, draft({ code: 'once' }))).rejects.toMatchObject({ reason: 'duplicate', field: 'code' })
  const rival = draft({ event: 'breach', content: '{{project}}' })
  await expect(createTemplate(north, rival)).rejects.toMatchObject({ reason: 'duplicate', field: 'event' })
  await createTemplate(south, draft({ code: 'ONCE', event: 'breach', content: '{{project}}' }))
  await setTemplateEnabled(north, { id: first.id, enabled: false })
  await createTemplate(north, rival)
  expect(await reasonOf(setTemplateEnabled(north, { id: first.id, enabled: true }))).toBe('duplicate')
})

test('another company sees, chooses and changes none of them', async () => {
  const id = await approved(north, colleague, {})
  expect((await pageTemplates(south, { pageSize: 100 })).list.map((row) => row.id)).not.toContain(id)
  expect((await selectTemplates(south, {})).map(({ value }) => value)).not.toContain(id)
  expect((await selectTemplates(north, { event: 'notice', channel: 'sms', language: 'en' })).map(({ value }) => value)).toContain(
    id,
  )
  expect(await reasonOf(submitTemplate(south, { id }))).toBe('notFound')
  expect(await reasonOf(removeTemplate(south, { id }))).toBe('notFound')
})

test('a preview shows sample data, and the number of SMS segments', async () => {
  const preview = {
    event: 'alarm' as const,
    channel: 'sms' as const,
    language: 'zh' as const,
    content: '{{level}} {{project}}',
    signature: '消防',
  }
  expect(await previewTemplate(north, preview)).toEqual({
    title: '',
    content: '【消防】火警 海港大厦',
    encoding: 'UCS-2',
    length: 11,
    segments: 1,
  })
  expect(await reasonOf(previewTemplate(north, { ...preview, content: '{{nothing}}' }))).toBe('invalidInput')
})
