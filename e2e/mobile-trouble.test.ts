import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pushBrowser, startStandIn } from '../packages/server/src/features/notify/notify-provider/stand-ins.fixture.ts'
import type { WorldAccount } from '../packages/server/src/testing/context.ts'
import { png } from '../packages/server/src/testing/images.ts'
import { texts as ruleEn } from '../packages/web/src/features/notify/notify-rule/notify-rule.en.ts'
import { texts as orderEn } from '../packages/web/src/features/orders/order/order.en.ts'
import { captureFailures, startConsole, type Console } from './console.ts'
import { en as phoneEn } from '../packages/web/src/mobile/en.ts'
import { button, openPhoneOf } from './phone.ts'
import { addSite, type E2eSite } from './site.ts'

/** What can go wrong while an engineer is out: the network fails, the account is disabled, a device is moved away, push messages end. */

let ui: Console
let site: E2eSite
let manager: string

beforeAll(async () => {
  ui = await startConsole()
  const { companies, customers, accounts } = ui.server.world
  site = await addSite(ui.server.db, companies.north, customers.north)
  manager = await ui.server.tokenOf(accounts.northAdmin)
})
afterAll(() => ui.stop())
captureFailures(() => ui.windows)

const post = async (path: string, input: object, token = manager): Promise<{ id: number }> => {
  const answer = await ui.server.call('POST', path, input as Record<string, unknown>, token)
  expect(answer, answer.msg).toMatchObject({ success: true })
  return answer.data as { id: number }
}
const deviceIn = (room: string) =>
  ui.server.db
    .selectFrom('device')
    .select(['id', 'code'])
    .where('code', 'like', '%-' + room)
    .where('project_id', '=', site.projectId)
    .executeTakeFirstOrThrow()

/** A repair order for one detector, which North's engineer has accepted and started. */
const started = async (description: string, room: string): Promise<{ id: number; device: string; deviceId: number }> => {
  const { northEngineer } = ui.server.world.accounts
  const { id: deviceId, code: device } = await deviceIn(room)
  const planned = { priority: 'high', description, engineerIds: [northEngineer.id] }
  const { id } = await post('web/order/repair/create', { deviceIds: [deviceId], ...planned })
  const engineer = await ui.server.tokenOf(northEngineer)
  for (const step of ['receive', 'start']) await post(`app/order/${step}`, { id }, engineer)
  return { id, device, deviceId }
}
const orderOf = (id: number) =>
  ui.server.db.selectFrom('work_order').select(['status', 'complete_photos']).where('id', '=', id).executeTakeFirstOrThrow()
const audited = async (id: number, action: string): Promise<number> =>
  (
    await ui.server.db
      .selectFrom('audit_log')
      .select('id')
      .where('action', '=', `repairOrder.${action}`)
      .where('object_id', '=', String(id))
      .execute()
  ).length

test('what stands beside a contact breaks into lines: no page is wider than the phone, also without a network', async () => {
  const { db, world } = ui.server
  await db
    .insertInto('project_notifier')
    .values({
      project_id: site.projectId,
      seq: 1,
      name: 'Fire safety manager of the tower',
      phone: '+8613800000001',
      role: 'manager',
      methods: ['voice'],
      language: 'zh',
    })
    .execute()
  await db.insertInto('role_menu').values({ role_id: world.accounts.northEngineer.roleId, menu_code: 'order:contact' }).execute()
  await started('Whom to call', '104')
  const phone = await openPhoneOf(ui, 'en', world.accounts.northEngineer)
  const { page } = phone
  await page.getByText('Whom to call').click()
  await page.getByText('Fire safety manager of the tower').first().waitFor()
  await page.context().setOffline(true)
  await page.getByText(phoneEn.order.showOffline).waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
  const lines = await page.getByText('Fire safety manager of the tower').first().boundingBox()
  expect(lines?.width).toBeGreaterThan(140)
  await phone.close()
})

test('thirty photos over a line that breaks: each arrives once, and what has arrived is not sent again', async () => {
  const { id, device } = await started('Thirty photos', '101')
  const phone = await openPhoneOf(ui, 'en', ui.server.world.accounts.northEngineer)
  const { page } = phone
  const sheet = page.getByRole('dialog')
  await page.getByText('Thirty photos').click()
  await page.getByRole('button').filter({ hasText: device }).click()
  await sheet.getByRole('radio', { name: 'Repaired' }).check()
  await sheet.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => audited(id, 'record')).toBe(1)

  let uploads = 0
  await page.context().route('**/file/upload', async (route) => {
    uploads += 1
    // Once before it reaches the server, and once after the server has stored it but its answer is lost.
    if (uploads === 20) await route.fetch()
    await (uploads === 5 || uploads === 20 ? route.abort('connectionreset') : route.continue())
  })
  await button(page, 'Complete').click()
  await sheet.getByRole('radio', { name: 'Repaired' }).check()
  await sheet.getByLabel('What was done', { exact: true }).fill('Everything cleaned')
  const photos = await Promise.all(
    Array.from({ length: 30 }, async (_, n) => ({ name: `${n}.png`, mimeType: 'image/png', buffer: await png(300 + n, 200) })),
  )
  await sheet.locator('input[type=file]').setInputFiles(photos)
  await sheet.getByRole('img', { name: 'Photo 30' }).waitFor()
  // No further photo is accepted.
  expect(await sheet.locator('input[type=file]').isDisabled()).toBe(true)
  await phone.expectClean()
  await sheet.getByRole('button', { name: 'Complete', exact: true }).click()
  await page.getByText('1 step waiting').first().waitFor()
  await expect.poll(async () => (await orderOf(id)).status, { timeout: 45_000 }).toBe('pending_verify')
  const { complete_photos: kept } = await orderOf(id)
  expect([kept.length, new Set(kept).size, uploads]).toEqual([30, 30, 32])
  const files = await ui.server.db.selectFrom('file').select('id').where('id', 'in', kept).execute()
  expect(files).toHaveLength(30)
  expect(await audited(id, 'complete')).toBe(1)
  await phone.close()
})

test('a device that was unbound meanwhile: its result is stored, and the order says that it is no longer there', async () => {
  const { id, device, deviceId } = await started('Taken away meanwhile', '102')
  const phone = await openPhoneOf(ui, 'en', ui.server.world.accounts.northEngineer)
  const { page } = phone
  const sheet = page.getByRole('dialog')
  await page.getByText('Taken away meanwhile').click()
  await page.getByRole('button').filter({ hasText: device }).waitFor()
  await page.context().setOffline(true)
  await page.getByRole('button').filter({ hasText: device }).click()
  await sheet.getByRole('radio', { name: 'Repaired' }).check()
  await sheet.getByLabel('Note (optional)').fill('changed the battery')
  await sheet.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(/1 step waiting/).waitFor()
  await post('web/device/unbind', { ids: [deviceId], reason: 'goes back to stock' })
  await page.context().setOffline(false)
  await expect.poll(() => audited(id, 'record')).toBe(1)
  const stored = await ui.server.db.selectFrom('order_device').select(['result', 'note']).where('order_id', '=', id).execute()
  expect(stored).toEqual([{ result: 'fixed', note: 'changed the battery' }])
  await phone.close()
  const office = await ui.open({
    language: 'en',
    as: ui.server.world.accounts.northAdmin,
    at: `/order/repairOrderList/detail?id=${id}&tab=devices`,
  })
  await office.page.getByText(orderEn.deviceGone).first().waitFor()
  await office.close()
})

test('an engineer who is disabled in the middle: nothing is sent in their name, and nothing is lost', async () => {
  const { northEngineer } = ui.server.world.accounts
  const { id, device } = await started('Disabled in the middle', '103')
  const phone = await openPhoneOf(ui, 'en', northEngineer)
  const { page } = phone
  const sheet = page.getByRole('dialog')
  await page.getByText('Disabled in the middle').click()
  await page.getByRole('button').filter({ hasText: device }).waitFor()
  await page.context().setOffline(true)
  await page.getByRole('button').filter({ hasText: device }).click()
  await sheet.getByRole('radio', { name: 'Repaired' }).check()
  await sheet.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText(/1 step waiting/).waitFor()
  await post('web/account/forbidden', { id: northEngineer.id, enabled: false })
  await page.context().setOffline(false)
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.getByText(/1 step of .* (kept|sealed) on this phone/).waitFor()
  await phone.expectClean()
  expect(await audited(id, 'record')).toBe(0)

  await post('web/account/forbidden', { id: northEngineer.id, enabled: true })
  await signInAgain(phone.page, northEngineer)
  await expect.poll(() => audited(id, 'record')).toBe(1)
  await phone.close()
})

test('a step that keeps failing on the server: it is shown, other orders continue, and it arrives once the server works', async () => {
  const { db } = ui.server
  const broken = await started('Server fails at it', '101')
  const fine = await started('Goes on', '103')
  await sql`alter table order_device add constraint broken check (order_id <> ${sql.lit(broken.id)} or result is null) not valid`.execute(
    db,
  )
  const phone = await openPhoneOf(ui, 'en', ui.server.world.accounts.northEngineer)
  const { page } = phone
  const sheet = page.getByRole('dialog')
  const record = async (description: string, device: string): Promise<void> => {
    await page.getByText(description).click()
    await page.getByRole('button').filter({ hasText: device }).click()
    await sheet.getByRole('radio', { name: 'Repaired' }).check()
    await sheet.getByRole('button', { name: 'Save', exact: true }).click()
    await page.goBack()
  }
  await record('Server fails at it', broken.device)
  await page
    .getByText(/1 step waiting/)
    .first()
    .waitFor()
  await record('Goes on', fine.device)
  await expect.poll(() => audited(fine.id, 'record'), { timeout: 30_000 }).toBe(1)
  expect(await audited(broken.id, 'record')).toBe(0)
  await page.getByText(phoneEn.state.failing(1)).click()
  await page.getByText(/The server cannot process it/).waitFor()
  await phone.expectClean()
  await sql`alter table order_device drop constraint broken`.execute(db)
  await button(page, phoneEn.queue.sendNow).click()
  await expect.poll(() => audited(broken.id, 'record'), { timeout: 45_000 }).toBe(1)
  await page.getByText(phoneEn.queue.empty).waitFor()
  await phone.close()
})

/** A browser without a window has no push service and asks nobody: permission is given, and the subscription has the address that `push` names. */
const subscribed = (publicKey: string, { p256dh, auth }: ReturnType<typeof pushBrowser>): string => `{
  const bytes = Uint8Array.from(atob('${publicKey}'.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
  Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
  PushManager.prototype.subscribe = async () => {
    throw new DOMException('no push service', 'AbortError')
  }
  PushManager.prototype.getSubscription = async () => {
    const endpoint = localStorage.getItem('push')
    const keys = ${JSON.stringify({ p256dh, auth })}
    const options = { applicationServerKey: bytes.buffer }
    return endpoint && { endpoint, options, toJSON: () => ({ endpoint, keys }), unsubscribe: async () => true }
  }
}`

test('push that the browser renews goes on; once it has ended for good, the phone says so, and so does “who would be called”', async () => {
  const { db, world, url } = ui.server
  const { northEngineer, northAdmin, siterAdmin } = world.accounts
  const service = await startStandIn(() => ({ status: 201, body: '' }))
  const general = { name: 'Push', priority: 1, ratePerMinute: 600, timeoutS: 5, enabled: true, allowPrivate: true }
  const host = { pushHosts: new URL(service.url).host, subject: 'mailto:desk@example.com' }
  await post('web/notifyProvider/create', { kind: 'webPush', ...general, ...host }, await ui.server.tokenOf(siterAdmin))
  const receivers = [{ kind: 'accounts', accountIds: [northEngineer.id] }]
  const step = { afterS: 0, receivers, channels: ['app'], answerS: 30, repeats: 0, everyS: 0 }
  await post('web/messageNotify/create', {
    name: 'To the phone',
    events: ['alarm'],
    steps: [step],
    stopWhen: 'taken',
    mergeWindowS: 0,
  })
  const { public_key: key } = await db.selectFrom('notify_provider').select('public_key').executeTakeFirstOrThrow()
  const registered = async () =>
    (await db.selectFrom('push_subscription').select('endpoint').where('account_id', '=', northEngineer.id).execute()).map(
      ({ endpoint }) => new URL(endpoint).pathname,
    )

  const phone = await openPhoneOf(ui, 'en', northEngineer)
  const { page } = phone
  await page.addInitScript({ content: subscribed(key ?? '', pushBrowser()) })
  await page.evaluate(`localStorage.setItem('push', '${service.url}/first')`)
  await page.reload()
  await page.getByRole('link', { name: 'Me', exact: true }).click()
  await page.getByText(phoneEn.push.on).waitFor()
  await expect.poll(registered).toEqual(['/first'])

  // What the browser does when it replaces a subscription: it tells the worker, even while another page is open.
  await expect.poll(() => page.context().serviceWorkers().length).toBe(1)
  const [worker] = page.context().serviceWorkers()
  await page.evaluate(`localStorage.setItem('push', '${service.url}/second')`)
  const asked = await worker?.evaluate<boolean>(`(async () => {
    let asked = false
    PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
      asked = applicationServerKey.byteLength === 65
    }
    let work
    const oldSubscription = { options: { applicationServerKey: new ArrayBuffer(65) } }
    const waitUntil = (promise) => (work = promise)
    dispatchEvent(Object.assign(new Event('pushsubscriptionchange'), { oldSubscription, waitUntil }))
    await work
    return asked
  })()`)
  expect(asked).toBe(true)
  await expect.poll(registered).toEqual(['/second'])

  service.answer = () => ({ status: 410, body: '' })
  const report = {
    seq: randomBytes(2).readUInt16BE(),
    reports: [{ device: (await deviceIn('104')).code, code: 'smoke', format: 'EW' }],
  }
  const sent = await fetch(`${url}/api/ingest/v1/${site.gateway.code}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${site.gateway.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify(report),
  })
  expect(sent.status).toBe(200)
  await expect.poll(registered, { timeout: 20_000 }).toEqual([])
  await page.reload()
  await page.getByRole('alert').getByText(phoneEn.push.ended).waitFor()
  await page.getByRole('button', { name: phoneEn.push.start }).waitFor()
  await phone.expectClean()
  await phone.close()

  const desk = await ui.open({ language: 'en', as: northAdmin, at: `/project/projectList/detail?id=${site.projectId}&tab=who` })
  const lines = desk.page.getByRole('list', { name: ruleEn.preview.lines })
  const ended = new RegExp(ruleEn.preview.pushEnded.replace('{{time}}', '.+'))
  await lines.getByText(ended).waitFor()
  await desk.expectClean()
  await desk.close()
  await service.stop()
})

const signInAgain = async (page: Awaited<ReturnType<typeof openPhoneOf>>['page'], as: WorldAccount): Promise<void> => {
  const token = await ui.server.tokenOf(as)
  await page.evaluate(`localStorage.setItem('ew.token', '${token}')
    dispatchEvent(new StorageEvent('storage', { key: 'ew.token', newValue: '${token}' }))`)
}
