import { createFleet, type Fleet } from '@emberwatch/simulator'
import { en } from '@emberwatch/contract/texts/en'
import { zh } from '@emberwatch/contract/texts/zh'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ok, startReceiver, type Receiver } from '../packages/server/src/features/partners/push-endpoint/push.fixture.ts'
import { texts as endpointEn } from '../packages/web/src/features/partners/push-endpoint/push-endpoint.en.ts'
import { texts as endpointZh } from '../packages/web/src/features/partners/push-endpoint/push-endpoint.zh.ts'
import { texts as pushEn } from '../packages/web/src/features/partners/project-push/project-push.en.ts'
import { texts as pushZh } from '../packages/web/src/features/partners/project-push/project-push.zh.ts'
import { kit as kitEn } from '../packages/web/src/i18n/en/kit.ts'
import { kit as kitZh } from '../packages/web/src/i18n/zh/kit.ts'
import { captureFailures, pressAction, startConsole, type Console, type Window } from './console.ts'
import { alternating } from './languages.ts'
import { addSite, type E2eSite } from './site.ts'

/** A third party from its endpoint to the alarm that reaches it, fails to, and reaches it when it is pushed again. */

let console: Console
let site: E2eSite
let fleet: Fleet
let receiver: Receiver

beforeAll(async () => {
  console = await startConsole()
  const { db, world, mqttUrl } = console.server
  site = await addSite(db, world.companies.north, world.customers.north)
  fleet = createFleet({ url: mqttUrl ?? '', gateways: [site.gateway], heartbeatSeconds: 0 })
  await fleet.start()
  receiver = await startReceiver()
})
afterAll(async () => {
  await fleet.stop()
  await console.stop()
  await receiver.stop()
})
captureFailures(() => console.windows)

const languages = alternating(import.meta.filename, [
  ['zh', zh, { endpoint: endpointZh, push: pushZh, kit: kitZh }, 1440],
  ['en', en, { endpoint: endpointEn, push: pushEn, kit: kitEn }, 1440],
] as const)

describe.each(languages)('in %s', (language, shared, { endpoint, push, kit }, width) => {
  const { fields, enums } = shared
  let desk: Window
  beforeAll(async () => {
    desk = await console.open({ language, width, as: console.server.world.accounts.siterAdmin })
  })
  afterAll(() => desk.close())

  test('an endpoint is created and tested, a project is bound, an alarm is pushed, fails, and is pushed again', async () => {
    const { page } = desk
    const name = `Fire brigade ${language}`
    const url = `${receiver.url}/${language}`
    const last = () => receiver.got.findLast(({ path }) => path.endsWith(`/${language}`))?.body
    await desk.go('/open/endpoint')
    await page.getByRole('button', { name: endpoint.create }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(fields.name, { exact: true }).fill(name)
    await dialog.getByLabel(fields.url, { exact: true }).fill('ftp://example.com')
    await desk.submit()
    await dialog.getByText(shared.rules.pushUrl).first().waitFor()
    await dialog.getByLabel(fields.url, { exact: true }).fill(url)
    await dialog.getByLabel(fields.allowPrivate, { exact: true }).click()
    await desk.expectClean()
    await desk.submit()
    await page.getByText(endpoint.secret.hint).waitFor()
    await desk.expectClean()
    await page.getByRole('button', { name: kit.once.noted }).click()

    const row = page.getByRole('row', { name })
    await row.getByText(enums.pushHealth.untried).waitFor()
    await pressAction(row, endpoint.test.action)
    await page.getByText('{"ok":true}').waitFor()
    expect(last()?.type).toBe('test')
    await desk.expectClean()
    await page.getByRole('dialog').getByRole('button', { name: kit.close }).last().click()

    await desk.go('/open/projectpush')
    await page.getByRole('button', { name: push.create }).click()
    await desk.choose(fields.projectId, 'Tower')
    await desk.choose(fields.endpointId, name)
    await desk.expectClean()
    await desk.submit()
    await page.getByRole('row', { name }).getByText(enums.projectPushState.active).waitFor()

    // A repeat at the same place is not pushed.
    const device = site.gateway.devices[language === 'zh' ? 1 : 2]
    receiver.answer = (response) => void response.writeHead(500).end('not now')
    await fleet.report(device?.code ?? '', 'smoke')
    await vi.waitFor(() => expect(last()?.type).toBe('alarm.raised'), { timeout: 10_000 })
    const health = () =>
      console.server.db.selectFrom('push_endpoint').select('failing_since').where('name', '=', name).executeTakeFirstOrThrow()
    await vi.waitFor(async () => expect((await health()).failing_since).not.toBeNull(), { timeout: 10_000 })
    const id = last()?.id

    await desk.go('/open/endpoint')
    await row.getByText(enums.pushHealth.failing).first().waitFor()
    await row.getByRole('link', { name }).click()
    await page.getByRole('heading', { name }).waitFor()
    await page.getByRole('tab', { name: endpoint.tabs.deliveries }).click()
    const pushed = page.getByRole('row', { name: enums.pushEvent['alarm.raised'] })
    await pushed.getByText(/500/).waitFor()
    await desk.expectClean()

    receiver.answer = ok
    // Given up, as it would be after a day.
    await console.server.db
      .updateTable('push_delivery')
      .set({ state: 'dead' })
      .where('event_id', '=', id ?? '')
      .execute()
    const before = receiver.got.length
    await page.reload()
    await pushed.getByText(enums.pushState.dead).waitFor()
    await pressAction(pushed, endpoint.replay.one)
    await vi.waitFor(() => expect(receiver.got.length).toBeGreaterThan(before), { timeout: 10_000 })
    expect(last()?.id).toBe(id)
    await expect
      .poll(async () => {
        await page.reload()
        await pushed.first().waitFor()
        return pushed.getByText(enums.pushState.delivered).count()
      })
      .toBe(1)
    await pressAction(pushed, endpoint.deliveries.details)
    await page.getByText('Tower').first().waitFor()
    await page.getByRole('dialog').getByText(`"${id}"`).waitFor()
    await desk.expectClean()
  })
})
