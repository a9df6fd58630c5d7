import { zh } from '@emberwatch/contract/texts/zh'
import { en } from '@emberwatch/contract/texts/en'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMailServer, type MailServer } from '../packages/server/src/testing/mail-server.ts'
import { texts as english } from '../packages/web/src/features/notify/notify-provider/notify-provider.en.ts'
import { texts } from '../packages/web/src/features/notify/notify-provider/notify-provider.zh.ts'
import { kit } from '../packages/web/src/i18n/zh/kit.ts'
import { captureFailures, pressAction, startConsole, type Console } from './console.ts'

/**
 * Mail is set up with a wrong password, which the test message reports, then with the right one; the page shows whether anybody
 * outside can be notified.
 */

let console: Console
let mail: MailServer

beforeAll(async () => {
  mail = await startMailServer({
    disabledCommands: ['STARTTLS'],
    authMethods: ['PLAIN', 'LOGIN'],
    allowInsecureAuth: true,
    onAuth: ({ password }, _session, done) =>
      password === 'right-one' ? done(null, { user: 'watch' }) : done(new Error('Invalid password')),
  })
  console = await startConsole()
})
afterAll(async () => {
  await console.stop()
  await mail.stop()
})
captureFailures(() => console.windows)

const at = '/system/operatorConfig?tab=providers'

test('mail is set up, tested, corrected and switched off', async () => {
  const { siterAdmin } = console.server.world.accounts
  const desk = await console.open({ as: siterAdmin, at })
  const { page } = desk
  await page.getByText(texts.channels.nobody).waitFor()
  await desk.expectClean()

  await page.getByRole('button', { name: texts.create }).click()
  const dialog = page.getByRole('dialog')
  const field = (name: keyof typeof zh.fields) => dialog.getByLabel(zh.fields[name], { exact: true })
  await field('name').fill('值班邮件')
  await dialog.getByRole('button', { name: kit.save }).click()
  await dialog.getByText(zh.rules.required).first().waitFor()
  await desk.expectClean()
  await field('host').fill('127.0.0.1')
  await field('port').fill(String(mail.port))
  await desk.choose(zh.fields.security, zh.enums.providerSecurity.none)
  await field('user').fill('watch')
  await field('mailFrom').fill('消防值班 <watch@example.com>')
  await field('password').fill('wrong-one')
  await desk.submit()
  const row = page.getByRole('row', { name: '值班邮件' })
  await row.getByText(zh.enums.providerState.untried).waitFor()
  await expect.poll(() => page.getByText(texts.channels.nobody).count()).toBe(0)

  const act = (name: string) => pressAction(row, name)
  await act(texts.test.action)
  await dialog.getByLabel(texts.test.toMail).fill('guard@example.com')
  await dialog.getByRole('button', { name: texts.test.send }).click()
  await dialog.getByText(/Invalid password/).waitFor()
  await desk.expectClean()
  await dialog.getByRole('button', { name: kit.close }).last().click()
  await row.getByText(zh.enums.providerState.failing).waitFor()

  await act(kit.edit)
  expect(await field('password').inputValue()).toBe('')
  await dialog.getByText(texts.secretKept).first().waitFor()
  // The old password must not be sent to another address.
  const port = await field('port').inputValue()
  await field('port').fill('2525')
  await dialog.getByRole('button', { name: kit.save }).click()
  await dialog.getByText(zh.reasons.secretForNewAddress).first().waitFor()
  await field('port').fill(port)
  await field('password').fill('right-one')
  await desk.expectClean()
  await desk.submit()
  await act(texts.test.action)
  await dialog.getByLabel(texts.test.toMail).fill('guard@example.com')
  await dialog.getByRole('button', { name: texts.test.send }).click()
  await dialog.locator('.ant-alert-success').waitFor()
  await dialog.getByRole('button', { name: kit.close }).last().click()
  await row.getByText(zh.enums.providerState.up).waitFor()
  expect(mail.mails).toHaveLength(1)
  // If sending is refused for another reason, the number is not blamed: the provider was deleted meanwhile.
  const { db, world } = console.server
  const { id: company_id, path } = world.companies.siter
  const { id } = await db
    .insertInto('notify_provider')
    .values({
      company_id,
      path,
      channel: 'sms',
      kind: 'httpSms',
      name: '旧短信',
      priority: 1,
      settings: '{}',
      token: 'token',
      rate_per_minute: 60,
      timeout_s: 10,
      enabled: true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await page.reload()
  await pressAction(page.getByRole('row', { name: '旧短信' }), texts.test.action)
  await dialog.getByLabel(texts.test.toPhone).fill('13812345678')
  await db.deleteFrom('notify_provider').where('id', '=', id).execute()
  await dialog.getByRole('button', { name: texts.test.send }).click()
  await page.getByText(zh.errors.notFound).waitFor()
  expect(await dialog.locator('.ant-form-item-explain-error').count()).toBe(0)
  await desk.close()

  const phone = await console.open({ as: siterAdmin, at, language: 'en', width: 390 })
  await phone.page.getByText('值班邮件').first().waitFor()
  await phone.expectClean()
  await phone.page.getByRole('button', { name: english.create }).click()
  await phone.page.getByLabel(en.fields.host, { exact: true }).waitFor()
  await phone.expectClean()
  await phone.close()
})
