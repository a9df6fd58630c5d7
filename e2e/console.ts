import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Language } from '@emberwatch/contract'
import type { Browser, Page } from 'playwright-core'
import { afterEach, expect } from 'vitest'
import { launchBrowser } from '../packages/server/src/testing/chromium.ts'
import type { TestDatabase } from '../packages/server/src/testing/database.ts'
import { startTestServer, type TestServer } from '../packages/server/src/testing/context.ts'
import { worldPassword, type WorldAccount } from '../packages/server/src/testing/world.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The whole product on free ports, with the captcha on, and a browser before it. */
export interface Console {
  readonly server: TestServer
  /** A window of its own (cookies, storage), in a language and width. Errors on the page's console fail `expectClean`. */
  open(options?: { language?: Language; width?: number }): Promise<Window>
  /** Open now; see `captureFailures`. */
  readonly windows: ReadonlySet<Page>
  stop(): Promise<void>
}

export interface Window {
  readonly page: Page
  /** Of every account of the world. */
  readonly password: string
  /** Types the answer of the captcha that is shown. */
  fillCaptcha(): Promise<void>
  fillSignIn(account: Pick<WorldAccount, 'account'>, password: string): Promise<void>
  /** Signs in through the sign-in page, captcha included. */
  signIn(account: WorldAccount): Promise<void>
  /** Goes to a hash route and waits for its heading. */
  go(path: string): Promise<void>
  /** Chooses in a drop-down of the open dialog. */
  choose(label: string, option: string): Promise<void>
  /** Saves the open dialog. */
  submit(): Promise<void>
  /** No error was written to the console, and axe finds no violation on what is shown now. */
  expectClean(): Promise<void>
  close(): Promise<void>
}

const pictures = join(import.meta.dirname, '..', 'test-results')

/** Leaves a picture of every open window of a failed test in test-results. */
export const captureFailures = (windows: () => ReadonlySet<Page>): void => {
  afterEach(async ({ task }) => {
    if (task.result?.state !== 'fail') return
    mkdirSync(pictures, { recursive: true })
    for (const [index, page] of [...windows()].entries())
      await page.screenshot({ path: join(pictures, `${task.name.replaceAll(/\W+/g, '-')}-${index}.png`) }).catch(() => undefined)
  })
}

export const startConsole = async (
  settings: Readonly<Record<string, string>> = {},
  database?: TestDatabase,
): Promise<Console> => {
  const windows = new Set<Page>()
  const server = await startTestServer({
    captcha: 'image',
    settings: { ROLES: 'api,ingest,jobs', ...settings },
    ...(database ? { database } : {}),
  })
  const browser: Browser = await launchBrowser({ webgl: false })
  return {
    server,
    async open(options = {}) {
      const window = await openWindow(browser, server, options.language ?? 'zh', options.width ?? 1440)
      windows.add(window.page)
      window.page.on('close', () => windows.delete(window.page))
      return window
    },
    windows,
    async stop() {
      await browser.close()
      await server.stop()
    },
  }
}

/** The browser itself writes refused calls (401, 403, 404, 409, 422) to the console; what matters is what our code writes or throws. */
const isOfTheBrowser = (text: string): boolean => text.startsWith('Failed to load resource')

const openWindow = async (browser: Browser, server: TestServer, language: Language, width: number): Promise<Window> => {
  const context = await browser.newContext({ viewport: { width, height: 900 }, locale: language === 'zh' ? 'zh-CN' : 'en-GB' })
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  const errors: string[] = []
  let captchaId = ''
  page.on('console', (message) => {
    if (message.type() === 'error' && !isOfTheBrowser(message.text())) errors.push(message.text())
  })
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('response', async (response) => {
    if (!response.url().endsWith('/account/code/image')) return
    // A window that closes meanwhile needs no captcha any more.
    const answer = (await response.json().catch(() => undefined)) as { data: { captchaId: string } } | undefined
    captchaId = answer?.data.captchaId ?? captchaId
  })
  await page.addInitScript((stored) => localStorage.setItem('local_lang', stored), language)
  await page.goto(server.url)

  const fillCaptcha = async (): Promise<void> => {
    await page.locator('.ew-captcha img').waitFor()
    // The picture may be drawn before this program has read the answer that brought it.
    while (captchaId === '') await page.waitForTimeout(20)
    // A page that is drawn anew asks for another picture.
    for (let id = ''; id !== captchaId; await page.waitForTimeout(100)) {
      id = captchaId
      const { answer } = await server.db.selectFrom('captcha').select('answer').where('id', '=', id).executeTakeFirstOrThrow()
      await page.locator('input[name=code]').fill(answer)
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
    async choose(label, option) {
      await page.getByRole('dialog').getByLabel(label).first().click()
      await page
        .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option', { hasText: option })
        .first()
        .click()
      await page.locator('.ant-modal-title, .ant-drawer-title').first().click()
    },
    submit: () => page.locator('.ant-modal-footer .ant-btn-primary, .ant-drawer-footer .ant-btn-primary').last().click(),
    async expectClean() {
      expect(errors).toEqual([])
      // A colour half-way from one to another has a contrast of its own.
      await page.evaluate(
        'Promise.allSettled(document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime)).map(({ finished }) => finished)).then(() => undefined)',
      )
      await page.evaluate(axeSource)
      const violations = await page.evaluate(async () => {
        const { axe } = globalThis as unknown as {
          axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
        }
        return (await axe.run()).violations.map(
          ({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 200)).join(' | ')}`,
        )
      })
      expect(violations).toEqual([])
    },
    close: () => context.close(),
  }
}
