import { en } from '@emberwatch/contract/texts/en'
import { zh } from '@emberwatch/contract/texts/zh'
import { createHash, randomBytes } from 'node:crypto'
import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { apkOf, fileOf, newSigningKey, zipOf } from '../packages/server/src/features/people/app-version/apk.fixture.ts'
import { texts as appEn } from '../packages/web/src/features/people/app-version/app-version.en.ts'
import { texts as appZh } from '../packages/web/src/features/people/app-version/app-version.zh.ts'
import { texts as firmwareEn } from '../packages/web/src/features/equipment/firmware/firmware.en.ts'
import { texts as firmwareZh } from '../packages/web/src/features/equipment/firmware/firmware.zh.ts'
import { kit as kitEn } from '../packages/web/src/i18n/en/kit.ts'
import { kit as kitZh } from '../packages/web/src/i18n/zh/kit.ts'
import { captureFailures, startConsole, type Console, type Window } from './console.ts'
import { alternating } from './languages.ts'

/**
 * Wrong firmware and app files: each is refused at the field that it was chosen for, in the user's language, and nothing of it is kept. All
 * other kinds are in firmware.test.ts and read-apk.test.ts.
 */

let console: Console
const modelName = 'Wrong files'

beforeAll(async () => {
  console = await startConsole({ FIRMWARE_LIMIT_MB: '1', APK_LIMIT_MB: '2' })
  const { db } = console.server
  const series = await db
    .insertInto('device_series')
    .values({ code: 'WF', name: 'WF', network: 'lora' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('device_model').values({ series_id: series.id, code: 'WF-1', name: modelName, is_gateway: true }).execute()
})
afterAll(() => console.stop())
captureFailures(() => console.windows)

const languages = [
  { language: 'zh', shared: zh, kit: kitZh, firmware: firmwareZh, app: appZh, words: /[\u4e00-\u9fff]{2}/ },
  { language: 'en', shared: en, kit: kitEn, firmware: firmwareEn, app: appEn, words: /^[^\u4e00-\u9fff]{12,}$/ },
] as const

const binary = randomBytes(3_000)
const zeros = Buffer.alloc(67_108_864)
const zip = (name: string, content: Buffer) => fileOf(zipOf([{ name, content }]))
const after = (head: string) => Buffer.concat([Buffer.from(head, 'latin1'), binary])
const wrongFirmware: readonly (readonly [string, Buffer, string?])[] = [
  ['nothing at all', Buffer.alloc(0)],
  ['a ZIP bomb that is called .bin', zip('firmware.bin', zeros)],
  ['one that is too large', Buffer.concat([Buffer.from('00200020', 'hex'), randomBytes(1_048_576)])],
  ['another ending', after('\0 \0 '), 'firmware.hex'],
]
const key = newSigningKey()
const app = apkOf({ key })
const wrongApps: readonly (readonly [string, Buffer, string?])[] = [
  ['nothing at all', Buffer.alloc(0)],
  ['a ZIP bomb that is called .apk', zip('AndroidManifest.xml', Buffer.alloc(100_000_000))],
  ['one that is not signed', apkOf({ key, schemes: [] })],
  ['one that is too large', Buffer.concat([app, randomBytes(2_097_152)])],
  ['another ending', app, 'app.zip'],
]

const files = async () => (await console.server.db.selectFrom('file').select('id').execute()).length

/** Chooses each of the files and returns what the field then says. Choosing a file clears the message about the one before. */
const refusals = async (
  { page }: Window,
  chooser: Locator,
  wrong: readonly (readonly [string, Buffer, string?])[],
  name: string,
) => {
  const problem = chooser.locator('xpath=../..').locator('.ew-upload-problem')
  const said: [string, string][] = []
  for (const [what, buffer, own] of wrong) {
    await chooser.setInputFiles({ name: own ?? name, mimeType: 'application/octet-stream', buffer })
    await page.locator('.ant-btn-loading').waitFor({ state: 'detached' })
    await expect.poll(async () => (await problem.textContent()) ?? '', { timeout: 10_000, message: what }).not.toBe('')
    said.push([what, (await problem.textContent()) ?? ''])
  }
  return said
}

test.each(alternating(import.meta.filename, languages))(
  'firmware, in $language',
  async ({ language, shared, kit, firmware, words }) => {
    const { siterAdmin } = console.server.world.accounts
    const desk = await console.open({ as: siterAdmin, at: '/version/firmwareEdition', language })
    const { page } = desk
    await page.getByRole('button', { name: firmware.create }).first().click()
    const dialog = page.getByRole('dialog')
    const before = await files()
    const chooser = dialog.getByLabel(kit.upload.choose.replace('{{label}}', shared.fields.fileId))
    for (const [what, said] of await refusals(desk, chooser, wrongFirmware, 'firmware.bin'))
      expect([what, said]).toEqual([what, expect.stringMatching(words)])
    expect(await files()).toBe(before)
    // A valid file, but not the one whose hash its maker states.
    await dialog.getByLabel(shared.fields.name, { exact: true }).fill('Cut off')
    await desk.choose(shared.fields.modelName, modelName)
    await dialog.getByLabel(shared.fields.editionVersion, { exact: true }).fill('1.0.001')
    await dialog.getByLabel(shared.fields.expectedSha256).fill(createHash('sha256').update(binary).digest('hex'))
    await chooser.setInputFiles({ name: 'firmware.bin', mimeType: 'application/octet-stream', buffer: after('\0 \0 ') })
    await dialog.getByText(kit.upload.replace, { exact: true }).waitFor()
    await desk.submit()
    await dialog
      .locator('.ant-form-item-explain-error')
      .getByText(/SHA-256/)
      .waitFor()
    await desk.expectClean()
    expect(await console.server.db.selectFrom('firmware_edition').select('id').execute()).toEqual([])
    await desk.close()
  },
)

test.each(alternating(import.meta.filename, languages))('an app, in $language', async ({ language, app: texts, words }) => {
  const { siterAdmin } = console.server.world.accounts
  const desk = await console.open({ as: siterAdmin, at: '/version/adminApp', language })
  const { page } = desk
  await page.getByRole('button', { name: texts.create.admin }).first().click()
  const before = await files()
  const chooser = page.getByRole('dialog').getByLabel(texts.apk.choose)
  for (const [what, said] of await refusals(desk, chooser, wrongApps, 'app.apk'))
    expect([what, said]).toEqual([what, expect.stringMatching(words)])
  expect(await files()).toBe(before)
  await desk.expectClean()
  expect(await console.server.db.selectFrom('app_version').select('id').execute()).toEqual([])
  await desk.close()
})
