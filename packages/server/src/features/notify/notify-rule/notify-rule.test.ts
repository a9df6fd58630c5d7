import {
  enums,
  lastTimeOf,
  matchesRule,
  ruleProblems,
  type DomainError,
  type endpoints,
  type InputOf,
} from '@emberwatch/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addOwnedRows, type OwnedRows } from '../../../testing/rows.ts'
import { createDefaultRule } from './create-default-rule.ts'
import { createNotifyRule, removeNotifyRule, setNotifyRuleEnabled, updateNotifyRule } from './notify-rule.verbs.ts'
import { notifyRuleDetail, pageNotifyRules, selectNotifyRules } from './notify-rule.reads.ts'
import { notifyRuleChoices, notifyRuleDevices } from './rule-choices.ts'
import { rulesFor } from './rules-for.ts'

let world: TestWorld
let north: Ctx
let agent: Ctx
let siter: Ctx
let own: OwnedRows
let below: OwnedRows
let south: OwnedRows

beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin)
  agent = await world.ctxOf(world.accounts.northAgentAdmin)
  siter = await world.ctxOf(world.accounts.siterAdmin)
  own = await addOwnedRows(world.db, world.companies.north)
  below = await addOwnedRows(world.db, world.companies.northAgent)
  south = await addOwnedRows(world.db, world.companies.south)
})
afterAll(() => world.stop())
beforeEach(async () => {
  await world.db.deleteFrom('notify_rule').execute()
})

type Input = InputOf<typeof endpoints.notifyRule.create>
type Step = Input['steps'][number]
const step = (more: Partial<Step> = {}): Step => ({
  afterS: 0,
  receivers: [{ kind: 'callList' }],
  channels: ['voice', 'sms'],
  answerS: 30,
  repeats: 0,
  everyS: 0,
  ...more,
})
let count = 0
const draft = (more: Partial<Input> = {}): Input => ({
  name: `Rule ${++count}`,
  events: ['alarm'],
  steps: [step()],
  stopWhen: 'taken',
  mergeWindowS: 60,
  ...more,
})
const add = async (more: Partial<Input> = {}, ctx = north): Promise<number> => (await createNotifyRule(ctx, draft(more))).id
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'not refused',
    ({ reason, field, params }: DomainError) => ({ reason, field, why: params['reason'] }),
  )
const lastAudit = (action: string) =>
  world.db
    .selectFrom('audit_log')
    .select(['changes', 'company_id', 'object_id', 'object_kind'])
    .where('action', '=', action as never)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
const names = async (ctx: Ctx, input = {}) =>
  (await pageNotifyRules(ctx, { pageSize: 80, ...input })).list.map(({ name }) => name).sort()

describe('writing', () => {
  test('a rule is created, edited, switched and deleted, each with its audit row and an event', async () => {
    const id = await add({ name: 'Night', projectIds: [Number(own.project)] })
    const { north: company } = world.companies
    expect(await lastAudit('notifyRule.create')).toMatchObject({
      company_id: company.id,
      object_id: String(id),
      object_kind: 'notify_rule',
      changes: { name: [null, 'Night'], steps: [null, [step()]], project_ids: [null, [own.project]], events: [null, ['alarm']] },
    })
    const row = await notifyRuleDetail(north, { id })
    expect(row).toMatchObject({
      name: 'Night',
      enabled: true,
      companyId: company.id,
      version: 1,
      activeHours: null,
      language: null,
    })
    expect(row.named).toEqual([{ kind: 'project', id: own.project, name: expect.any(String), gone: false }])

    const hours = { from: '22:00', to: '06:00', days: [1, 2] }
    await updateNotifyRule(north, { ...draft({ name: 'Night' }), id, version: 1, activeHours: hours, language: 'en' })
    expect(await lastAudit('notifyRule.update')).toMatchObject({
      changes: { active_hours: [null, hours], language: [null, 'en'], project_ids: [[own.project], []] },
    })
    expect((await lastAudit('notifyRule.update')).changes).not.toHaveProperty('steps')
    expect(await refusal(updateNotifyRule(north, { ...draft(), id, version: 1 }))).toMatchObject({ reason: 'staleVersion' })

    await setNotifyRuleEnabled(north, { id, enabled: false })
    expect(await lastAudit('notifyRule.forbidden')).toMatchObject({ changes: { enabled: [true, false] } })
    expect(await selectNotifyRules(north)).toEqual([])
    await removeNotifyRule(north, { id })
    expect(await lastAudit('notifyRule.del')).toMatchObject({ object_id: String(id), changes: { name: ['Night', null] } })
    expect(await names(north)).toEqual([])
    expect(await refusal(notifyRuleDetail(north, { id }))).toMatchObject({ reason: 'notFound' })
    const events = await world.db
      .selectFrom('live_event')
      .select('change')
      .where('kind', '=', 'notifyRule')
      .orderBy('id')
      .execute()
    expect(events.map(({ change }) => change)).toEqual(['created', 'updated', 'disabled', 'deleted'])
    // Its name is free again.
    await add({ name: 'Night' })
    expect(await refusal(add({ name: 'night' }))).toMatchObject({ reason: 'duplicate', field: 'name' })
  })

  test('a company sees its own rules and those below, and can create rules there', async () => {
    await add({ name: 'Of North' })
    await add({ name: 'Of the agent', companyId: world.companies.northAgent.id })
    await add({ name: 'By the agent' }, agent)
    expect(await names(north)).toEqual(['By the agent', 'Of North', 'Of the agent'])
    expect(await names(agent)).toEqual(['By the agent', 'Of the agent'])
    expect(await names(await world.ctxOf(world.accounts.southAdmin))).toEqual([])
    expect(await names(north, { companyId: world.companies.northAgent.id })).toEqual(['By the agent', 'Of the agent'])
    expect(await refusal(add({ companyId: world.companies.north.id }, agent))).toMatchObject({ field: 'companyId' })
  })

  test('lists are filtered by event, level, project and channel; an unrestricted rule matches any', async () => {
    await add({ name: 'All', events: ['alarm', 'fault'] })
    await add({ name: 'Fires', levels: ['fire'], projectIds: [Number(own.project)], steps: [step({ channels: ['mail'] })] })
    await add({ name: 'Faults', events: ['fault'] })
    expect(await names(north, { event: 'fault' })).toEqual(['All', 'Faults'])
    expect(await names(north, { level: 'warning' })).toEqual(['All'])
    expect(await names(north, { level: 'fire' })).toEqual(['All', 'Fires'])
    expect(await names(north, { projectId: own.project })).toEqual(['All', 'Faults', 'Fires'])
    expect(await names(north, { projectId: below.project })).toEqual(['All', 'Faults'])
    expect(await names(north, { channel: 'mail' })).toEqual(['Fires'])
    expect(await names(north, { keyword: 'fir' })).toEqual(['Fires'])
  })

  test('the default rule: call list, people on duty, managers; receivers that the company does not have are left out', async () => {
    const { id } = await createDefaultRule(north, {})
    const { steps, named, stopWhen, missing } = await notifyRuleDetail(north, { id })
    expect(steps.map(({ afterS, receivers }) => [afterS, receivers[0]?.kind])).toEqual([
      [0, 'callList'],
      [60, 'duty'],
      [180, 'role'],
    ])
    expect(named.map(({ kind, gone }) => [kind, gone])).toEqual([
      ['team', false],
      ['role', false],
    ])
    expect(stopWhen).toBe('taken')
    expect([...missing].sort()).toEqual(['app', 'mail', 'sms', 'voice'])
    expect(await lastAudit('notifyRule.create')).toMatchObject({ object_id: String(id) })
    expect(await refusal(createDefaultRule(north, {}))).toMatchObject({ reason: 'duplicate' })
    await world.db.updateTable('duty_team').set({ enabled: false }).where('path', '=', world.companies.north.path).execute()
    await removeNotifyRule(north, { id })
    const without = await createDefaultRule(north, {})
    const kinds = (await notifyRuleDetail(north, without)).steps.map(({ receivers }) => receivers[0]?.kind)
    expect(kinds).toEqual(['callList', 'role'])
    await world.db.updateTable('duty_team').set({ enabled: true }).where('path', '=', world.companies.north.path).execute()
  })
})

describe('a rule that can never start, or notifies nobody, is refused at the field', () => {
  const says = async (more: Partial<Input>) => refusal(add(more))
  test.each([
    [{ events: ['fault'], levels: ['fire'] }, 'levels', 'levels apply to alarms'],
    [{ events: ['alarm'], faultTypeIds: [1] }, 'faultTypeIds', 'would never fire'],
    [{ events: ['fault'], alarmTypeIds: [1] }, 'alarmTypeIds', 'would never fire'],
    [{ activeHours: { from: '08:00', to: '08:00', days: [1] } }, 'activeHours', 'start and end at the same time'],
    [{ steps: [step({ afterS: 60 }), step({ afterS: 30 })] }, 'steps', 'step 2 comes earlier'],
    [
      { steps: [step({ afterS: 86_000, repeats: 10, everyS: 60 })] },
      'steps',
      'step 1, including its repeats, comes later than 24 hours',
    ],
    [{ steps: [step({ repeats: 2, everyS: 5 })] }, 'steps', 'step 1 must wait at least 30 s'],
    [{ steps: [step({ receivers: [{ kind: 'duty' }] })] }, 'steps', 'step 1: choose'],
    [{ steps: [step({ receivers: [{ kind: 'role' }] })] }, 'steps', 'step 1: choose'],
    [{ steps: [step({ receivers: [{ kind: 'accounts', accountIds: [] }] })] }, 'steps', 'step 1: choose'],
    [{ steps: [step({ receivers: [{ kind: 'callList' }, { kind: 'callList' }] })] }, 'steps', 'same receiver twice'],
  ] as [Partial<Input>, string, string][])('%j', async (more, field, why) => {
    expect(await says(more)).toEqual({ reason: 'notHere', field, why: expect.stringContaining(why) })
  })

  test('in the language of the reader', async () => {
    const zh = await world.ctxOf(world.accounts.northAdmin, 'zh')
    const input = draft({ steps: [step({ repeats: 1, everyS: 1 })] })
    expect(await refusal(createNotifyRule(zh, input))).toMatchObject({ why: '第 1 步的重复间隔至少 30 秒' })
  })

  test('places of other companies, and devices outside the projects', async () => {
    const other = { projectIds: [Number(below.project)] }
    expect(await refusal(createNotifyRule(siter, draft({ ...other, companyId: world.companies.south.id })))).toMatchObject({
      field: 'projectIds',
      why: expect.stringContaining('belongs neither to the company'),
    })
    expect(
      await refusal(createNotifyRule(siter, draft({ deviceIds: [Number(own.device)], companyId: world.companies.south.id }))),
    ).toMatchObject({ field: 'deviceIds' })
    expect(await says({ ...other, deviceIds: [Number(own.device)] })).toMatchObject({
      field: 'deviceIds',
      why: expect.stringContaining('never fire'),
    })
    await add({ projectIds: [Number(own.project)], deviceIds: [Number(own.device)] })
  })

  test('receivers who do not see the projects, or are disabled', async () => {
    const to = (accountIds: number[]) => ({
      steps: [step(), step({ afterS: 60, receivers: [{ kind: 'accounts', accountIds }] })],
    })
    const { northAgentAdmin, northAdmin, southAdmin } = world.accounts
    // The agent's staff see nothing of North's own project, but their own projects belong to North's branch too.
    expect(await says({ projectIds: [Number(own.project)], ...to([northAgentAdmin.id]) })).toMatchObject({
      field: 'steps',
      why: expect.stringContaining('step 2: “'),
    })
    await add(to([northAgentAdmin.id]))
    await add({ companyId: world.companies.northAgent.id, ...to([northAdmin.id]) })
    expect(
      await refusal(createNotifyRule(siter, draft({ companyId: world.companies.north.id, ...to([southAdmin.id]) }))),
    ).toMatchObject({
      field: 'steps',
      why: expect.stringContaining('cannot see'),
    })
    // A customer's account only sees places where the customer has projects.
    const customer = Number(own.customerAccount)
    await add({ projectIds: [Number(own.project)], ...to([customer]) })
    expect(await says({ projectIds: [Number(below.project)], ...to([customer]) })).toMatchObject({ field: 'steps' })
    await world.db.updateTable('account').set({ enabled: false }).where('id', '=', customer).execute()
    expect(await says({ projectIds: [Number(own.project)], ...to([customer]) })).toMatchObject({
      why: expect.stringContaining('is disabled'),
    })
    await world.db.updateTable('account').set({ enabled: true }).where('id', '=', customer).execute()
  })
})

test('a rule shows what no longer exists; what went to another company is no longer named', async () => {
  const role = await world.db
    .insertInto('role')
    .values({
      company_id: world.companies.north.id,
      path: world.companies.north.path,
      name: 'Chiefs',
      type: 'distributor',
      level: 3,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const accountId = Number(own.customerAccount)
  const receivers: Step['receivers'] = [
    { kind: 'duty', teamId: Number(own.duty_team) },
    { kind: 'role', roleId: role.id },
    { kind: 'accounts', accountIds: [accountId] },
  ]
  const id = await add({ projectIds: [Number(own.project)], steps: [step({ receivers })] })
  const gone = async () =>
    (await notifyRuleDetail(north, { id })).named.filter((each) => each.gone).map(({ kind, name }) => [kind, name !== ''])
  expect(await gone()).toEqual([])
  await world.db.updateTable('duty_team').set({ deleted_at: new Date() }).where('id', '=', Number(own.duty_team)).execute()
  await world.db.deleteFrom('role').where('id', '=', role.id).execute()
  await world.db.updateTable('account').set({ enabled: false }).where('id', '=', accountId).execute()
  const { id: company_id, path } = world.companies.south
  const home = world.companies.north
  await world.db.updateTable('project').set({ company_id, path }).where('id', '=', Number(own.project)).execute()
  expect(await gone()).toEqual([
    ['project', false],
    ['team', true],
    ['role', false],
    ['account', true],
  ])
  // A customer who moved to the company above is not its staff.
  const above = world.companies.siter
  await world.db.updateTable('account').set({ company_id: above.id, path: above.path }).where('id', '=', accountId).execute()
  expect(await gone()).toContainEqual(['account', false])
  await world.db.updateTable('account').set({ company_id: home.id, path: home.path }).where('id', '=', accountId).execute()
  // It can still be enabled: notifying the others is better than notifying nobody.
  await setNotifyRuleEnabled(north, { id, enabled: true })
  await world.db
    .updateTable('project')
    .set({ company_id: home.id, path: home.path })
    .where('id', '=', Number(own.project))
    .execute()
  await world.db.updateTable('duty_team').set({ deleted_at: null }).where('id', '=', Number(own.duty_team)).execute()
  await world.db.updateTable('account').set({ enabled: true }).where('id', '=', accountId).execute()
})

describe('which rules apply', () => {
  const event = {
    projectId: 1,
    projectTypeId: 5,
    deviceId: 2,
    event: 'alarm',
    level: 'fire',
    alarmTypeId: 3,
    faultTypeId: null,
  } as const
  const rule = {
    enabled: true,
    events: ['alarm' as const],
    levels: [],
    projectIds: [],
    projectTypeIds: [],
    alarmTypeIds: [],
    faultTypeIds: [],
    deviceIds: [],
    stopWhen: 'taken' as const,
    activeHours: null,
    mergeWindowS: 0,
    language: null,
  }
  test('an empty list means all, any other only what it names', () => {
    expect(matchesRule(rule, event)).toBe(true)
    expect(matchesRule({ ...rule, enabled: false }, event)).toBe(false)
    for (const other of enums.notifyEvent) expect(matchesRule(rule, { ...event, event: other })).toBe(other === 'alarm')
    const lists = { levels: ['fire' as const], projectIds: [1], projectTypeIds: [5], deviceIds: [2], alarmTypeIds: [3] }
    expect(matchesRule({ ...rule, ...lists }, event)).toBe(true)
    const others = { level: 'notice', projectId: 9, projectTypeId: 9, deviceId: 9, alarmTypeId: 9 } as const
    for (const [field, value] of Object.entries(others))
      expect(matchesRule({ ...rule, ...lists }, { ...event, [field]: value })).toBe(false)
    for (const field of Object.keys(others)) expect(matchesRule({ ...rule, ...lists }, { ...event, [field]: null })).toBe(false)
  })
  test('a fault has no level and no alarm type; an alarm has no fault type', () => {
    const both = {
      ...rule,
      events: ['alarm' as const, 'fault' as const],
      levels: ['fire' as const],
      alarmTypeIds: [3],
      faultTypeIds: [4],
    }
    const fault = { ...event, event: 'fault', level: null, alarmTypeId: null, faultTypeId: 4 } as const
    expect(matchesRule(both, fault)).toBe(true)
    expect(matchesRule(both, { ...fault, faultTypeId: 5 })).toBe(false)
    expect(matchesRule(both, event)).toBe(true)
  })
  test('those of the place’s company and of the companies above it, and no others', async () => {
    const { north: company, northAgent, south: other, siter: top } = world.companies
    const add1 = async (name: string, companyId: number) => createNotifyRule(siter, draft({ name, companyId }))
    await add1('top', top.id)
    await add1('north', company.id)
    await add1('agent', northAgent.id)
    await add1('south', other.id)
    const { id } = await add1('off', company.id)
    await setNotifyRuleEnabled(north, { id, enabled: false })
    const at = async (companyPath: string) =>
      (await rulesFor(world.db, { ...event, companyPath })).map((found) => [found.rule.name, found.company_id])
    expect(await at(northAgent.path)).toEqual([
      ['top', top.id],
      ['north', company.id],
      ['agent', northAgent.id],
    ])
    expect(await at(company.path)).toEqual([
      ['top', top.id],
      ['north', company.id],
    ])
    expect(await at(other.path)).toEqual([
      ['top', top.id],
      ['south', other.id],
    ])
  })
})

test('choices belong to the rule’s company, or to companies above and below it', async () => {
  const choices = await notifyRuleChoices(north, {})
  const values = (list: readonly { value: number }[]) => list.map(({ value }) => value)
  expect(values(choices.projects)).toEqual(expect.arrayContaining([own.project, below.project]))
  expect(values(choices.projects)).not.toContain(south.project)
  expect(values(choices.accounts)).toContain(world.accounts.northAgentAdmin.id)
  expect(choices.channels).toEqual(['inSite'])
  const ofAgent = await notifyRuleChoices(north, { companyId: world.companies.northAgent.id })
  expect(values(ofAgent.projects)).not.toContain(own.project)
  expect(values(ofAgent.projects)).toContain(below.project)
  expect(values(ofAgent.accounts)).toEqual(
    expect.arrayContaining([world.accounts.northAdmin.id, world.accounts.northAgentAdmin.id]),
  )
  const of = async (input: InputOf<typeof endpoints.notifyRule.devices>) => values(await notifyRuleDevices(north, input))
  expect(await of({})).toEqual(expect.arrayContaining([own.device, below.device]))
  expect(await of({ projectIds: [Number(own.project)] })).toEqual([own.device])
  expect(await of({ companyId: world.companies.northAgent.id })).not.toContain(own.device)
})

test('repeats count towards the end of a step', () => {
  expect(lastTimeOf({ afterS: 60, repeats: 3, everyS: 120 })).toBe(420)
  expect(ruleProblems({ ...draft(), levels: [], alarmTypeIds: [], faultTypeIds: [], activeHours: null })).toEqual([])
})
