import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { en as contractEn } from '@emberwatch/contract/texts/en'
import { zh as contractZh } from '@emberwatch/contract/texts/zh'
import { createFleet } from '@emberwatch/simulator'
import type { Locator, Page } from 'playwright-core'
import { afterEach, expect, test } from 'vitest'
import { texts as testEn } from '../packages/web/src/features/notify/alarm-test/alarm-test.en.ts'
import { texts as testZh } from '../packages/web/src/features/notify/alarm-test/alarm-test.zh.ts'
import { texts as gatewayEn } from '../packages/web/src/features/equipment/gateway/gateway.en.ts'
import { texts as gatewayZh } from '../packages/web/src/features/equipment/gateway/gateway.zh.ts'
import { texts as setUpEn } from '../packages/web/src/features/overview/set-up/set-up.en.ts'
import { texts as setUpZh } from '../packages/web/src/features/overview/set-up/set-up.zh.ts'
import { kit as kitEn } from '../packages/web/src/i18n/en/kit.ts'
import { kit as kitZh } from '../packages/web/src/i18n/zh/kit.ts'
import { en as phoneEn } from '../packages/web/src/mobile/en.ts'
import { zh as phoneZh } from '../packages/web/src/mobile/zh.ts'
import { captureFailures, openWindowAt, type Window } from './console.ts'
import { alternating } from './languages.ts'

/** A single person, an empty installation, no documentation: from the first sign-in to the first test alarm, on the screen and on the phone. */

const packs = {
  zh: { contract: contractZh, setUp: setUpZh, send: testZh, gateway: gatewayZh, kit: kitZh, phone: phoneZh },
  en: { contract: contractEn, setUp: setUpEn, send: testEn, gateway: gatewayEn, kit: kitEn, phone: phoneEn },
}
const most = 25

/**
 * Counts what the person presses: every click that the browser itself says came from a person (Enter or Space on a button is one as
 * well), and Enter in a list of choices. Typing and Tab are none.
 */
const counter = `
  const press = () => sessionStorage.setItem('presses', String(Number(sessionStorage.getItem('presses') ?? 0) + 1))
  addEventListener('click', (event) => event.isTrusted && press(), true)
  addEventListener('keydown', (event) => event.isTrusted && event.key === 'Enter' && event.target?.role === 'combobox' && press(), true)
`
const pressesOn = (page: Page): Promise<number> => page.evaluate(() => Number(sessionStorage.getItem('presses') ?? 0))

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

interface Installation {
  readonly url: string
  readonly password: string
  stop(): Promise<void>
}

/** The whole program on an empty folder, as `npm start` runs it. What it prints is all that its owner knows. */
const startEmpty = async (): Promise<Installation> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'emberwatch-first-'))
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: String(await freePort()),
    MQTT_PORT: String(await freePort()),
    CAPTCHA: 'off',
    LOG_LEVEL: 'fatal',
  }
  const child: ChildProcess = spawn(process.execPath, [join(import.meta.dirname, '../packages/server/src/main.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended
    rmSync(dataDir, { recursive: true, force: true })
  }
  let password: string | undefined
  if (!child.stdout) throw new Error('no output')
  for await (const line of createInterface(child.stdout)) {
    password = /one-time password: (\S+)/.exec(line)?.[1] ?? password
    const url = /Emberwatch runs at (\S+?)\/?( |$)/.exec(line)?.[1]
    if (url === undefined) continue
    // Further output must not fill the pipe.
    child.stdout.resume()
    if (password === undefined) break
    return { url, password, stop }
  }
  await stop()
  throw new Error('the program did not start')
}

let started: Installation | undefined
const windows = new Set<Page>()
captureFailures(() => windows)
afterEach(async () => {
  for (const page of windows) await page.context().close()
  windows.clear()
  await started?.stop()
  started = undefined
})
const open = async (url: string, language: 'zh' | 'en', width: number): Promise<Window> => {
  const window = await openWindowAt(url, { language, width, script: counter })
  windows.add(window.page)
  return window
}

const typeInto = async (page: Page, text: string): Promise<void> => {
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}
/** Goes to a field as a person without a mouse does, and types. */
const type = async (page: Page, field: Locator, text: string): Promise<void> => {
  await field.waitFor()
  for (let tabs = 0; tabs < 25; tabs++) {
    if ((await field.and(page.locator(':focus')).count()) > 0) return typeInto(page, text)
    await page.keyboard.press('Tab')
  }
  throw new Error('the field is not reached with the keyboard')
}

test.each(alternating(import.meta.filename, ['zh', 'en'] as const))(
  'a person alone needs at most 25 clicks to the first test alarm (%s)',
  async (language) => {
    const { contract, setUp, send, gateway, kit, phone: words } = packs[language]
    const { fields, enums } = contract
    const customer = contract.audit.subjects.customer
    const subject = language === 'en' ? customer.toLowerCase() : customer
    const installation = (started = await startEmpty())
    const desk = await open(installation.url, language, 1440)
    const { page } = desk
    const look = async (name: string, of = page): Promise<void> => {
      const folder = process.env['PICTURES']
      if (folder === undefined) return
      mkdirSync(folder, { recursive: true })
      await of.screenshot({ path: join(folder, `${language}-${name}.png`) })
    }
    const top = page.getByRole('dialog').last()
    const button = (name: string, within: Page | Locator = page) => within.getByRole('button', { name, exact: true })
    /** Opens the drop-down of a field and chooses. */
    const choose = async (field: string, option: string | RegExp): Promise<void> => {
      await top.getByLabel(field).first().click()
      await page
        .locator('.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option', { hasText: option })
        .first()
        .click()
    }
    const save = (): Promise<void> =>
      top.locator('.ant-modal-footer .ant-btn-primary, .ant-drawer-footer .ant-btn-primary').click()
    const list = page.getByRole('region', { name: setUp.title })
    const line = (step: keyof typeof enums.setUpStep) => list.getByRole('listitem').filter({ hasText: enums.setUpStep[step] })
    const ticked = (step: keyof typeof enums.setUpStep) => line(step).getByText(setUp.done, { exact: true }).waitFor()
    const bar = page.getByRole('region', { name: setUp.bar, exact: true })

    // The first sign-in, with what the program printed, and a password of one's own.
    await type(page, page.locator('input[name=account]'), 'operator')
    await type(page, page.locator('input[name=password]'), installation.password)
    await page.locator('button[type=submit]').click()
    const own = 'first-Evening-2026'
    await type(page, page.locator('#oldPwd'), installation.password)
    await type(page, page.locator('#newPwd'), own)
    await type(page, page.locator('#repeatPwd'), own)
    await look('1-password')
    await save()

    await list.waitFor()
    await look('2-home')
    await desk.expectClean()
    await button(setUp.actions.nameAndZone, line('nameAndZone')).click()
    await type(page, top.getByLabel(fields.platformName), 'Riverside Fire Watch')
    await look('3-name')
    await save()
    await ticked('nameAndZone')

    await button(setUp.actions.firstSite, line('firstSite')).click()
    await type(page, top.getByLabel(fields.name, { exact: true }), 'Riverside Tower')
    await choose(fields.typeId, /./)
    await top.getByLabel(fields.customerId).click()
    await look('4-no-customer')
    const project = top
    await page.locator('.ant-select-item-option', { hasText: kit.search.createOne.replace('{{thing}}', subject) }).click()
    await page.getByRole('dialog').nth(1).waitFor()
    await look('5-customer')
    await type(page, top.getByLabel(fields.name, { exact: true }), 'Riverside Ltd')
    await type(page, top.getByLabel(fields.contacter, { exact: true }), 'Kim Park')
    await type(page, top.getByLabel(fields.phone, { exact: true }), '13900000000')
    await save()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(1)
    await project.getByTitle('Riverside Ltd').waitFor()
    await type(page, project.getByLabel(fields.address, { exact: true }), '1 Quay Street')
    await look('6-project')
    await save()
    await button(setUp.begunActions.firstSite, bar).click()
    await button(setUp.approve.ok, top).click()
    const next = (step: keyof typeof enums.setUpStep) => button(setUp.next.replace('{{step}}', setUp.actions[step]), bar)
    await next('firstGateway').waitFor()
    await look('7-approved')
    await desk.expectClean()

    await next('firstGateway').click()
    await type(page, page.getByLabel(gateway.register.codeStep), 'GW-1')
    await button(gateway.register.find).click()
    await look('8-register')
    await button(gateway.register.submit).click()
    await page.getByText(gateway.register.waiting).waitFor()
    await look('9-waiting')
    // The person enters in the gateway what the page shows.
    const shown = async (label: string): Promise<string> =>
      (
        await page
          .locator('.ew-code-facts > div', { has: page.locator('dt').getByText(label, { exact: true }) })
          .locator('dd')
          .innerText()
      ).trim()
    const fleet = createFleet({
      url: `mqtt://${await shown(gateway.secret.host)}:${await shown(gateway.secret.port)}`,
      gateways: [
        {
          code: await shown(gateway.secret.user),
          secret: await page.getByLabel(kit.once.secret, { exact: true }).inputValue(),
          devices: [],
        },
      ],
      heartbeatSeconds: 0,
    })
    await fleet.start()
    await page.getByText(gateway.register.heard).waitFor()
    // Without a reload, the way on is offered.
    await next('testAlarm').click()
    await look('10-test-alarm')
    await button(send.send, top).click()
    await page.getByText(send.sent).waitFor()
    await button(setUp.back, bar)
      .or(bar.getByRole('link', { name: setUp.back }))
      .click()
    await page.getByRole('row', { name: 'Riverside Tower' }).first().waitFor()
    await ticked('firstGateway')
    await ticked('testAlarm')
    await look('11-alarm')
    await desk.expectClean()

    await button(setUp.actions.phone, line('phone')).click()
    const address = await top.getByRole('link').getAttribute('href')
    await look('12-phone')
    // The code is scanned.
    const hand = await open(installation.url, language, 390)
    await hand.page.goto(address ?? '')
    await type(hand.page, hand.page.locator('input[name=account]'), 'operator')
    await type(hand.page, hand.page.locator('input[name=password]'), own)
    await hand.page.locator('button[type=submit]').click()
    await hand.page.getByRole('link', { name: new RegExp(`^${words.nav.alarms}`) }).click()
    await hand.page.getByText('Riverside Tower').first().waitFor()
    await look('13-on-the-phone', hand.page)
    await hand.expectClean()

    const presses = (await pressesOn(page)) + (await pressesOn(hand.page))
    console.log(`first evening, ${language}: ${presses} clicks`)
    expect(presses).toBeLessThanOrEqual(most)
    await fleet.stop()
    await page.setViewportSize({ width: 390, height: 900 })
    await page.keyboard.press('Escape')
    await look('14-home-narrow')
  },
  240_000,
)
