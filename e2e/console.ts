import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Language } from '@emberwatch/contract'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterEach, expect } from 'vitest'
import { kit as kitEn } from '../packages/web/src/i18n/en/kit.ts'
import { shell as en } from '../packages/web/src/i18n/en/shell.ts'
import { kit as kitZh } from '../packages/web/src/i18n/zh/kit.ts'
import { shell as zh } from '../packages/web/src/i18n/zh/shell.ts'
import { launchBrowser } from '../packages/server/src/testing/chromium.ts'
import type { TestDatabase } from '../packages/server/src/testing/database.ts'
import { startTestServer, worldPassword, type TestServer, type WorldAccount } from '../packages/server/src/testing/context.ts'
import { violationsOf } from './axe.ts'

const shells = { zh, en }
/** The whole product on free ports, with captchas on, and a browser using it. */
export interface Console {
  readonly server: TestServer
  /** A separate window (cookies, storage). Errors on the page's console fail `expectClean`. */
  open(options?: WindowOptions): Promise<Window>
  /** Currently open; see `captureFailures`. */
  readonly windows: ReadonlySet<Page>
  stop(): Promise<void>
}

interface WindowOptions {
  readonly language?: Language
  readonly width?: number
  /** Who is already signed in. Nobody by default. */
  readonly as?: WorldAccount
  /** The hash route to open. Without one, who is signed in has an empty page until the test goes to one: the home page would be drawn for nothing. */
  readonly at?: string
  /** Script that runs in the page before the console's own. */
  readonly script?: string
  /** In a tab of its own, because the test changes something that cannot be undone. Always so with a script, and if nobody is signed in yet. */
  readonly separate?: boolean
}

interface CleanOptions {
  /** In the dark theme too. */
  readonly dark?: boolean
  /**
   * Menu, header and footer as well, which screens.test.ts looks at on every page, and the page behind an open dialog, which does not change
   * when one opens: axe takes most of the time for them.
   */
  readonly whole?: boolean
}

export interface Window {
  readonly page: Page
  /** The password of every account of the world. */
  readonly password: string
  /** Types the answer of the current captcha. */
  fillCaptcha(): Promise<void>
  fillSignIn(account: Pick<WorldAccount, 'account'>, password: string): Promise<void>
  /** Signs in through the sign-in page, including the captcha. */
  signIn(account: WorldAccount): Promise<void>
  /** Goes to a hash route and waits for its heading. */
  go(path: string): Promise<void>
  /** Chooses an entry of the user menu. */
  chooseOwn(entry: string): Promise<void>
  /** Chooses in a drop-down of the open dialog. */
  choose(label: string, option: string): Promise<void>
  /** Saves the open dialog. */
  submit(): Promise<void>
  /** No error was written to the console, and axe finds no violation in what is currently shown. */
  expectClean(options?: CleanOptions): Promise<void>
  close(): Promise<void>
}

const pictures = join(import.meta.dirname, '..', 'test-results')

/** Saves a screenshot of every open window of a failed test in test-results. */
export const captureFailures = (windows: () => ReadonlySet<Page>): void => {
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return
    mkdirSync(pictures, { recursive: true })
    for (const [index, page] of [...windows()].entries())
      await page.screenshot({ path: join(pictures, `${task.name.replaceAll(/\W+/g, '-')}-${index}.png`) }).catch(() => undefined)
  })
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
/** A button of a row is called after its row as well: "Edit: Boiler room". */
export const actionName = (...names: readonly string[]): RegExp => new RegExp(`^(${names.map(escaped).join('|')})($|: |：)`)
const more = actionName(kitZh.more, kitEn.more)

/** An action of a row or of a page's header, even if it is behind "⋯". Of several rows, the first one's. */
export const pressAction = async (area: Locator, name: string): Promise<void> => {
  const page = area.page()
  const named = { name: actionName(name) }
  const button = area.getByRole('button', named).or(area.getByRole('link', named)).first()
  const menu = area.getByRole('button', { name: more }).first()
  const item = page.getByRole('menuitem', { name: new RegExp(`^${escaped(name)}`), disabled: false })
  // An open menu stays as it was opened, so it is opened again if what happened before has not arrived here yet.
  for (let left = 10; ; left--) {
    await button.or(menu).first().waitFor()
    if (await button.isVisible()) return button.click()
    await menu.click()
    try {
      return await item.click({ timeout: left > 0 ? 2_000 : 10_000 })
    } catch (error) {
      if (left === 0) throw error
      await page.keyboard.press('Escape')
    }
  }
}

/** Why an action of a row or of a page's header is not possible now, which "⋯" says. */
export const expectOff = async (area: Locator, name: string, reason: string): Promise<void> => {
  const page = area.page()
  const item = page.getByRole('menuitem', { name: new RegExp(`^${escaped(name)}`), disabled: true }).getByText(reason)
  // An open menu stays as it was opened, and what happened before may not have arrived here yet.
  const isSaid = async (): Promise<boolean> => {
    await area.getByRole('button', { name: more }).first().click()
    const said = await item.waitFor({ timeout: 2_000 }).then(
      () => true,
      () => false,
    )
    await page.keyboard.press('Escape')
    return said
  }
  await expect.poll(isSaid, { timeout: 20_000 }).toBe(true)
}

/** A tab of a detail page, even if it is behind "More". */
export const pressTab = async (page: Page, name: string): Promise<void> => {
  await page.getByRole('tab').first().waitFor()
  // A count may follow the name.
  const named = { name: new RegExp(`^${escaped(name)}( \\d+)?$`) }
  const tab = page.getByRole('tab', named)
  if (await tab.isVisible()) return tab.click()
  await page.locator('.ew-tab-more').click()
  await page.getByRole('menuitem', named).click()
}

/** One browser for all files of a worker, which share its process; it ends with the process. Each window has a context of its own. */
let shared: Promise<Browser> | undefined
const sharedBrowser = async (): Promise<Browser> => {
  if (shared !== undefined && (await shared).isConnected()) return shared
  return (shared = launchBrowser({ webgl: false }))
}

export const startConsole = async (
  settings: Readonly<Record<string, string>> = {},
  database?: TestDatabase,
): Promise<Console> => {
  const windows = new Set<Page>()
  const tabs: Tab[] = []
  const server = await startTestServer({
    captcha: 'image',
    settings: { ROLES: 'api,ingest,jobs', ...settings },
    ...(database ? { database } : {}),
  })
  const browser = await sharedBrowser()
  return {
    server,
    async open(options = {}) {
      const window = await openWindow(browser, server, tabs, options)
      windows.add(window.page)
      const close = async (): Promise<void> => {
        windows.delete(window.page)
        await window.close()
      }
      window.page.on('close', () => windows.delete(window.page))
      return { ...window, close }
    },
    windows,
    async stop() {
      for (const page of windows) await page.context().close()
      for (const { page } of tabs) await page.context().close()
      await server.stop()
    },
  }
}

/** A window of a program that the test has started itself. Nobody is signed in, and no captcha is asked for. */
export const openWindowAt = async (url: string, options: Omit<WindowOptions, 'as'>): Promise<Window> =>
  openWindow(await sharedBrowser(), { url } as TestServer, [], { ...options, separate: true })

/** The browser itself logs rejected calls (401, 403, 404, 409, 422) to its console. What counts is what our code writes or throws. */
const isOfTheBrowser = (text: string): boolean => text.startsWith('Failed to load resource')

/**
 * A closed window leaves its tab to the next one in the same file, of the same person if there is one: the scripts are compiled already, which
 * is half of what a window costs. Of what the server says, the browser keeps only files, so a tab that has read one stays with its person.
 */
interface Tab {
  readonly page: Page
  readonly account: string
  readonly language: Language
  readonly hasFiles: boolean
}

const openTab = async (browser: Browser, language: Language): Promise<Page> => {
  const context = await browser.newContext({
    locale: language === 'zh' ? 'zh-CN' : 'en-GB',
    // A click between two frames of an opening menu or dialog may start on one element and end on another.
    reducedMotion: 'reduce',
  })
  return context.newPage()
}

const openWindow = async (
  browser: Browser,
  server: TestServer,
  tabs: Tab[],
  {
    language = 'zh',
    width = 1440,
    as,
    at = as === undefined ? '/' : undefined,
    script = '',
    separate = as === undefined || script !== '',
  }: WindowOptions,
): Promise<Window> => {
  const usable = separate ? [] : tabs.filter((tab) => tab.language === language && (!tab.hasFiles || tab.account === as?.account))
  const tab = usable.find(({ account }) => account === as?.account) ?? usable[0]
  if (tab !== undefined) tabs.splice(tabs.indexOf(tab), 1)
  let hasFiles = tab?.hasFiles ?? false
  const page = tab?.page ?? (await openTab(browser, language))
  const context = page.context()
  await page.setViewportSize({ width, height: 900 })
  page.setDefaultTimeout(30_000)
  // A page of the same origin on which no script runs.
  await page.goto(`${server.url}/health/live`)
  await page.evaluate(
    (stored) => {
      sessionStorage.clear()
      localStorage.clear()
      for (const [name, value] of Object.entries(stored)) localStorage.setItem(name, value)
    },
    { local_lang: language, ...(as ? { 'ew.token': await server.tokenOf(as) } : {}) },
  )
  const errors: string[] = []
  let captchaId = ''
  page.on('console', (message) => {
    if (message.type() === 'error' && !isOfTheBrowser(message.text())) errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('response', async (response) => {
    hasFiles ||= response.url().includes('/api/file/')
    if (!response.url().endsWith('/account/code/image')) return
    // If the window closes meanwhile, no captcha is needed any more.
    const answer = (await response.json().catch(() => undefined)) as { data: { captchaId: string } } | undefined
    captchaId = answer?.data.captchaId ?? captchaId
  })
  if (script !== '') await page.addInitScript({ content: script })
  if (at !== undefined) {
    await page.goto(`${server.url}/#${at}`)
    if (as) await page.locator('main').getByRole('heading').first().waitFor()
  }

  const fillCaptcha = async (): Promise<void> => {
    await page.locator('.ew-captcha img').waitFor()
    // The image may be shown before this process has read the answer that belongs to it.
    while (captchaId === '') await page.waitForTimeout(20)
    // A page that renders again requests a new image.
    for (let id = ''; id !== captchaId; await page.waitForTimeout(100)) {
      const row = await server.db.selectFrom('captcha').select('answer').where('id', '=', captchaId).executeTakeFirst()
      // An earlier sign-in has used it up: the new one is on its way.
      if (row === undefined) continue
      id = captchaId
      await page.locator('input[name=code]').fill(row.answer)
    }
  }
  const fillSignIn = async ({ account }: Pick<WorldAccount, 'account'>, password: string): Promise<void> => {
    await page.locator('input[name=account]').fill(account)
    await page.locator('input[name=password]').fill(password)
    await fillCaptcha()
  }

  return {
    page,
    password: worldPassword,
    fillCaptcha,
    fillSignIn,
    async signIn(account) {
      await fillSignIn(account, worldPassword)
      await page.locator('button[type=submit]').click()
      await page.waitForURL(/#\/(?!user\/login|$)/)
    },
    async go(path) {
      await page.goto(`${server.url}/#${path}`)
      await page.locator('main').getByRole('heading').first().waitFor()
    },
    async chooseOwn(entry) {
      await page.getByRole('button', { name: shells[language].layout.account }).click()
      const item = page.getByRole('menuitem', { name: entry })
      // An element that still moves is scrolled into view and clicked again, and a menu of the header moves when the page scrolls, even between
      // pressing and releasing the button.
      await page.locator('.ant-dropdown:not(.ant-slide-up-appear, .ant-slide-up-enter)', { has: item }).waitFor()
      await item.click()
    },
    async choose(label, option) {
      await page.getByRole('dialog').getByLabel(label).first().click()
      await page
        .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option', { hasText: option })
        .first()
        .click()
      await page.locator('.ant-modal-title, .ant-drawer-title').first().click()
    },
    submit: () => page.locator('.ant-modal-footer .ant-btn-primary, .ant-drawer-footer .ant-btn-primary').last().click(),
    async expectClean({ dark = false, whole = false } = {}) {
      // A page that is still loading has no heading yet.
      await expect.poll(() => page.locator('.ew-loading').count()).toBe(0)
      expect(errors).toEqual([])
      expect(await violationsOf(page, whole)).toEqual([])
      if (!dark) return
      await page.emulateMedia({ colorScheme: 'dark' })
      await expect.poll(() => page.evaluate("document.documentElement.dataset['theme']")).toBe('dark')
      // Only the colours differ.
      expect(await violationsOf(page, whole, ['color-contrast', 'link-in-text-block']), 'in the dark theme').toEqual([])
      await page.emulateMedia({ colorScheme: 'light' })
    },
    async close() {
      // The engineers' page keeps itself on the phone.
      if (
        separate ||
        as === undefined ||
        page.isClosed() ||
        context.pages().length > 1 ||
        !page.url().startsWith(`${server.url}/#`)
      )
        return context.close()
      page.removeAllListeners()
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.emulateMedia({ media: null })
      await page.goto('about:blank')
      await context.clearPermissions()
      await context.clearCookies()
      tabs.push({ page, account: as.account, language, hasFiles })
    },
  }
}
