import type { Language } from '@emberwatch/contract'
import { text as textOf } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ctx } from '../../../platform/context.ts'
import { renderExport, type ExportDefinition } from '../../../platform/exports.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { createTeam } from '../duty/duty-team.verbs.ts'
import { dutyTeamExport, exportTeams } from '../duty/duty-team.reads.ts'
import { newPerson, twoShifts } from '../duty/duty.fixture.ts'
import { createTask } from '../message-task/message-task.verbs.ts'
import { exportTasks, messageTaskExport, pageTasks } from '../message-task/message-task.reads.ts'
import { createTemplate } from '../message-template/message-template.verbs.ts'
import { decideTemplate, submitTemplate } from '../message-template/message-template-approval.verbs.ts'
import { exportTemplates, messageTemplateExport } from '../message-template/message-template.reads.ts'
import { createNotifyRule } from '../notify-rule/notify-rule.verbs.ts'
import { exportNotifyRules, notifyRuleExport } from '../notify-rule/notify-rule.reads.ts'

let world: TestWorld
let north: Ctx
let south: Ctx
let templateId: number
let teamId: number

beforeAll(async () => {
  world = await testWorld()
  north = await world.ctxOf(world.accounts.northAdmin)
  south = await world.ctxOf(world.accounts.southAdmin)
  const people = [await newPerson(world, 'Ada'), await newPerson(world, 'Ben'), await newPerson(world, 'Cem')]
  const team = { ...twoShifts(people, world.clock.now().getTime()), name: 'Night watch' }
  teamId = (await createTeam(north, team)).id
  const template = { code: 'DRILL', name: 'Drill', event: 'notice', channel: 'sms', language: 'en' } as const
  templateId = (await createTemplate(north, { ...template, content: 'Drill of {{company}}.' })).id
  await submitTemplate(north, { id: templateId })
  const bare = await world.ctxOf(world.accounts.northBare)
  const colleague: Ctx = { ...bare, actor: { ...bare.actor, operations: north.actor.operations } }
  await decideTemplate(colleague, { id: templateId, agree: true })
  const task = { type: 'training', pushType: 'sms', pushObject: 'all', contentZh: '演练' } as const
  await createTask(north, { ...task, title: 'Drill on Friday', templateEnId: templateId })
  await createTask(north, { ...task, title: 'Without a template', contentEn: 'Drill' })
  await createNotifyRule(north, {
    name: 'At night',
    events: ['alarm'],
    levels: ['fire'],
    steps: [
      { afterS: 0, receivers: [{ kind: 'callList' }], channels: ['voice', 'sms'], answerS: 30, repeats: 0, everyS: 0 },
      { afterS: 60, receivers: [{ kind: 'duty', teamId }], channels: ['sms'], answerS: 30, repeats: 2, everyS: 120 },
    ],
    stopWhen: 'taken',
    activeHours: { from: '22:00', to: '06:00', days: [7, 6] },
    mergeWindowS: 90,
    language: 'zh',
  })
})
afterAll(() => world.stop())

const csvOf = (ctx: Ctx, definition: ExportDefinition, locale: Language): Promise<string> =>
  textOf(
    renderExport(ctx, definition, {
      format: 'csv',
      locale,
      timeZone: 'UTC',
      filters: {},
      onRows: async () => undefined,
    }),
  )

test.each([
  ['tasks', messageTaskExport, 'Drill on Friday,Training and drills,SMS,All accounts,Drill,Draft', '培训演练'],
  ['templates', messageTemplateExport, 'DRILL,Drill,Notice written by staff,SMS,English', '已通过'],
  ['rules', notifyRuleExport, 'At night', '火警'],
  ['teams', dutyTeamExport, 'Night watch', 'Ada、Ben'],
] as const)('%s are written in both languages, and nobody else’s', async (_, definition, en, zh) => {
  expect(await csvOf(north, definition, 'en')).toContain(en)
  expect(await csvOf(north, definition, 'zh')).toContain(zh)
  const header = (await csvOf(south, definition, 'en')).trim().split('\n')
  expect(header).toHaveLength(1)
})

test('a rule is written with its steps, hours and languages', async () => {
  const csv = await csvOf(north, notifyRuleExport, 'en')
  for (const part of ['Night watch', '×3 (120 s)', '22:00–06:00 (6,7)', ',90,', 'Chinese']) expect(csv).toContain(part)
  expect(await csvOf(north, dutyTeamExport, 'en')).toContain('Ada, Ben')
})

test('tasks are found by the template they use', async () => {
  const { list } = await pageTasks(north, { templateId })
  expect(list.map(({ title, templates }) => [title, templates])).toEqual([['Drill on Friday', ['Drill']]])
})

test.each([
  ['messageTask', exportTasks],
  ['messageTemplate', exportTemplates],
  ['notifyRule', exportNotifyRules],
  ['dutyTeam', exportTeams],
] as const)('an export of %s is logged', async (name, start) => {
  const { exportId } = await start(north, { format: 'csv' })
  const audit = await world.db
    .selectFrom('audit_log')
    .select(['object_name', 'company_id'])
    .where('action', '=', `${name}.export`)
    .where('object_id', '=', String(exportId))
    .executeTakeFirstOrThrow()
  expect(audit).toEqual({ object_name: name, company_id: world.companies.north.id })
})
