import { randomBytes } from 'node:crypto'
import { en } from '@emberwatch/contract/texts/en'
import { zh } from '@emberwatch/contract/texts/zh'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { texts as openEn } from '../packages/web/src/features/partners/open-access/open-access.en.ts'
import { texts as openZh } from '../packages/web/src/features/partners/open-access/open-access.zh.ts'
import { kit as kitEn } from '../packages/web/src/i18n/en/kit.ts'
import { kit as kitZh } from '../packages/web/src/i18n/zh/kit.ts'
import { captureFailures, pressAction, startConsole, type Console, type Window } from './console.ts'
import { alternating } from './languages.ts'

/** A key is made in the console, a partner's program uses it, and it is revoked. */

let console: Console
beforeAll(async () => {
  console = await startConsole()
})
afterAll(() => console.stop())
captureFailures(() => console.windows)

describe.each(
  alternating(import.meta.filename, [
    ['zh', zh, openZh, kitZh],
    ['en', en, openEn, kitEn],
  ] as const),
)('in %s', (language, shared, texts, kit) => {
  let admin: Window
  beforeAll(async () => {
    admin = await console.open({ language, as: console.server.world.accounts.northAdmin })
  })
  afterAll(() => admin.close())

  /** A partner's program. */
  const ask = async (secret: string): Promise<number> =>
    (await fetch(`${console.server.url}/api/open/v1/projects`, { headers: { authorization: `Bearer ${secret}` } })).status

  test('a key is made, shown once, used, replaced and revoked', async () => {
    const { page } = admin
    const name = `Portal ${language}${randomBytes(2).toString('hex')}`
    await admin.go('/open/access')
    await page.getByRole('button', { name: texts.create }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel(shared.fields.name, { exact: true }).fill(name)
    await form.getByLabel(shared.enums.openRight['project:read']).check()
    await form.getByLabel(shared.fields.expiresAt).fill(`${new Date().getFullYear() + 1}-06-30 12:00`)
    await page.keyboard.press('Enter')
    await admin.expectClean()
    await form.getByRole('button', { name: kit.save }).click()
    const once = page.getByRole('dialog').filter({ hasText: texts.secret.hint })
    const secret = await once.getByLabel(kit.once.secret).inputValue()
    expect(secret).toMatch(/^ewk_/)
    expect(await ask(secret)).toBe(200)
    await admin.expectClean()
    await once.getByRole('button', { name: kit.once.noted }).click()
    await page.getByRole('row', { name }).waitFor()
    expect(await page.content()).not.toContain(secret)

    await page.getByRole('link', { name }).click()
    await page.getByText(texts.panels.requests).first().waitFor()
    await vi.waitFor(async () => {
      await page.reload()
      await page.getByRole('row', { name: '200' }).waitFor({ timeout: 2_000 })
    }, 10_000)
    await admin.expectClean()
    await page.getByRole('button', { name: texts.rotate.action }).click()
    await page.getByRole('dialog').getByRole('button', { name: texts.rotate.saved, exact: true }).click()
    const next = await once.getByLabel(kit.once.secret).inputValue()
    await once.getByRole('button', { name: kit.once.noted }).click()
    expect([await ask(secret), await ask(next)]).toEqual([200, 200])

    await page.setViewportSize({ width: 390, height: 844 })
    await admin.expectClean()
    await page.setViewportSize({ width: 1440, height: 900 })
    await pressAction(page.locator('.ew-detail-head'), texts.revoke)
    const question = page.getByRole('dialog').filter({ hasText: texts.revokeHint })
    await question.getByRole('textbox').fill(name)
    await question.getByRole('button', { name: kit.remove }).click()
    await page.getByRole('button', { name: texts.create }).waitFor()
    await vi.waitFor(async () => expect(await ask(next)).toBe(401), 5_000)
  })
})
