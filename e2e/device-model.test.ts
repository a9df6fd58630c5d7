import { randomBytes } from 'node:crypto'
import { receivedProtocols } from '@emberwatch/contract'
import { en } from '@emberwatch/contract/texts/en'
import { zh } from '@emberwatch/contract/texts/zh'
import { createFleet, type Fleet } from '@emberwatch/simulator'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { texts as commandEn } from '../packages/web/src/features/equipment/device-command/device-command.en.ts'
import { texts as commandZh } from '../packages/web/src/features/equipment/device-command/device-command.zh.ts'
import { texts as modelEn } from '../packages/web/src/features/equipment/device-model/device-model.en.ts'
import { texts as modelZh } from '../packages/web/src/features/equipment/device-model/device-model.zh.ts'
import { texts as ruleEn } from '../packages/web/src/features/equipment/linked-rule/linked-rule.en.ts'
import { texts as ruleZh } from '../packages/web/src/features/equipment/linked-rule/linked-rule.zh.ts'
import { captureFailures, pressAction, startConsole, type Console, type Window } from './console.ts'
import { alternating } from './languages.ts'
import { addSite, type E2eSite } from './site.ts'

/** Series and models with their commands; commands sent to a simulated device, approved and answered; linked rules and their runs. */

let console: Console
let site: E2eSite
let fleet: Fleet
beforeAll(async () => {
  console = await startConsole()
  const { db, world, mqttUrl } = console.server
  site = await addSite(db, world.companies.north, world.customers.north)
  fleet = createFleet({ url: mqttUrl ?? '', gateways: [site.gateway], heartbeatSeconds: 0, reconnectMs: 100 })
  await fleet.start()
  await db.updateTable('gateway').set({ online: true }).where('code', '=', site.gateway.code).execute()
})
afterAll(async () => {
  await fleet.stop()
  await console.stop()
})
captureFailures(() => console.windows)

const call = async (path: string, input: Record<string, unknown>, token: string): Promise<{ id: number }> => {
  const answer = await console.server.call('POST', path, input, token)
  expect(answer, answer.msg).toMatchObject({ success: true })
  return answer.data as { id: number }
}
const modelOf = async (): Promise<number> => {
  const device = await console.server.db
    .selectFrom('device')
    .select('model_id')
    .where('code', '=', site.gateway.devices[0]?.code ?? '')
    .executeTakeFirstOrThrow()
  return device.model_id
}

describe.each(
  alternating(import.meta.filename, [
    ['zh', 1440, zh, { command: commandZh, model: modelZh, rule: ruleZh }],
    ['en', 390, en, { command: commandEn, model: modelEn, rule: ruleEn }],
  ] as const),
)('in %s at %i', (language, width, shared, { command, model, rule }) => {
  const mark = randomBytes(3).toString('hex').toUpperCase()
  let operator: Window
  let desk: Window
  beforeAll(async () => {
    const { accounts } = console.server.world
    operator = await console.open({ language, width, as: accounts.siterAdmin })
    desk = await console.open({ language, width, as: accounts.northAdmin })
  })
  afterAll(async () => {
    await operator.close()
    await desk.close()
  })
  const { fields } = shared
  const press = async ({ page }: Window, text: string, name: string): Promise<void> => {
    const row = page.getByRole('row', { name: text })
    await pressAction(row, name)
  }

  test('a series and a model are made, and the model gets a command whose sample is decoded', async () => {
    const { page } = operator
    const dialog = page.getByRole('dialog')
    await operator.go('/device/deviceSeriesList')
    await page.getByRole('button', { name: model.series.create }).click()
    await dialog.getByLabel(fields.name, { exact: true }).fill(`Sounders ${mark}`)
    await dialog.getByLabel(fields.code, { exact: true }).fill(`SER-${mark}`)
    await operator.choose(fields.category, shared.enums.deviceCategory.notification)
    await operator.choose(fields.network, shared.enums.network.lora)
    await operator.expectClean()
    await operator.submit()
    await page.getByRole('row', { name: `SER-${mark}` }).waitFor()

    await operator.go('/device/deviceModelList')
    await page.getByRole('button', { name: model.model.create }).click()
    await dialog.getByLabel(fields.name, { exact: true }).fill(`Sounder ${mark}`)
    await dialog.getByLabel(fields.code, { exact: true }).fill(`MOD-${mark}`)
    await operator.choose(fields.seriesId, `Sounders ${mark}`)
    await dialog.getByLabel(fields.offlineAfterS).fill('60')
    await operator.choose(fields.supervision, shared.enums.supervision.onEvent)
    // Only what is received can be chosen.
    await dialog.getByLabel(fields.protocol).click()
    await expect
      .poll(() => page.locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option').allTextContents())
      .toEqual(receivedProtocols.map((protocol) => shared.enums.modelProtocol[protocol]))
    await page.keyboard.press('Escape')
    await operator.submit()
    // Not longer than the heartbeat: reported at the field, and nothing is saved.
    await dialog.getByText(shared.rules.afterHeartbeat).first().waitFor()
    await dialog.getByLabel(fields.offlineAfterS).fill('900')
    await operator.expectClean()
    await operator.submit()
    await page.getByRole('row', { name: `MOD-${mark}` }).waitFor()

    await page.getByRole('link', { name: `Sounder ${mark}`, exact: true }).click()
    await page.waitForURL(/deviceModelConfig/)
    await page.getByRole('button', { name: command.definition.create }).click()
    await dialog.getByLabel(fields.name, { exact: true }).fill('Sound')
    await dialog.getByLabel(fields.code, { exact: true }).fill('sound')
    await dialog.getByRole('button', { name: command.parameters.add }).click()
    await dialog.getByLabel(command.parameters.name.replace('{{index}}', '1')).fill('level')
    await dialog.getByLabel(command.parameters.maximum.replace('{{index}}', '1')).fill('5')
    await dialog.getByLabel(fields.sampleFrame).fill('{"level": 3}')
    await dialog.getByRole('button', { name: command.definition.decode }).click()
    await dialog.getByText('level = 3').waitFor()
    await operator.expectClean()
    await operator.submit()
    await page.getByRole('row', { name: 'sound' }).waitFor()
    await page.getByRole('tab', { name: command.tabs.overview }).click()
    await page.getByText(shared.enums.supervision.onEvent).waitFor()
    await operator.expectClean()
    const { db } = console.server
    const stored = await db
      .selectFrom('device_model')
      .select(['offline_after_s', 'supervision', 'protocol'])
      .where('code', '=', `MOD-${mark}`)
      .execute()
    expect(stored).toEqual([{ offline_after_s: 900, supervision: 'onEvent', protocol: 'mqtt' }])
  })

  test('a dangerous command waits for a second person, goes out, and its answer is seen live', async () => {
    const { db, world, tokenOf } = console.server
    const token = await tokenOf(world.accounts.siterAdmin)
    const device = await db
      .selectFrom('device')
      .select(['code'])
      .where('code', '=', site.gateway.devices[language === 'zh' ? 0 : 1]?.code ?? '')
      .executeTakeFirstOrThrow()
    const definition = {
      modelId: await modelOf(),
      name: `Silence ${mark}`,
      code: 'silence',
      encoding: 'json',
      timeoutS: 30,
      retries: 0,
    }
    await db.deleteFrom('device_command').where('code', '=', 'silence').execute()
    await call('web/deviceCommand/create', { ...definition, dangerous: true }, token)
    await desk.go('/device/deviceCommandList')
    await desk.page.getByRole('button', { name: command.send.action }).click()
    await desk.choose(fields.deviceId, device.code)
    await desk.choose(fields.commandId, `Silence ${mark}`)
    await desk.expectClean()
    await desk.submit()
    // The approver needs a reason.
    await desk.page.getByRole('dialog').getByText(shared.errors.reasonRequired).waitFor()
    await desk.page.getByRole('dialog').getByLabel(fields.note).fill('annual drill')
    await desk.submit()
    await desk.page.getByText(command.send.waits).first().waitFor()
    // One's own command: approving is off, with the reason.
    const own = desk.page.getByRole('row', { name: `Silence ${mark}` })
    await own.getByText(shared.enums.commandState.waitingApproval).waitFor()

    const { page } = operator
    await operator.go('/device/deviceCommandList')
    await press(operator, `Silence ${mark}`, command.approve.action)
    await page.getByRole('dialog').getByText('annual drill').waitFor()
    await page.getByRole('dialog').getByLabel(command.approve.agree).check()
    await operator.expectClean()
    await operator.submit()
    await page.getByText(command.approve.agreed).first().waitFor()
    // Updated by the live event, without a reload.
    await own.getByText(shared.enums.commandState.answered).waitFor()
    await own.getByText(new RegExp(command.sent.answeredAfter.replace('{{duration}}', '\\d+ (?:s|秒)'))).waitFor()
    await press(desk, `Silence ${mark}`, command.sent.details)
    await desk.page.getByRole('dialog').getByText(shared.enums.commandReceipt.gateway).waitFor()
    await desk.expectClean()
    await desk.page.keyboard.press('Escape')
    const sent = await db
      .selectFrom('sent_command')
      .select(['state', 'requested_by', 'decided_by'])
      .where('name', '=', `Silence ${mark}`)
      .execute()
    const { northAdmin, siterAdmin } = world.accounts
    expect(sent).toEqual([{ state: 'answered', requested_by: northAdmin.id, decided_by: siterAdmin.id }])
  })

  test('a linked rule is made, runs on the alarm of its device, and its run is listed', async () => {
    const { db, world, tokenOf } = console.server
    const token = await tokenOf(world.accounts.siterAdmin)
    // Another model, so that the rule does not start itself.
    const series = await db.selectFrom('device_series').select('id').limit(1).executeTakeFirstOrThrow()
    const sounder = await db
      .insertInto('device_model')
      .values({ series_id: series.id, code: `SND${mark}`, name: `Bell ${mark}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    const definition = { modelId: sounder.id, name: `Ring ${mark}`, code: 'ring', encoding: 'json', timeoutS: 30, retries: 0 }
    await call('web/deviceCommand/create', definition, token)
    const code = site.gateway.devices[language === 'zh' ? 2 : 3]?.code ?? ''
    await db.updateTable('device').set({ model_id: sounder.id }).where('code', '=', code).execute()
    const project = await db.selectFrom('project').select('name').where('id', '=', site.projectId).executeTakeFirstOrThrow()

    const { page } = desk
    const dialog = page.getByRole('dialog')
    await desk.go('/device/linkedRuleList')
    await page.getByRole('button', { name: rule.create }).click()
    await desk.choose(fields.projectId, project.name)
    await dialog.getByLabel(fields.name, { exact: true }).fill(`Bells ${mark}`)
    await desk.choose(fields.deviceId, site.gateway.devices[0]?.code ?? '')
    await desk.choose(fields.alarmTypeId, language === 'zh' ? '烟' : 'Smoke')
    await desk.choose(fields.commandId, `Ring ${mark}`)
    await desk.choose(fields.targetIds, code)
    await desk.expectClean()
    await desk.submit()
    await page.getByRole('row', { name: `Bells ${mark}` }).waitFor()

    await fleet.alarm('smoke', site.gateway.devices[0]?.code ?? '')
    await page.getByRole('tab', { name: rule.tabs.runs }).click()
    const run = page.getByRole('row', { name: `Bells ${mark}` })
    await run.getByText(shared.enums.ruleOutcome.sent).waitFor()
    await desk.expectClean()
    const runs = await db.selectFrom('linked_rule_run').select('outcome').where('rule_name', '=', `Bells ${mark}`).execute()
    expect(runs).toEqual([{ outcome: 'sent' }])
  })
})
