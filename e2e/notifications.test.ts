import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { en } from '@emberwatch/contract/texts/en'
import { zh } from '@emberwatch/contract/texts/zh'
import { createFleet, type Fleet } from '@emberwatch/simulator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { texts as ruleEn } from '../packages/web/src/features/notify/notify-rule/notify-rule.en.ts'
import { texts as ruleZh } from '../packages/web/src/features/notify/notify-rule/notify-rule.zh.ts'
import { texts as callEn } from '../packages/web/src/features/sites/project-notifier/project-notifier.en.ts'
import { texts as projectZh } from '../packages/web/src/features/sites/project/project.zh.ts'
import { captureFailures, startConsole, type Console, type Window } from './console.ts'
import { addSite, type E2eSite } from './site.ts'

/**
 * A rule is written and previewed, and runs on a real fire: by SMS to the call list, then to the receivers of the next step, until
 * somebody takes over.
 */

const list = '/message/messageNotifyList'

let console: Console
let site: E2eSite
let fleet: Fleet
/** An SMS provider with an HTTP interface, on this machine. */
let provider: Server
const sent: { to: string; text: string }[] = []

beforeAll(async () => {
  console = await startConsole()
  const { db, world, mqttUrl, call, tokenOf } = console.server
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
  provider = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      sent.push(JSON.parse(body) as (typeof sent)[number])
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ id: `m${sent.length}` }))
    })
  })
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
  const { port } = provider.address() as AddressInfo
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
      url: `http://127.0.0.1:${port}/send`,
      bodyFormat: 'json',
      body: '{"to": "{{phone}}", "text": "{{content}}"}',
      refPath: 'id',
      allowPrivate: true,
    },
    await tokenOf(world.accounts.siterAdmin),
  )
  if (!made.success) throw new Error(made.msg)
  fleet = createFleet({ url: mqttUrl ?? '', gateways: [site.gateway], heartbeatSeconds: 0 })
  await fleet.start()
})
afterAll(async () => {
  await fleet.stop()
  provider.close()
  await console.stop()
})
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
  await desk.expectClean()
  await page.getByRole('button', { name: ruleZh.createDefault }).click()
  const row = page.getByRole('row', { name: zh.reasons.ruleDefaultName })
  await row.waitFor()
  await expect.poll(() => page.getByText(ruleZh.noneEnabled).count()).toBe(0)
  await desk.expectClean()

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

test('a fire runs the steps; as soon as somebody takes over, nobody else is notified', async () => {
  const { db, world } = console.server
  await fleet.report(site.gateway.devices[0]?.code ?? '', 'smoke')
  await expect.poll(() => sent.length, { timeout: 15_000 }).toBeGreaterThan(0)
  expect(sent[0]).toMatchObject({ to: expect.stringContaining('13800000001') })
  const alarm = await db.selectFrom('alarm').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  const recordsOf = (alarmId: number) =>
    db.selectFrom('message_record').select(['receiver', 'state']).where('alarm_id', '=', alarmId).orderBy('id').execute()
  await expect.poll(() => recordsOf(alarm.id), { timeout: 15_000 }).toContainEqual({ receiver: 'Keyholder One', state: 'sent' })

  const token = await console.server.tokenOf(world.accounts.northAdmin)
  const taken = await console.server.call('POST', 'web/alarmDesk/take', { projectId: site.projectId }, token)
  expect(taken, taken.msg).toMatchObject({ success: true })
  const run = () => db.selectFrom('notification_run').select(['state']).where('alarm_id', '=', alarm.id).execute()
  await expect.poll(run, { timeout: 15_000 }).toEqual([{ state: 'stopped' }])

  const desk = await console.open({ as: world.accounts.northAdmin, at: `/alarm/alarmLogList/detail?id=${alarm.id}` })
  const { page } = desk
  // The journey names the rule.
  await page
    .getByRole('main')
    .getByText(/夜间火警/)
    .first()
    .waitFor()
  await desk.expectClean()
  await desk.close()
  const receiversOf = async (alarmId: number) => (await recordsOf(alarmId)).map(({ receiver }) => receiver)
  const before = await receiversOf(alarm.id)
  // A later fire reaches its second step: by then, the second step of the first one would have been carried out as well.
  await fleet.report(site.gateway.devices[1]?.code ?? '', 'smoke')
  const next = () => db.selectFrom('alarm').select('id').where('id', '>', alarm.id).execute()
  await expect.poll(next, { timeout: 15_000 }).toHaveLength(1)
  const [later = alarm] = await next()
  await expect.poll(() => receiversOf(later.id), { timeout: 15_000 }).toContain('North Admin')
  expect(await receiversOf(alarm.id)).toEqual(before)
})

describe('somebody who may not', () => {
  test('sees neither the page nor what belongs to others', async () => {
    const { accounts } = console.server.world
    const bare = await console.open({ language: 'en', as: accounts.northBare, at: list })
    await bare.page.waitForURL(/#\/noAuth/)
    await bare.expectClean()
    await bare.close()
    const south = await console.open({ language: 'en', as: accounts.southAdmin, at: list })
    await south.page.getByText(ruleEn.noneEnabled).waitFor()
    expect(await south.page.getByText('夜间火警').count()).toBe(0)
    await south.close()
  })
})
