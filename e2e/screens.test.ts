import type { Language } from '@emberwatch/contract'
import { menus, type MenuSeed } from '@emberwatch/contract'
import { en } from '@emberwatch/contract/texts/en'
import { zh } from '@emberwatch/contract/texts/zh'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { shell as shellEn } from '../packages/web/src/i18n/en/shell.ts'
import { shell as shellZh } from '../packages/web/src/i18n/zh/shell.ts'
import { captureFailures, startConsole, type Console, type Window } from './console.ts'

/**
 * Every page of the menu, opened by a user with access and by one without, in both languages and two widths, without console
 * errors or accessibility violations.
 */

let console: Console
beforeAll(async () => {
  console = await startConsole()
})
afterAll(() => console.stop())
captureFailures(() => console.windows)

const entries: readonly MenuSeed[] = menus
const pages = entries.filter((entry) => entry.url !== '#')
const packs = { zh: { shared: zh, shell: shellZh }, en: { shared: en, shell: shellEn } }

describe.each([
  ['zh', 1440],
  ['en', 390],
] as const)('in %s at %i px', (language: Language, width) => {
  let admin: Window
  let bare: Window

  beforeAll(async () => {
    admin = await console.open({ language, width, as: console.server.world.accounts.siterAdmin })
    bare = await console.open({ language, width, as: console.server.world.accounts.northBare })
  })
  afterAll(async () => {
    await admin.close()
    await bare.close()
  })

  test.each(pages)('$url opens with the permission', async ({ url, code }) => {
    await admin.go(url)
    const heading = admin.page.getByRole('main').getByRole('heading', { level: 1 })
    await heading.waitFor()
    const name = (packs[language].shared.menus as Record<string, string>)[code] ?? ''
    if (url !== '/dataCenter/home' && url !== '/user/companyEdit') expect(await heading.textContent()).toBe(name)
    await admin.page.locator('.ew-skeleton').first().waitFor({ state: 'detached' })
    const overflow = await admin.page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth',
    )
    expect(overflow, 'the page scrolls sideways').toBeLessThanOrEqual(1)
    await admin.expectClean()
  })

  test.each(pages)('$url leads to the no-access page without the permission', async ({ url, code }) => {
    await bare.page.goto(`${console.server.url}/#${url}`)
    await bare.page.getByRole('heading', { name: packs[language].shell.noAuth.title }).waitFor()
    await bare.page
      .getByText((packs[language].shared.menus as Record<string, string>)[code] ?? '')
      .first()
      .waitFor()
    expect(bare.page.url()).toContain('/noAuth')
  })

  // They show the same page, so it is enough to look at the last one; an error of any of them is still on its console.
  test('the no-access page is clean', async () => {
    expect(bare.page.url()).toContain('/noAuth')
    await bare.expectClean()
  })

  test('an unknown path says so and leads home', async () => {
    await admin.page.goto(`${console.server.url}/#/no/such/page`)
    await admin.page.getByRole('heading', { name: packs[language].shell.notFound.title }).waitFor()
    await admin.page.getByText(packs[language].shell.notFound.home).click()
    await expect.poll(() => admin.page.url()).toContain('/dataCenter/home')
  })
})
