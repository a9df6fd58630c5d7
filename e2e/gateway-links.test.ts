import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { zh } from '@emberwatch/contract/texts/zh'
import { cutDc09, dc09Key, readDc09, writeDc09 } from '@emberwatch/device-link'
import { Gb26875Transmitter } from '@emberwatch/simulator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { texts } from '../packages/web/src/features/equipment/gateway/gateway.zh.ts'
import { texts as unknown } from '../packages/web/src/features/equipment/unknown-report/unknown-report.zh.ts'
import { texts as log } from '../packages/web/src/features/system/system-log/system-log.zh.ts'
import { kit } from '../packages/web/src/i18n/zh/kit.ts'
import { captureFailures, pressAction, pressTab, startConsole, type Console, type Window } from './console.ts'
import { addSite } from './site.ts'

/** Transmitters and panels, which are known by the address in what they send: GB/T 26875.3 and SIA DC-09. */

let console: Console
let desk: Window
let linkPort: number
let panelPort: number

const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

beforeAll(async () => {
  linkPort = await freePort()
  panelPort = await freePort()
  console = await startConsole({ GB26875_PORT: String(linkPort), DC09_PORT: String(panelPort) })
  const { db, world } = console.server
  await addSite(db, world.companies.north, world.customers.north)
  const { id: series_id } = await db.selectFrom('device_series').select('id').limit(1).executeTakeFirstOrThrow()
  const model = { series_id, is_gateway: true, heartbeat_s: 60 }
  await db
    .insertInto('device_model')
    .values([
      { ...model, code: 'E2E-GB', name: 'E2E transmitter', protocol: 'gb26875' },
      { ...model, code: 'E2E-DC', name: 'E2E panel', protocol: 'siaDc09' },
    ])
    .execute()
  desk = await console.open({ as: world.accounts.northAdmin })
})
afterAll(() => console.stop())
captureFailures(() => console.windows)

const { fields } = zh
const picture = (name: string): string => join(import.meta.dirname, '..', 'test-results', `${name}.png`)
const shots = process.env['SHOTS'] === '1'

/** Sends one frame over a connection of its own. What it is answered with, or undefined if the connection just ends. */
const dial = async (frame: Uint8Array): Promise<string | undefined> => {
  const socket = connect({ host: '127.0.0.1', port: panelPort })
  socket.write(frame)
  let received = Buffer.alloc(0)
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    received = Buffer.concat([received, chunk])
    if (cutDc09(received).kind === 'frame') break
  }
  return readDc09(received)?.id
}

test('a transmitter that nobody registered is registered with one click; its page says where it connects, and from where it may', async () => {
  const { db, world } = console.server
  const transmitter = new Gb26875Transmitter({ host: '127.0.0.1', port: linkPort, address: 140, heartbeatSeconds: 0 })
  await transmitter.start()
  const detector = { system: 1, loop: 2, point: 37, type: 42 }
  expect(await transmitter.fire(detector)).toBe('confirmed')
  // Nobody's reports are those of the operating company.
  const operator = await console.open({ as: world.accounts.siterAdmin, at: '/device/unknownDeviceList?kind=unknownGateway' })
  const { page } = operator
  const row = page.getByRole('row', { name: 'GB/T 26875.3 · 140' })
  await operator.expectClean()
  await pressAction(row, unknown.register.sender)
  const dialog = page.getByRole('dialog')
  const label = fields.gb26875Address
  await expect.poll(() => dialog.getByLabel(label).inputValue()).toBe('140')
  await dialog.getByLabel(label).fill('8C')
  await dialog.getByLabel(fields.code, { exact: true }).fill('E2E-PANEL')
  await dialog.getByLabel(fields.name, { exact: true }).fill('Panel room')
  await operator.choose(fields.projectId, 'Tower')
  await operator.submit()
  await dialog.getByText(zh.rules.gb26875Address).waitFor()
  await operator.expectClean()
  await dialog.getByLabel(label).fill('140')
  await operator.submit()
  await page.getByText(texts.transmitter.hints.gb26875).waitFor()
  await page.getByRole('dialog').getByText(String(linkPort)).waitFor()
  await operator.expectClean()
  await page.getByRole('button', { name: texts.transmitter.noted }).click()
  await operator.close()

  const { id } = await db.selectFrom('gateway').select('id').where('code', '=', 'E2E-PANEL').executeTakeFirstOrThrow()
  const phone = await console.open({ as: world.accounts.northAdmin, at: `/device/gatewayList/detail?id=${id}`, width: 390 })
  const facts = phone.page.locator('.ew-panel', { hasText: texts.transmitter.connection }).first()
  for (const fact of ['140', String(linkPort), texts.transmitter.anywhere]) await facts.getByText(fact, { exact: true }).waitFor()
  await phone.expectClean()
  const head = phone.page.locator('.ew-detail-head')
  await pressAction(head, kit.edit)
  await phone.page.getByLabel(fields.allowedSources).fill('127.0.0.0/8')
  await phone.page.keyboard.press('Enter')
  await phone.expectClean()
  await phone.submit()
  await facts.getByText('127.0.0.0/8').waitFor()

  // What it sends now is its own: its detector is known by its place, and can be registered there.
  await expect.poll(() => transmitter.fire(detector), { timeout: 15_000 }).toBe('confirmed')
  await expect
    .poll(() => db.selectFrom('unknown_report').select('key').where('gateway_id', '=', id).execute(), { timeout: 10_000 })
    .toEqual([{ key: '1-2-37' }])
  transmitter.stop()
  await phone.go('/device/unknownDeviceList?kind=unknownDevice&keyword=E2E-PANEL')
  const place = texts.linkPlace.point.replace('{{system}}', '1').replace('{{loop}}', '2').replace('{{point}}', '37')
  await phone.page.getByText(place).first().waitFor()
  await phone.expectClean()
  await phone.close()
})

test('a panel gets the key that it encrypts with: in the clear it is refused, its messages are read, and the key can be removed', async () => {
  const { page } = desk
  const words = texts.linkKey
  await desk.go('/device/gatewayList')
  await page.getByRole('button', { name: texts.create }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(fields.code, { exact: true }).fill('E2E-DC09')
  await dialog.getByLabel(fields.name, { exact: true }).fill('Vault')
  await desk.choose(fields.modelId, 'E2E panel')
  await desk.choose(fields.projectId, 'Tower')
  const account = dialog.getByLabel(fields.siaDc09Address)
  await account.fill('XYZ')
  await desk.submit()
  await dialog.getByText(zh.rules.siaDc09Address).waitFor()
  await account.fill('abc123')
  await desk.submit()
  await page.getByText(texts.transmitter.hints.siaDc09).waitFor()
  await page.getByRole('dialog').getByText('ABC123').waitFor()
  await page.getByRole('dialog').getByText(String(panelPort)).waitFor()
  await page.getByRole('button', { name: texts.transmitter.noted }).click()
  const { id } = await console.server.db
    .selectFrom('gateway')
    .select('id')
    .where('code', '=', 'E2E-DC09')
    .executeTakeFirstOrThrow()

  const at = `/device/gatewayList/detail?id=${id}`
  await desk.go(at)
  const facts = page.locator('.ew-panel', { hasText: texts.transmitter.connection }).first()
  await facts.getByText(words.none, { exact: true }).waitFor()
  if (shots) await page.screenshot({ path: picture('dc09-none-zh-1440'), fullPage: true })
  await facts.getByRole('button', { name: words.set }).click()
  const field = page.getByRole('dialog').getByLabel(fields.linkKey, { exact: true })
  expect(await field.getAttribute('type')).toBe('password')
  await desk.submit()
  await page.getByRole('dialog').getByText(zh.rules.required).waitFor()
  await field.fill('0123')
  await page.getByRole('dialog').getByText(zh.rules.linkKey).waitFor()
  await desk.expectClean()
  if (shots) await page.screenshot({ path: picture('dc09-dialog-zh-1440') })
  const digits = '0123456789ABCDEF'.repeat(4)
  await field.fill(digits)
  await desk.submit()
  await facts.getByText(words.present, { exact: true }).waitFor()
  await desk.expectClean()

  let number = 0
  const send = (key?: ReturnType<typeof dc09Key>) =>
    dial(
      writeDc09(
        {
          id: 'ADM-CID',
          sequence: String(++number).padStart(4, '0'),
          receiver: undefined,
          line: '0',
          account: 'ABC123',
          data: '#ABC123|1110 01 012',
          extended: {},
          time: new Date().toISOString(),
        },
        key,
      ),
    )
  const key = dc09Key(Buffer.from(digits, 'hex'))
  await expect.poll(() => send(key), { timeout: 15_000 }).toBe('ACK')
  expect(await send()).toBeUndefined()
  const reason = zh.enums.signInRefusal.notEncrypted
  const banner = page.getByRole('alert').filter({ hasText: texts.banner.refused.replace('{{reason}}', reason) })
  const now = async () => {
    await desk.go('/device/gatewayList')
    await desk.go(at)
    return banner.count()
  }
  await expect.poll(now, { timeout: 15_000 }).toBe(1)
  await page.getByText('127.0.0.1', { exact: true }).first().waitFor()
  await desk.expectClean()
  if (shots) {
    await page.screenshot({ path: picture('dc09-key-zh-1440'), fullPage: true })
    for (const [language, width] of [
      ['zh', 390],
      ['en', 1440],
      ['en', 390],
    ] as const) {
      const other = await console.open({ as: console.server.world.accounts.northAdmin, at, language, width })
      await other.page.locator('.ew-link-key').waitFor()
      await other.expectClean()
      await other.page.screenshot({ path: picture(`dc09-key-${language}-${width}`), fullPage: true })
      await other.close()
    }
  }
  await pressTab(page, texts.tabs.messages)
  await page.getByRole('row').getByText(reason).first().waitFor()
  const taken = page.getByRole('row').filter({ hasText: log.mqtt.results.taken }).first()
  await pressAction(taken, kit.view)
  const drawer = page.getByRole('dialog')
  await drawer.getByText(log.mqtt.decoded.encrypted).waitFor()
  await drawer.getByText('ADM-CID', { exact: true }).waitFor()
  await drawer.getByText(/"\*ADM-CID"\d{4}L0#ABC123\[/).waitFor()
  await desk.expectClean()
  if (shots) await page.screenshot({ path: picture('dc09-message-zh-1440') })
  await page.keyboard.press('Escape')

  // Its address is known now, and allowed with one click.
  await desk.go('/device/gatewayList')
  await desk.go(at)
  await pressAction(page.locator('.ew-detail-head'), kit.edit)
  await page.getByText(texts.form.sourcesHints.siaDc09).waitFor()
  await page.getByRole('button', { name: texts.form.useSource.replace('{{ip}}', '127.0.0.1') }).click()
  await desk.expectClean()
  if (shots) await page.screenshot({ path: picture('dc09-edit-zh-1440') })
  await desk.submit()
  await facts.getByText('127.0.0.1', { exact: true }).waitFor()

  await facts.getByRole('button', { name: words.remove }).click()
  await page.getByRole('dialog').getByText(words.removeConfirm.replace('{{name}}', 'Vault')).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: words.remove }).click()
  await facts.getByText(words.none, { exact: true }).waitFor()
  await expect.poll(() => send(), { timeout: 15_000 }).toBe('ACK')
  await desk.expectClean()
})
