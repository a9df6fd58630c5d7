import { en } from '@emberwatch/contract/texts/en'
import { zh } from '@emberwatch/contract/texts/zh'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { texts as ruleEn } from '../packages/web/src/features/notify/notify-rule/notify-rule.en.ts'
import { texts as ruleZh } from '../packages/web/src/features/notify/notify-rule/notify-rule.zh.ts'
import { texts as callEn } from '../packages/web/src/features/sites/project-notifier/project-notifier.en.ts'
import { texts as projectZh } from '../packages/web/src/features/sites/project/project.zh.ts'
import { captureFailures, startConsole, type Console, type Window } from './console.ts'
import { addSite, type E2eSite } from './site.ts'

/** A rule is written, and who would be called by it is shown. It runs on a real fire in notification-story.test.ts. */

const list = '/message/messageNotifyList'

let console: Console
let site: E2eSite

beforeAll(async () => {
  console = await startConsole()
  const { db, world, call, tokenOf } = console.server
  site = await addSite(db, world.companies.north, world.customers.north)
  await db.updateTable('account').set({ phone: '13800000003' }).where('id', '=', world.accounts.northAdmin.id).execute()
  const person = { project_id: site.projectId, role: 'manager' as const, language: 'en' as const, enabled: true }
  await db
    .insertInto('project_notifier')
    .values([
      { ...person, methods: ['sms'], seq: 1, name: 'Keyholder One', phone: '13800000001' },
      { ...person, methods: ['sms'], seq: 2, name: 'Keyholder Two', phone: '13800000002' },
    ])
    .execute()
  // Nothing is sent over it.
  const made = await call(
    'POST',
    'web/notifyProvider/create',
    {
      kind: 'httpSms',
      name: 'Stand-in',
      priority: 1,
      ratePerMinute: 600,
      timeoutS: 5,
      enabled: true,
      url: 'http://127.0.0.1:9/send',
      bodyFormat: 'json',
      body: '{"to": "{{phone}}", "text": "{{content}}"}',
      refPath: 'id',
      allowPrivate: true,
    },
    await tokenOf(world.accounts.siterAdmin),
  )
  if (!made.success) throw new Error(made.msg)
})
afterAll(() => console.stop())
captureFailures(() => console.windows)

/** Chooses in a drop-down that has only a label for screen readers. */
const pick = async ({ page }: Window, label: string, option: string): Promise<void> => {
  await page.getByLabel(label, { exact: true }).last().click()
  await page
    .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option', { hasText: option })
    .first()
    .click()
}
const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values).reduce((all, [name, value]) => all.replace(`{{${name}}}`, String(value)), text)

test('the usual rule is one click away, is changed in the form, and says in words what it does', async () => {
  const desk = await console.open({ language: 'zh', as: console.server.world.accounts.northAdmin, at: list })
  const { page } = desk
  await page.getByText(ruleZh.noneEnabled).waitFor()
  await page.getByRole('button', { name: ruleZh.createDefault }).click()
  const row = page.getByRole('row', { name: zh.reasons.ruleDefaultName })
  await row.waitFor()
  await expect.poll(() => page.getByText(ruleZh.noneEnabled).count()).toBe(0)

  await page.getByRole('button', { name: ruleZh.create }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(zh.fields.name, { exact: true }).fill('夜间火警')
  const step = (index: number, what: string) => filled(ruleZh.step.of, { index, what })
  // Without phone calls, for which there is no provider here.
  await pick(desk, step(1, ruleZh.step.channels), zh.enums.notifyMethod.voice)
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: ruleZh.step.add }).click()
  await pick(desk, step(2, filled(ruleZh.step.receiver, { at: 1 })), zh.enums.notifyReceiver.accounts)
  await desk.submit()
  // A step without a chosen receiver: reported at the steps, and nothing is saved.
  await dialog.getByText(filled(zh.reasons.ruleReceiverUnnamed, { step: 2 })).waitFor()
  const accounts = `${filled(ruleZh.step.receiver, { at: 1 })}, ${filled(ruleZh.step.who, { kind: zh.enums.notifyReceiver.accounts })}`
  await pick(desk, step(2, accounts), 'North Admin')
  await page.keyboard.press('Escape')
  await dialog.getByLabel(step(2, ruleZh.step.afterS)).fill('4')
  await dialog.getByRole('region', { name: ruleZh.form.sentence }).getByText('North Admin').waitFor()
  // By keyboard: the second step is moved up and back.
  await dialog.getByRole('button', { name: filled(ruleZh.step.up, { index: 2 }) }).press('Enter')
  await dialog.getByRole('button', { name: filled(ruleZh.step.down, { index: 1 }) }).press('Enter')
  // Enter confirms a time. It must not submit the form, which would save the hours.
  await dialog.getByText(ruleZh.hours.limited, { exact: true }).click()
  const from = dialog.getByRole('textbox', { name: ruleZh.hours.from, exact: true })
  await from.fill('07:30')
  await from.press('Enter')
  expect(await from.inputValue()).toBe('07:30')
  await desk.expectClean()
  await dialog.getByText(ruleZh.hours.always, { exact: true }).click()
  await desk.submit()
  await page.getByRole('row', { name: '夜间火警' }).waitFor()
  await desk.expectClean()
  const rule = await console.server.db
    .selectFrom('notify_rule')
    .selectAll()
    .where('name', '=', '夜间火警')
    .executeTakeFirstOrThrow()
  expect(rule.steps.map(({ afterS, receivers }) => [afterS, receivers[0]?.kind])).toEqual([
    [0, 'callList'],
    [4, 'accounts'],
  ])
  expect(rule.active_hours).toBeNull()
  // From here on only this rule is enabled, so that it is known who is notified.
  await console.server.db.updateTable('notify_rule').set({ enabled: false }).where('name', '<>', '夜间火警').execute()
  await desk.close()
})

test('who would be called now is shown in the list, at the project and at the device, with who is left out', async () => {
  const { db, world } = console.server
  const desk = await console.open({ language: 'en', width: 390, as: world.accounts.northAdmin, at: `${list}?tab=who` })
  const { page } = desk
  const { name } = await db.selectFrom('project').select('name').where('id', '=', site.projectId).executeTakeFirstOrThrow()
  await pick(desk, ruleEn.preview.project, name)
  const line = page.getByRole('list', { name: ruleEn.preview.lines })
  await line.getByText('Keyholder One').first().waitFor()
  await line.getByText(callEn.number.never).first().waitFor()
  expect(await line.getByText('North Admin').count()).toBeGreaterThan(0)
  await desk.expectClean()
  await pick(desk, ruleEn.preview.event, en.enums.notifyEvent.fault)
  await page.getByText(ruleEn.preview.nobody).waitFor()
  await desk.expectClean()
  await desk.close()

  const atProject = await console.open({
    as: world.accounts.northAdmin,
    at: `/project/projectList/detail?id=${site.projectId}&tab=who`,
  })
  await atProject.page.getByRole('tab', { name: projectZh.tabs.who }).waitFor()
  await atProject.page.getByRole('list', { name: ruleZh.preview.lines }).getByText('Keyholder Two').first().waitFor()
  await atProject.expectClean()
  const device = await db
    .selectFrom('device')
    .select('id')
    .where('code', '=', site.gateway.devices[0]?.code ?? '')
    .executeTakeFirstOrThrow()
  await atProject.go(`/device/deviceList/detail?id=${device.id}&tab=who`)
  await atProject.page.getByRole('list', { name: ruleZh.preview.lines }).getByText('Keyholder One').first().waitFor()
  await atProject.expectClean()
  await atProject.close()
})

describe('somebody who may not', () => {
  test('sees nothing that belongs to others', async () => {
    const { accounts } = console.server.world
    const south = await console.open({ language: 'en', as: accounts.southAdmin, at: list })
    await south.page.getByText(ruleEn.noneEnabled).waitFor()
    expect(await south.page.getByText('夜间火警').count()).toBe(0)
    await south.close()
  })
})
