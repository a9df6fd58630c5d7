import type { DomainError, endpoints, InputOf } from '@emberwatch/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addOwnedRows, type OwnedRows } from '../../../testing/rows.ts'
import { pageProjectTypes } from '../../sites/project/project-type.reads.ts'
import { createNotifyRule } from './notify-rule.verbs.ts'
import { pageNotifyRules } from './notify-rule.reads.ts'
import { notifyRuleChoices } from './rule-choices.ts'
import { rulesFor } from './rules-for.ts'

let world: TestWorld
let north: Ctx
let own: OwnedRows
let count = 0

beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin)
  own = await addOwnedRows(world.db, world.companies.north)
  await world.db.deleteFrom('notify_rule').execute()
})
afterAll(() => world.stop())

type Input = InputOf<typeof endpoints.notifyRule.create>
const add = (more: Partial<Input>) =>
  createNotifyRule(north, {
    name: `Rule ${++count}`,
    events: ['alarm'],
    steps: [{ afterS: 0, receivers: [{ kind: 'callList' }], channels: ['voice'], answerS: 30, repeats: 0, everyS: 0 }],
    stopWhen: 'taken',
    mergeWindowS: 60,
    ...more,
  })
const refusal = (work: Promise<unknown>) =>
  work.then(
    () => 'not refused',
    ({ reason, field }: DomainError) => ({ reason, field }),
  )
const names = async (ctx: Ctx, input: object) =>
  (await pageNotifyRules(ctx, { pageSize: 80, ...input })).list.map(({ name }) => name).sort()
const event = { projectId: 1, deviceId: 2, event: 'alarm', level: 'fire', alarmTypeId: 3, faultTypeId: null } as const

test('rules of a project type apply to projects of the type, now and later, and never to other types', async () => {
  const projectId = Number(own.project)
  const { type_id: type } = await world.db
    .selectFrom('project')
    .select('type_id')
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
  const other = await world.db
    .insertInto('project_type')
    .values({ code: `T${++count}`, name_zh: '其他', name_en: 'Other' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const refused = await refusal(add({ projectIds: [projectId], projectTypeIds: [other.id] }))
  expect(refused).toMatchObject({ reason: 'notHere', field: 'projectTypeIds' })
  await add({ name: 'of the type', projectTypeIds: [type] })
  await add({ name: 'of another', projectTypeIds: [other.id] })
  await add({ name: 'of all' })
  expect(await names(north, { projectId })).toEqual(['of all', 'of the type'])
  const at = async (projectTypeId: number | null) =>
    (await rulesFor(world.db, { ...event, projectTypeId, companyPath: world.companies.north.path })).map(
      ({ rule: found }) => found.name,
    )
  expect(await at(type)).toEqual(['of the type', 'of all'])
  expect(await at(other.id)).toEqual(['of another', 'of all'])
  expect(await at(null)).toEqual(['of all'])
  const choices = await notifyRuleChoices(north, {})
  expect(choices.projectTypes.map(({ value }) => value)).toContain(other.id)
  const types = await pageProjectTypes(north, { pageSize: 80 })
  expect(types.list.find(({ id }) => id === other.id)).toMatchObject({ callRules: 1 })
})
