import { en } from '@emberwatch/contract/texts/en'
import { zh } from '@emberwatch/contract/texts/zh'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  isAliyunSigned,
  startStandIn,
  type StandIn,
} from '../packages/server/src/features/notify/notify-provider/stand-ins.fixture.ts'
import { texts as providerEn } from '../packages/web/src/features/notify/notify-provider/notify-provider.en.ts'
import { texts as providerZh } from '../packages/web/src/features/notify/notify-provider/notify-provider.zh.ts'
import { texts as ruleEn } from '../packages/web/src/features/notify/notify-rule/notify-rule.en.ts'
import { texts as ruleZh } from '../packages/web/src/features/notify/notify-rule/notify-rule.zh.ts'
import { kit as kitEn } from '../packages/web/src/i18n/en/kit.ts'
import { kit as kitZh } from '../packages/web/src/i18n/zh/kit.ts'
import { captureFailures, pressAction, startConsole, type Console } from './console.ts'
import { alternating } from './languages.ts'

/** Wrong input in the forms for notifications: reported at its field, before anything is stored. */
const languages = [
  { language: 'zh', shared: zh, kit: kitZh, provider: providerZh, rule: ruleZh, unknown: '没有变量 {{name}}' },
  { language: 'en', shared: en, kit: kitEn, provider: providerEn, rule: ruleEn, unknown: 'There is no variable {{name}}' },
] as const

let console: Console
let sms: StandIn

beforeAll(async () => {
  sms = await startStandIn((request) =>
    isAliyunSigned(request, 'key', 'the right secret')
      ? { status: 200, body: JSON.stringify({ Code: 'OK', BizId: 'b', RequestId: 'r' }) }
      : {
          status: 400,
          body: JSON.stringify({ Code: 'SignatureDoesNotMatch', Message: 'signature does not match', RequestId: 'r' }),
        },
  )
  console = await startConsole()
})
afterAll(async () => {
  await console?.stop()
  await sms?.stop()
})
captureFailures(() => console.windows)

const count = async (table: 'message_template' | 'notify_rule' | 'notify_provider') =>
  (await console.server.db.selectFrom(table).select('id').execute()).length

describe.each(alternating(import.meta.filename, languages))(
  'in $language',
  ({ language, shared, kit, provider, rule, unknown }) => {
    test('a template with a variable that does not exist', async () => {
      const desk = await console.open({
        language,
        as: console.server.world.accounts.northAdmin,
        at: '/message/messageTemplateList',
      })
      const { page } = desk
      const dialog = page.getByRole('dialog')
      await page.getByRole('button', { name: kit.create }).first().click()
      await dialog.getByLabel(shared.fields.code, { exact: true }).fill(`WRONG-${language}`)
      await dialog.getByLabel(shared.fields.name, { exact: true }).fill('Wrong')
      await desk.choose(shared.fields.event, shared.enums.templateEvent.alarm)
      await desk.choose(shared.fields.channel, shared.enums.notifyMethod.sms)
      await desk.choose(shared.fields.language, language === 'zh' ? '中文' : 'English')
      await dialog.locator('#content').fill('{{name}}')
      await dialog.getByText(unknown).waitFor()
      await desk.submit()
      const item = dialog.locator('.ant-form-item', { has: page.locator('#content') })
      await item.locator('.ant-form-item-explain-error').waitFor()
      // The message says which values are allowed.
      await item.getByText(/\{\{project\}\}/).waitFor()
      expect(await count('message_template')).toBe(0)
      await desk.expectClean()
      await desk.close()
    })

    test('a rule that can never fire', async () => {
      const desk = await console.open({
        language,
        as: console.server.world.accounts.northAdmin,
        at: '/message/messageNotifyList',
      })
      const { page } = desk
      const dialog = page.getByRole('dialog')
      await page.getByRole('button', { name: rule.create }).click()
      await dialog.getByLabel(shared.fields.name, { exact: true }).fill('Never')
      await dialog.getByText(rule.hours.limited, { exact: true }).click()
      for (const field of ['from', 'to'] as const) {
        const time = dialog.getByRole('textbox', { name: rule.hours[field], exact: true })
        await time.fill('07:30')
        await time.press('Enter')
      }
      await desk.submit()
      await dialog
        .locator('.ant-form-item', { has: page.locator('.ew-hours') })
        .locator('.ant-form-item-explain-error', { hasText: shared.reasons.ruleNoActiveTime })
        .waitFor()
      expect(await count('notify_rule')).toBe(0)
      await desk.expectClean()
      await desk.close()
    })

    test('a provider with wrong credentials, and an invalid number', async () => {
      const desk = await console.open({
        language,
        as: console.server.world.accounts.siterAdmin,
        at: '/system/operatorConfig?tab=providers',
      })
      const { page } = desk
      const dialog = page.getByRole('dialog')
      const field = (of: keyof typeof shared.fields) => dialog.getByLabel(shared.fields[of], { exact: true })
      await page.getByRole('button', { name: provider.create }).click()
      await desk.choose(shared.fields.kind, shared.enums.providerKind.aliyunSms)
      await field('name').fill('SMS')
      await field('signName').fill('Emberwatch')
      await field('templateCode').fill('SMS_1')
      await field('accessKeyId').fill('key')
      await field('endpoint').fill(sms.url)
      await field('allowPrivate').click()
      await field('accessKeySecret').fill('a wrong secret')
      await field('unitPrice').fill('0.045')
      const stored = await count('notify_provider')
      await desk.submit()
      // A price without a currency is meaningless.
      await dialog
        .locator('.ant-form-item', { has: page.locator('#currency') })
        .locator('.ant-form-item-explain-error')
        .waitFor()
      expect(await count('notify_provider')).toBe(stored)
      await desk.choose(shared.fields.currency, shared.enums.currency.CNY)
      await desk.submit()
      await dialog.waitFor({ state: 'hidden' })
      const row = page.getByRole('row', { name: 'SMS' })
      await pressAction(row, provider.test.action)
      const to = dialog.getByLabel(provider.test.toPhone)
      await to.fill('not a number')
      await dialog.getByRole('button', { name: provider.test.send }).click()
      await dialog.locator('.ant-form-item-explain-error', { hasText: shared.rules.phone }).waitFor()
      expect(sms.heard).toHaveLength(0)
      await to.fill('13800000009')
      await dialog.getByRole('button', { name: provider.test.send }).click()
      await dialog.locator('.ant-alert-error', { hasText: 'SignatureDoesNotMatch' }).waitFor()
      await desk.expectClean()
      await dialog.getByRole('button', { name: kit.close }).last().click()
      await row.getByText(shared.enums.providerState.failing).waitFor()
      await console.server.db.deleteFrom('notify_provider').execute()
      sms.heard.length = 0
      await desk.close()
    })
  },
)
