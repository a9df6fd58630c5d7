import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { png } from '../packages/server/src/testing/images.ts'
import { captureFailures, startConsole, type Console } from './console.ts'
import { button, gate, openPhoneOf } from './phone.ts'
import { addSite, type E2eSite } from './site.ts'
import type { WorldAccount } from '../packages/server/src/testing/context.ts'

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

const devices = () =>
  ui.server.db
    .selectFrom('device')
    .select(['id', 'code', 'room_number'])
    .where('project_id', '=', site.projectId)
    .orderBy('code')
    .execute()

/** A repair order for all four detectors, assigned to North's engineer, due today. */
const newOrder = async (description: string): Promise<{ id: number; code: string }> => {
  const { accounts } = ui.server.world
  const made = await ui.server.call(
    'POST',
    'web/order/repair/create',
    {
      deviceIds: (await devices()).map(({ id }) => id),
      priority: 'high',
      description,
      dueAt: new Date(Date.now() + 60_000).toISOString(),
      engineerIds: [accounts.northEngineer.id],
    },
    manager,
  )
  const { id } = made.data as { id: number }
  return ui.server.db.selectFrom('work_order').select(['id', 'code']).where('id', '=', id).executeTakeFirstOrThrow()
}

const openPhone = (language: 'zh' | 'en', as?: WorldAccount) => openPhoneOf(ui, language, as)

/** Waits until the page is cached on the phone. */
const kept = async (page: Page): Promise<void> => {
  await expect.poll(() => page.evaluate<boolean>('navigator.serviceWorker.controller !== null')).toBe(true)
}

const statusOf = async (id: number): Promise<string> =>
  (await ui.server.db.selectFrom('work_order').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
const audited = async (id: number, action: string): Promise<number> =>
  (
    await ui.server.db
      .selectFrom('audit_log')
      .select('id')
      .where('action', '=', `repairOrder.${action}`)
      .where('object_id', '=', String(id))
      .execute()
  ).length

test('a round through a cellar: entered offline, the tab killed, and everything stored once', async () => {
  const { db, world } = ui.server
  const { id, code } = await newOrder('Detectors in the cellar')
  const { id: siteId } = await db
    .insertInto('sign_site')
    .values({
      company_id: world.companies.north.id,
      path: world.companies.north.path,
      project_id: site.projectId,
      name: 'Main gate',
      address: '1 Fire Road',
      ...gate,
      coordinate_system: 'WGS84',
      radius_m: 100,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('order_site').values({ order_id: id, site_id: siteId }).execute()
  const phone = await openPhone('zh', world.accounts.northEngineer)
  const { page } = phone
  await page.getByText('Detectors in the cellar').waitFor()
  await kept(page)
  await phone.expectClean()
  await page.getByText('Detectors in the cellar').click()
  await button(page, '接单').click()
  await expect.poll(() => statusOf(id)).toBe('pending_complete')
  await page.getByText('请先在任一签到地址签到').waitFor()
  await phone.expectClean()

  // Far away at first, so a reason is required.
  await page.context().setGeolocation({ latitude: gate.latitude + 0.01, longitude: gate.longitude, accuracy: 30 })
  await button(page, '签到').click()
  await page.getByText('您不在签到范围内').waitFor()
  await phone.expectClean()
  await page.context().setGeolocation({ ...gate, accuracy: 12 })
  await button(page, '重新定位').click()
  await page.getByText(/距签到地址 0 米/).waitFor()
  const { data } = await ui.server.call('GET', `web/signSite/detail?id=${siteId}`, {}, manager)
  await page
    .getByRole('dialog')
    .getByLabel('签到地点的编号')
    .fill((data as { signedCode: string }).signedCode)
  await page.getByRole('dialog').getByRole('button', { name: '签到', exact: true }).click()
  await page.getByText(/已于 .* 签到/).waitFor()
  // It is shown at once, and sent a moment later.
  await expect.poll(() => audited(id, 'signIn')).toBe(1)
  const signed = await db.selectFrom('order_sign_in').select('scan').where('order_id', '=', id).execute()
  expect(signed).toEqual([{ scan: 'valid' }])

  // Into the cellar: without a network from here on.
  await page.context().setOffline(true)
  await button(page, '开工').click()
  for (const [index, { code: device }] of (await devices()).entries()) {
    // The next device opens automatically.
    if (index === 0) await page.getByRole('button').filter({ hasText: device }).click()
    await page.getByRole('dialog').getByText(device).waitFor()
    await page.getByRole('dialog').getByRole('radio', { name: '已修复' }).check()
    if (device.endsWith('101')) await page.getByRole('dialog').getByLabel(/备注/).fill('dust')
    const next = page.getByRole('dialog').getByRole('button', { name: '保存，下一台' })
    if (await next.count()) await next.click()
    else await page.getByRole('dialog').getByRole('button', { name: '保存', exact: true }).click()
  }
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText(/起离线 · 5 项操作待发送/).waitFor()
  await phone.expectClean()

  // Half a sentence is typed and a photo taken, then the phone closes the tab.
  await button(page, '完工').click()
  await page.getByRole('dialog').getByRole('radio', { name: '已修复' }).check()
  await page.getByRole('dialog').getByLabel('完成说明').fill('All cleaned')
  await page
    .getByRole('dialog')
    .locator('input[type=file]')
    .setInputFiles({ name: 'after.png', mimeType: 'image/png', buffer: await png(2_400, 1_800) })
  await page.getByRole('dialog').getByRole('img', { name: '照片 1' }).waitFor()
  const again = await page.context().newPage()
  await page.close()
  await again.goto(`${ui.server.url}/m/#/order/${id}`)
  await again.getByText(/起离线 · 5 项操作待发送/).waitFor()
  await button(again, '完工').click()
  expect(await again.getByRole('dialog').getByLabel('完成说明').inputValue()).toBe('All cleaned')
  await again.getByRole('dialog').getByRole('img', { name: '照片 1' }).waitFor()
  await again.getByRole('dialog').getByRole('button', { name: '完工', exact: true }).click()
  await again.getByText('6 项操作待发送').waitFor()
  expect(await statusOf(id)).toBe('pending_complete')
  await again.getByRole('link', { name: /^待发送/ }).click()
  await expect.poll(() => again.locator('.m-card').count()).toBe(6)

  // A second tab on the same phone, then online again: nothing is stored twice.
  const other = await again.context().newPage()
  await other.goto(`${ui.server.url}/m/#/queue`)
  await other.getByText('6 项操作待发送').waitFor()
  await again.context().setOffline(false)
  await expect.poll(() => statusOf(id), { timeout: 20_000 }).toBe('pending_verify')
  await again.getByText('没有待发送的操作').waitFor()
  await other.getByText('没有待发送的操作').waitFor()
  expect([await audited(id, 'start'), await audited(id, 'record'), await audited(id, 'complete')]).toEqual([1, 4, 1])
  const order = await db.selectFrom('work_order').select('complete_photos').where('id', '=', id).executeTakeFirstOrThrow()
  expect(order.complete_photos).toHaveLength(1)
  await again.getByRole('link', { name: '我的工单', exact: true }).click()
  await button(again, '已提交').click()
  await again.getByText(code).waitFor()
  await phone.close()
})

test('a step overtaken by somebody else’s action is kept, explained, and only discarded by hand', async () => {
  const { world } = ui.server
  const { id } = await newOrder('Overtaken in the lift')
  const phone = await openPhone('en', world.accounts.northEngineer)
  const { page } = phone
  await page.getByText('Overtaken in the lift').click()
  await page.getByText('Where', { exact: true }).first().waitFor()
  await page.context().setOffline(true)
  await button(page, 'Accept').click()
  await button(page, 'Start work').click()
  await page.getByText(/Offline since .* · 2 steps waiting/).waitFor()
  await ui.server.call('POST', 'web/order/repair/receive', { id, onBehalfReason: 'lift stuck' }, manager)
  await page.context().setOffline(false)
  await page.getByText('1 step not accepted: please check').waitFor()
  await page
    .getByRole('link', { name: /not accepted/ })
    .first()
    .click()
  await page.getByText(/Not accepted: /).waitFor()
  await page.getByText('An earlier step of this order was not accepted').waitFor()
  await phone.expectClean()
  // Signing out asks for confirmation while something is waiting.
  await page.getByRole('link', { name: 'Me', exact: true }).click()
  await button(page, 'Sign out').click()
  await page.getByText(/2 steps not sent yet/).waitFor()
  await phone.expectClean()
  await button(page, 'Cancel').click()
  await page.getByRole('link', { name: /^Waiting/ }).click()
  await button(page, 'Discard this step').click()
  await button(page, 'Yes, discard it').click()
  // The steps that came after it continue.
  await expect.poll(() => statusOf(id)).toBe('processing')
  await page.getByText('Nothing is waiting').waitFor()
  await phone.close()
})

test('steps waiting on a shared phone are sent only by the person who entered them', async () => {
  const { db, world } = ui.server
  const { id } = await newOrder('Entered by another')
  const phone = await openPhone('en', world.accounts.northEngineer)
  const { page } = phone
  await page.getByText('Entered by another').click()
  await page.context().setOffline(true)
  await button(page, 'Accept').click()
  await page.getByText(/1 step waiting/).waitFor()
  // Another person with the same permissions signs in on this phone, here or in the console.
  await db.insertInto('order_engineer').values({ order_id: id, account_id: world.accounts.siterEngineer.id }).execute()
  const signIn = async (as: WorldAccount) => {
    const token = await ui.server.tokenOf(as)
    await page.evaluate(`localStorage.setItem('ew.token', '${token}')
      dispatchEvent(new StorageEvent('storage', { key: 'ew.token', newValue: '${token}' }))`)
  }
  await signIn(world.accounts.siterEngineer)
  // It is not yet known who they are, so nothing of the other person is shown.
  await expect.poll(() => page.getByText('Entered by another').count()).toBe(0)
  await page.context().setOffline(false)
  await page.getByRole('link', { name: 'Me', exact: true }).click()
  await page.getByRole('heading', { name: 'Siter Engineer' }).waitFor()
  expect(await statusOf(id)).toBe('pending_receive')
  await signIn(world.accounts.northEngineer)
  await expect.poll(() => statusOf(id)).toBe('pending_complete')
  const steps = await db.selectFrom('order_history').select(['action', 'actor_id']).where('order_id', '=', id).execute()
  expect(steps).toContainEqual({ action: 'receive', actor_id: world.accounts.northEngineer.id })
  await phone.close()
})

test('scanning a code opens the device, and its test signal is shown', async () => {
  const { db, world } = ui.server
  const [device] = await devices()
  if (!device) throw new Error('the site has devices')
  const phone = await openPhone('en', world.accounts.northEngineer)
  const { page } = phone
  await page.getByRole('link', { name: 'Scan' }).click()
  await page.getByLabel('Code').fill('nothing-like-it')
  await button(page, 'Find').click()
  await page.locator('.m-tone-danger').waitFor()
  await page.goBack()
  await page.getByLabel('Code').fill(device.code.toLowerCase())
  await button(page, 'Find').click()
  await page.getByText('Not on test').waitFor()
  await button(page, 'Start a test').click()
  await page.getByText('No signal received yet').waitFor()
  await phone.expectClean()
  const { gateway_id } = await db.selectFrom('device').select('gateway_id').where('id', '=', device.id).executeTakeFirstOrThrow()
  await db
    .insertInto('report')
    .values({
      received_at: new Date(),
      gateway_id: gateway_id ?? 0,
      device_id: device.id,
      position: 0,
      code: '110',
      type: 'alarm',
    })
    .execute()
  await page.getByText('1 signal received').waitFor()
  expect(await page.getByText('Unknown code').count()).toBe(0)
  await page.getByRole('link', { name: 'Alarms' }).click()
  await page.getByText('No open alarms').waitFor()
  await phone.expectClean()
  await phone.close()
})

test('signing in with a captcha; users without access are told so; an ended session keeps waiting steps', async () => {
  const { db, world } = ui.server
  const phone = await openPhone('zh')
  const { page } = phone
  const captchas = new Map<string, string>()
  page.on('response', async (answer) => {
    if (!answer.url().endsWith('/code/image')) return
    // The browser forgets the answer of a page that has been left, which shows no captcha any more.
    const read = (await answer.json().catch(() => undefined)) as { data: { image: string; captchaId: string } } | undefined
    if (read) captchas.set(read.data.image, read.data.captchaId)
  })
  await page.reload()
  await page.getByRole('heading', { name: /登录/ }).waitFor()
  const image = page.getByRole('img', { name: '验证码图片' })
  await image.waitFor()
  await phone.expectClean()
  // What was typed stays when the network goes and comes.
  const shown = await image.getAttribute('src')
  await page.getByLabel('验证码', { exact: true }).fill('typed')
  await page.context().setOffline(true)
  await page.getByText(/当前没有网络/).waitFor()
  await page.context().setOffline(false)
  await page.getByText(/当前没有网络/).waitFor({ state: 'detached' })
  expect(await page.getByLabel('验证码', { exact: true }).inputValue()).toBe('typed')
  expect(await image.getAttribute('src')).toBe(shown)
  const signIn = async ({ account }: WorldAccount) => {
    await page.getByRole('img', { name: '验证码图片' }).waitFor()
    await page.getByLabel('账号').fill(account)
    await page.getByLabel('密码').fill(phone.password)
    const idOfShown = async () => captchas.get((await image.getAttribute('src')) ?? '') ?? ''
    await expect.poll(idOfShown).not.toBe('')
    const { answer } = await db
      .selectFrom('captcha')
      .select('answer')
      .where('id', '=', await idOfShown())
      .executeTakeFirstOrThrow()
    await page.getByLabel('验证码', { exact: true }).fill(answer)
    await button(page, '登录').click()
  }
  await signIn(world.accounts.northBare)
  await page.getByText('此页面供工程师和接警人员使用').waitFor()
  await phone.expectClean()
  await button(page, '退出登录').click()
  await signIn(world.accounts.northEngineer)
  await page.getByRole('heading', { name: '我的工单' }).waitFor()
  await page.getByText('今天没有工单').or(page.locator('.m-card').first()).waitFor()

  await newOrder('Session over')
  await button(page, '刷新').click()
  await page.getByText('Session over').click()
  await page.context().setOffline(true)
  await button(page, '接单').click()
  await page.getByText('1 项操作待发送').waitFor()
  await ui.server.call('POST', 'web/account/session/endOthers', {}, await ui.server.tokenOf(world.accounts.northEngineer))
  await page.context().setOffline(false)
  await page.getByText(/项操作保留在本机，登录后自动发送/).waitFor()
  await phone.expectClean()
  await signIn(world.accounts.northEngineer)
  await page.getByText(/已连接/).waitFor()
  await expect
    .poll(
      async () =>
        (await db.selectFrom('work_order').select('status').where('description', '=', 'Session over').executeTakeFirstOrThrow())
          .status,
    )
    .toBe('pending_complete')

  // Put on hold without a network, then the phone is handed on: what is waiting is sealed, and opened only for the person who entered it.
  const { id } = await newOrder('No part here')
  await page.getByRole('link', { name: '我的工单', exact: true }).click()
  await button(page, '刷新').click()
  await page.getByText('No part here').click()
  await button(page, '接单').click()
  await expect.poll(() => statusOf(id)).toBe('pending_complete')
  await page.context().setOffline(true)
  await button(page, '暂停').click()
  await phone.expectClean()
  await page.getByRole('dialog').getByLabel('原因').fill('secret reason')
  await page.getByRole('dialog').getByRole('button', { name: '暂停', exact: true }).click()
  await page.getByText('已暂停：secret reason').waitFor()
  await page.getByText('1 项操作待发送').waitFor()
  await page.getByRole('link', { name: '我的', exact: true }).click()
  await phone.expectClean()
  await button(page, '退出登录').click()
  await page.getByText(/加密保存在本机/).waitFor()
  await button(page, '仍然退出').click()
  await page.getByText(/的1 项操作已加密保存在本机/).waitFor()
  await phone.expectClean()
  const keptOpen = await page.evaluate<string[]>(`new Promise((resolve) => {
    const opened = indexedDB.open('emberwatch-phone')
    opened.onsuccess = () => {
      const asked = opened.result.transaction('kept').objectStore('kept').getAllKeys()
      asked.onsuccess = () => resolve(asked.result.filter((key) => /^(step|order|list|draft|photo|seal-key)\\//.test(key)))
    }
  })`)
  expect(keptOpen).toEqual([])
  await page.context().setOffline(false)
  await signIn(world.accounts.northEngineer)
  await expect.poll(() => statusOf(id), { timeout: 20_000 }).toBe('on_hold')
  await page.getByRole('link', { name: '我的工单', exact: true }).click()
  await page.getByRole('button', { name: /^全部未完成/ }).click()
  await page.getByText('No part here').click()
  await button(page, '恢复处理').click()
  await expect.poll(() => statusOf(id)).toBe('pending_complete')
  await phone.close()
})
