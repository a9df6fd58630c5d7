import { en } from '@emberwatch/contract/texts/en'
import { zh } from '@emberwatch/contract/texts/zh'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apkOf, newSigningKey } from '../packages/server/src/features/people/app-version/apk.fixture.ts'
import { texts as english } from '../packages/web/src/features/people/app-version/app-version.en.ts'
import { texts } from '../packages/web/src/features/people/app-version/app-version.zh.ts'
import { kit as enKit } from '../packages/web/src/i18n/en/kit.ts'
import { kit } from '../packages/web/src/i18n/zh/kit.ts'
import { captureFailures, pressAction, startConsole, type Console } from './console.ts'

/** An APK is uploaded, read, published and withdrawn; the QR code on the sign-in page leads to it as long as it is published. */

let console: Console

beforeAll(async () => {
  console = await startConsole()
})
afterAll(() => console.stop())
captureFailures(() => console.windows)

/** Folder for screenshots, if requested. */
const pictures = process.env['PICTURES']
const picture = async (page: { screenshot(options: { path: string }): Promise<unknown> }, name: string): Promise<void> => {
  if (pictures === undefined) return
  mkdirSync(pictures, { recursive: true })
  await page.screenshot({ path: join(pictures, `${name}.png`) })
}

const key = newSigningKey()
const apk = (versionName: string, versionCode: number) => ({
  name: 'admin.apk',
  mimeType: 'application/octet-stream',
  buffer: apkOf({ key, versionName, versionCode }),
})

test('an admin app is uploaded, published, and reached by the QR code on the sign-in page, until it is withdrawn', async () => {
  const { siterAdmin } = console.server.world.accounts
  const before = await console.open({ at: '/user/login' })
  await before.page.getByRole('button', { name: /登/ }).first().waitFor()
  expect(await before.page.locator('.ew-app-qr').count()).toBe(0)
  await before.close()

  const desk = await console.open({ as: siterAdmin, at: '/version/adminApp' })
  const { page } = desk
  await page.getByRole('button', { name: texts.create.admin }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: kit.save }).click()
  await dialog.getByText(zh.rules.required).first().waitFor()
  await desk.expectClean()
  const chooser = dialog.getByLabel(texts.apk.choose)
  await chooser.setInputFiles({ name: 'x.apk', mimeType: 'application/zip', buffer: Buffer.from('no app at all') })
  await dialog.locator('.ew-upload-problem').getByText(/apk/).waitFor()
  await chooser.setInputFiles({ ...apk('1.0.001', 1), buffer: apkOf({ key, schemes: [] }) })
  await dialog.getByText(zh.enums.apkFlaw.unsigned).waitFor()
  await chooser.setInputFiles(apk('1.0.001', 7))
  await dialog.getByText('com.example.admin').waitFor()
  expect(await dialog.getByLabel(zh.fields.versionNumber).inputValue()).toBe('1.0.001')
  await dialog.getByLabel(zh.fields.versionNumber).fill('1.0.002')
  await dialog.getByLabel(zh.fields.notesZh).fill('首个版本')
  await dialog.getByLabel(zh.fields.notesEn).fill('The first one')
  await dialog.getByRole('button', { name: kit.save }).click()
  await dialog.getByText(/APK 内的版本号是 1\.0\.001/).waitFor()
  await desk.expectClean()
  await picture(page, 'form-zh-1440')
  await dialog.getByLabel(zh.fields.versionNumber).fill('1.0.001')
  await desk.submit()

  const row = page.getByRole('row', { name: /1\.0\.001/ })
  await row.getByText(zh.enums.appVersionState.draft).waitFor()
  await pressAction(row, texts.publish)
  await page.getByRole('dialog').getByRole('button', { name: texts.publish, exact: true }).click()
  await row.getByText(zh.enums.appVersionState.published).waitFor()
  await picture(page, 'list-zh-1440')
  await row.getByRole('link', { name: '1.0.001' }).click()
  await page.getByRole('heading', { name: texts.detail.title.admin.replace('{{number}}', '1.0.001') }).waitFor()
  await page.getByText('首个版本').waitFor()
  await picture(page, 'detail-zh-1440')

  const guest = await console.open({ at: '/user/login' })
  await guest.page.locator('.ew-app-qr svg').waitFor()
  await guest.expectClean()
  const address = `${console.server.url}/api/web/app/download/admin`
  const file = await fetch(address)
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/vnd.android.package-archive'])
  expect(
    Buffer.from(await file.arrayBuffer())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')

  // Somebody else sees the change at once, in the other language.
  const phone = await console.open({ as: siterAdmin, at: '/version/adminApp', language: 'en', width: 390 })
  await phone.page.getByText(en.enums.appVersionState.published).first().waitFor()
  await picture(phone.page, 'list-en-390')
  await pressAction(page.locator('main'), texts.withdraw)
  const reason = page.getByRole('dialog')
  await reason.getByRole('button', { name: texts.withdraw, exact: true }).click()
  await reason.getByText(zh.rules.required).first().waitFor()
  await reason.getByLabel(zh.fields.reason).fill('启动时崩溃')
  await desk.submit()
  await page.getByText(/启动时崩溃/).waitFor()
  await desk.expectClean()
  await phone.page.getByText(en.enums.appVersionState.withdrawn).first().waitFor()
  expect((await fetch(address)).status).toBe(404)

  await phone.go('/version/userApp')
  await phone.page.getByRole('button', { name: english.create.user }).first().click()
  await phone.page.getByRole('dialog').getByLabel(en.fields.appTarget).waitFor()
  await phone.expectClean()
  await picture(phone.page, 'form-en-390')
  await phone.page.getByRole('dialog').getByRole('button', { name: enKit.cancel }).click()
})
