import type { Language } from '@emberwatch/contract'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { shell as shellEn } from '../packages/web/src/i18n/en/shell.ts'
import { shell as shellZh } from '../packages/web/src/i18n/zh/shell.ts'
import { startOwnPostgres, type OwnPostgres } from '../packages/server/src/testing/own-postgres.ts'
import { captureFailures, startConsole, type Console, type Window } from './console.ts'

/** Silence never looks healthy: a user at a console learns within 15 s that new alarms may not appear there, and why. */

const withinMs = 15_000
const packs = { zh: shellZh, en: shellEn }
const views: readonly (readonly [Language, number])[] = [
  ['zh', 1440],
  ['en', 992],
  ['en', 390],
]

let postgres: OwnPostgres
let console: Console
const windows: { window: Window; language: Language; width: number }[] = []

beforeAll(async () => {
  postgres = await startOwnPostgres()
  console = await startConsole({}, postgres)
  for (const [language, width] of views) {
    const as = console.server.world.accounts.northAdmin
    const window = await console.open({ language, width, as, at: '/message/messageList' })
    windows.push({ window, language, width })
  }
})
afterAll(async () => {
  await console.stop()
})
afterEach(() => postgres.thaw())
captureFailures(() => console.windows)

const banner = ({ page }: Window) => page.locator('.ew-trouble')
const live = ({ page }: Window) => page.locator('.ew-live[data-state=live]')
const eachWindow = (work: (each: (typeof windows)[number]) => Promise<unknown>) => Promise.all(windows.map(work))
const picture = async (name: string): Promise<void> => {
  const folder = process.env['PICTURES']
  if (!folder) return
  for (const { window, language, width } of windows)
    await window.page.screenshot({ path: `${folder}/silence-${name}-${language}-${width}.png` })
}

test('a frozen database turns the live indicator off and is reported above the page, until it works again', async () => {
  await eachWindow(async ({ window }) => {
    await live(window).waitFor()
    expect(await banner(window).count()).toBe(0)
  })
  postgres.freeze()
  await eachWindow(async ({ window, language }) => {
    await banner(window).getByText(packs[language].health.problems.database).waitFor({ timeout: withinMs })
    await banner(window).getByText(packs[language].health.title.alarms).waitFor()
    expect(await live(window).count()).toBe(0)
  })
  await picture('frozen')
  for (const { window } of windows) await window.expectClean({ whole: true })
  postgres.thaw()
  await eachWindow(async ({ window }) => {
    await banner(window).waitFor({ state: 'detached', timeout: withinMs })
    await live(window).waitFor()
  })
})

test('an unreachable server is reported as well', async () => {
  await console.server.app.stop()
  await eachWindow(async ({ window, language }) => {
    await banner(window).getByText(packs[language].health.noConnection).waitFor({ timeout: withinMs })
    expect(await live(window).count()).toBe(0)
  })
  await picture('gone')
})
