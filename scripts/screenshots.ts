// `npm run screenshots`: takes the pictures of the README and of docs/design.md from a demo of its own, and puts them into docs/images.
import { pageAddress, pages, publicPages } from '@emberwatch/contract'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { crc32, deflateSync, inflateSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { launchBrowser } from '../packages/server/src/testing/chromium.ts'

const root = join(import.meta.dirname, '..')
const images = join(root, 'docs/images')
const password = randomBytes(9).toString('base64url')

/** On a busy machine everything takes longer; nothing takes this long (ms). */
const patience = 120_000
/** After the last answer, a page may still draw (ms). */
const settle = 2_500

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })

/** A chunk of a PNG. */
const chunk = (kind: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** The same picture in fewer bytes: the browser compresses fast, not well. */
const smaller = (png: Buffer): Buffer => {
  const parts: { kind: string; data: Buffer }[] = []
  for (let at = 8; at < png.length;) {
    const size = png.readUInt32BE(at)
    parts.push({ kind: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + size) })
    at += 12 + size
  }
  const pixels = inflateSync(Buffer.concat(parts.filter(({ kind }) => kind === 'IDAT').map(({ data }) => data)))
  const header = parts.find(({ kind }) => kind === 'IHDR')?.data ?? Buffer.alloc(0)
  const packed = deflateSync(pixels, { level: 9, memLevel: 9 })
  return Buffer.concat([png.subarray(0, 8), chunk('IHDR', header), chunk('IDAT', packed), chunk('IEND', Buffer.alloc(0))])
}

/** A demo with its own data and ports. Resolves as soon as it serves. */
const startDemo = async (data: string): Promise<{ address: string; stop(): Promise<void> }> => {
  const [port, mqttPort] = [await freePort(), await freePort()]
  const { DATABASE_URL: _database, MQTT_URL: _broker, ROLES: _roles, ...env } = process.env
  const server = spawn(process.execPath, [join(root, 'packages/server/src/main.ts'), '--demo'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...env,
      DATA_DIR: data,
      PORT: String(port),
      MQTT_PORT: String(mqttPort),
      DEMO_PASSWORD: password,
      CAPTCHA: 'off',
      LOG_LEVEL: 'error',
    },
  })
  let ended = false
  const end = new Promise<void>((resolve) =>
    server.once('close', () => {
      ended = true
      resolve()
    }),
  )
  const stop = async (): Promise<void> => {
    server.kill('SIGTERM')
    await end
  }
  const address = `http://127.0.0.1:${port}`
  const isReady = () =>
    fetch(`${address}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  for (const deadline = Date.now() + patience; !(await isReady()); await sleep(500)) {
    if (ended) throw new Error('The demo has ended before it was ready')
    if (Date.now() < deadline) continue
    await stop()
    throw new Error('The demo was not ready in time')
  }
  return { address, stop }
}

interface Look {
  readonly language?: 'zh' | 'en'
  readonly width?: number
  readonly height?: number
  readonly dark?: boolean
}

const open = async (browser: Browser, { language = 'en', width = 1280, height = 800, dark = false }: Look): Promise<Page> => {
  const context = await browser.newContext({
    locale: language === 'zh' ? 'zh-CN' : 'en-GB',
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    isMobile: width < 500,
    hasTouch: width < 500,
  })
  await context.addInitScript((chosen) => localStorage.setItem('local_lang', chosen), language)
  const page = await context.newPage()
  page.setDefaultTimeout(patience)
  return page
}

const signIn = async (page: Page, address: string, account: string): Promise<Page> => {
  await page.goto(address)
  await page.locator('input[name=account]').fill(account)
  await page.locator('input[name=password]').fill(password)
  await page.locator('button[type=submit]').click()
  await page.locator('.ew-main h1:visible, .m-nav').first().waitFor()
  return page
}

const drawn = async (page: Page): Promise<void> => {
  await page.locator('.ew-skeleton:visible, .ew-loading:visible, .ant-spin-spinning:visible').first().waitFor({ state: 'hidden' })
  await page.waitForLoadState('load')
  await sleep(settle)
}

const firstLink = async (page: Page): Promise<string> => {
  const link = page.locator('.ew-table tbody a[href*="detail?id="]:visible').first()
  await link.waitFor()
  return (await link.getAttribute('href')) ?? ''
}

const main = async (): Promise<void> => {
  const data = mkdtempSync(join(tmpdir(), 'emberwatch-screenshots-'))
  const demo = await startDemo(data)
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void demo.stop().finally(() => process.exit(1)))
  const browser = await launchBrowser()
  const missing: string[] = []
  const { address } = demo
  const at = (path: string) => `${address}/${path.startsWith('/') ? `#${path}` : path}`
  /** One picture; if it fails, the others are still taken. */
  const take = async (name: string, page: Page, path: string | undefined, prepare?: () => Promise<unknown>): Promise<void> => {
    try {
      if (path !== undefined) await page.goto(at(path))
      await prepare?.()
      await drawn(page)
      const picture = smaller(await page.screenshot())
      writeFileSync(join(images, `${name}.png`), picture)
      process.stdout.write(`${name}.png  ${Math.round(picture.length / 1024)} KB\n`)
    } catch (error) {
      missing.push(name)
      process.stdout.write(`${name}: ${error instanceof Error ? error.message : String(error)}\n`)
    }
  }
  const rows = (page: Page) => page.locator('.ew-table tbody tr:visible').first().waitFor()
  try {
    const entry = await open(browser, {})
    await take('sign-in', entry, publicPages.login, () => entry.locator('.ew-brand strong').waitFor())

    const admin = await signIn(await open(browser, {}), at(publicPages.login), 'northadmin')
    await take('home', admin, pages.dataCentre, () => admin.locator('.ew-tiles:visible').first().waitFor())
    await take('list', admin, pages.deviceList, () => rows(admin))
    await take('form', admin, pages.companyAccountList, async () => {
      await rows(admin)
      await admin.locator('.ew-toolbar button:visible').first().click()
      await admin.locator('.ant-drawer-open, .ant-modal').first().waitFor()
    })
    await admin.goto(at(pageAddress('projectList', { keyword: 'Riverside' })))
    const project = await firstLink(admin)
    await take('who-would-be-called', admin, `${project.slice(1)}&tab=who`, () =>
      admin.locator('.ew-main h1:visible').first().waitFor(),
    )

    const operator = await signIn(await open(browser, {}), at(publicPages.login), 'northduty')
    await take('desk', operator, pages.alarmList, async () => {
      await rows(operator)
      const fold = operator.locator('.ew-queue[data-folded=true] .ew-queue-fold')
      if ((await fold.count()) > 0) await fold.click()
    })
    await operator.goto(at(pageAddress('alarmList', { all: true })))
    const alarm = await firstLink(operator)
    await take('detail', operator, alarm.slice(1), () => operator.locator('.ew-main h1:visible').first().waitFor())

    const wall = await signIn(await open(browser, { width: 1600, height: 900 }), at(publicPages.login), 'northadmin')
    await take('wall', wall, publicPages.largeScreen, () => wall.locator('.ew-screen').waitFor())

    const dark = await signIn(await open(browser, { language: 'zh', dark: true }), at(publicPages.login), 'northadmin')
    await take('home-dark', dark, pages.dataCentre, () => dark.locator('.ew-tiles:visible').first().waitFor())

    const phone = await signIn(await open(browser, { width: 390, height: 844 }), at('m/'), 'northengineer')
    await take('phone', phone, 'm/#/orders', () => phone.locator('.m-card, .m-nav').first().waitFor())
  } finally {
    await browser.close()
    await demo.stop()
    rmSync(data, { recursive: true, force: true })
  }
  if (missing.length > 0) throw new Error(`Not taken: ${missing.join(', ')}`)
}

await main()
