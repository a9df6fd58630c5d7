import { limits } from '@emberwatch/contract'
import { en } from '@emberwatch/contract/texts/en'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { texts as alarmEn } from '../packages/web/src/features/alarms/alarm/alarm.en.ts'
import { texts as workEn } from '../packages/web/src/features/alarms/alarm/alarm-detail.en.ts'
import { texts as workZh } from '../packages/web/src/features/alarms/alarm/alarm-detail.zh.ts'
import { texts as breachEn } from '../packages/web/src/features/alarms/alarm-breach/alarm-breach.en.ts'
import { kit as kitEn } from '../packages/web/src/i18n/en/kit.ts'
import { texts as nuisanceEn } from '../packages/web/src/features/alarms/nuisance/nuisance.en.ts'
import { captureFailures, pressAction, pressTab, startConsole, type Console } from './console.ts'
import { filmed } from './filmed.ts'
import { addSite, type E2eSite } from './site.ts'

/** An alarm's own page: calls, checklist, notes with photos, place, the closing, the file and its check; the nuisance ranking. */

let console: Console
let site: E2eSite
let alarmId = 0
let deviceIds: number[] = []
beforeAll(async () => {
  console = await startConsole()
  const { db, world, call } = console.server
  site = await addSite(db, world.companies.north, world.customers.north)
  const token = await console.server.tokenOf(world.accounts.northAdmin)
  const devices = await db.selectFrom('device').select('id').where('project_id', '=', site.projectId).orderBy('id').execute()
  deviceIds = devices.map(({ id }) => id)
  await db
    .updateTable('project')
    .set({ longitude: 116.4, latitude: 39.9, coordinate_system: 'WGS84', address: '12 Harbour Road' })
    .where('id', '=', site.projectId)
    .execute()
  for (const [seq, name] of ['Wang Guard', 'Li Keys'].entries())
    await call(
      'POST',
      'web/projectNotifier/create',
      {
        projectId: site.projectId,
        name,
        phone: `1380000111${seq}`,
        role: 'security',
        methods: ['voice'],
        language: 'zh',
        enabled: true,
      },
      token,
    )
  const plan = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#e8eef4' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('purpose', 'floorPlan')
  form.set('file', new Blob([new Uint8Array(plan)]), 'plan.png')
  const stored = (await (
    await fetch(`${console.server.url}/api/file/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    })
  ).json()) as { data: string }
  const made = await call(
    'POST',
    'web/floorPlan/create',
    { projectId: site.projectId, building: 'Main', floor: '1', image: stored.data },
    token,
  )
  const planId = (made.data as { id: number }).id
  for (const [i, deviceId] of deviceIds.entries())
    await call('POST', 'web/floorPlan/place', { planId, deviceId, x: 0.2 + i * 0.2, y: 0.5 }, token)
  const report = (device: string | undefined, seq: number) =>
    fetch(`${console.server.url}/api/ingest/v1/${site.gateway.code}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${site.gateway.secret}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        seq,
        time: new Date().toISOString(),
        reports: [{ device, code: 'smoke', format: 'EW', values: { smoke: 42 } }],
      }),
    })
  await report(site.gateway.devices[0]?.code, 1)
  await report(site.gateway.devices[1]?.code, 2)
  const alarms = await db.selectFrom('alarm').select('id').where('project_id', '=', site.projectId).orderBy('id').execute()
  alarmId = alarms[0]?.id ?? 0
})
afterAll(() => console.stop())
captureFailures(() => console.windows)

const at = (id: number, tab = ''): string => `/alarm/alarmLogList/detail?id=${id}${tab && `&tab=${tab}`}`
const picture = (name: string): string => join(import.meta.dirname, '..', 'test-results', `${name}.png`)
const shots = process.env['SHOTS'] === '1'

test(
  'an operator works the alarm: calls, ticks, writes, photographs, closes, and makes the file',
  { timeout: 120_000 },
  async () => {
    const window = await console.open({ as: console.server.world.accounts.northAdmin, at: at(alarmId), language: 'en' })
    const { page } = window
    const calls = page.getByRole('region', { name: workEn.calls.title })
    const first = calls.getByRole('listitem').filter({ hasText: 'Wang Guard' }).first()
    await first.getByText(workEn.calls.next).waitFor()
    await calls.getByLabel(workEn.calls.note).fill('Line engaged')
    await first.getByRole('button', { name: en.enums.callOutcome.busy }).click()
    await calls.locator('li[data-next="true"]').filter({ hasText: 'Li Keys' }).waitFor()
    await calls.getByText('Line engaged').waitFor()

    const checks = page.getByRole('region', { name: workEn.checks.title })
    await checks.getByRole('button', { name: workEn.checks.edit }).click()
    await page.getByRole('dialog').getByLabel(en.fields.checkSteps).fill('Call the control room\nOpen the gate')
    await window.submit()
    await checks.getByRole('checkbox', { name: 'Open the gate' }).check()
    await checks.getByText('1 step to do').waitFor()

    const notes = page.getByRole('region', { name: workEn.notes.title })
    await notes.getByLabel(workEn.notes.write).fill('Smoke in the kitchen')
    // As large as a phone's photo: it is scaled down before it is sent.
    const photo = await sharp({
      create: {
        width: 3000,
        height: 2000,
        channels: 3,
        background: '#886644',
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .jpeg({ quality: 95 })
      .toBuffer()
    expect(photo.length).toBeGreaterThan(1_048_576)
    await notes.getByLabel(workEn.photos.add).setInputFiles({ name: 'kitchen.jpg', mimeType: 'image/jpeg', buffer: photo })
    await notes.locator('.ew-photo').first().waitFor()
    const film = notes.getByLabel(workEn.videos.add)
    await film.setInputFiles({ name: 'long.webm', mimeType: 'video/webm', buffer: Buffer.alloc(limits.videoBytes + 1) })
    await notes.getByText(/long\.webm is larger than 20 MB/).waitFor()
    await film.setInputFiles({ name: 'notes.webm', mimeType: 'video/webm', buffer: Buffer.from('no film at all') })
    await notes.getByText(/^notes\.webm: /).waitFor()
    await film.setInputFiles({
      name: 'kitchen.webm',
      mimeType: 'video/webm',
      buffer: Buffer.from(await page.evaluate<string>(filmed), 'base64'),
    })
    const video = notes.getByRole('button', { name: workEn.videos.one.replace('{{number}}', '1'), exact: true })
    await video.waitFor()
    await notes.getByRole('button', { name: workEn.notes.add, exact: true }).click()
    await notes.getByText('Smoke in the kitchen').last().waitFor()
    await page.locator('.ew-journey').getByText('1 video', { exact: true }).waitFor()
    // The one of the saved note: the form is empty again.
    await expect.poll(() => video.count()).toBe(1)
    await video.click()
    const player = page.getByRole('dialog', { name: workEn.videos.one.replace('{{number}}', '1') })
    await expect
      .poll(() => player.locator('video').evaluate((each) => (each as unknown as { currentTime: number }).currentTime))
      .toBeGreaterThan(0)
    await window.expectClean()
    if (shots) await page.screenshot({ path: picture('alarm-video-en-1440') })
    await page.keyboard.press('Escape')
    await player.waitFor({ state: 'hidden' })
    await page.locator('.ew-journey').getByText(en.enums.journeyStep.noted).waitFor()
    await window.expectClean()
    if (shots) await page.screenshot({ path: picture('alarm-en-1440'), fullPage: true })

    await pressTab(page, workEn.tabs.place)
    await page.getByText(workEn.place.neighbours).waitFor()
    await page.locator('.ew-plan-pin').first().waitFor()
    expect(await page.locator('.ew-plan-pin').count()).toBe(2)
    await window.expectClean()
    if (shots) await page.screenshot({ path: picture('alarm-place-en-1440'), fullPage: true })
    await pressTab(page, workEn.tabs.device)
    await page.getByText(workEn.device.thisOne).waitFor()
    await window.expectClean()
    if (shots) await page.screenshot({ path: picture('alarm-device-en-1440'), fullPage: true })
    await pressTab(page, workEn.tabs.results)
    await page.getByText(workEn.results.nobody).waitFor()
    await window.expectClean()

    await pressAction(page.locator('.ew-detail-head'), alarmEn.resolve)
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(en.fields.note, { exact: true }).fill('A pan on the stove')
    await window.choose(en.fields.result, en.enums.alarmResult.realFire)
    await window.choose(en.fields.handleWay, en.enums.handleWay.onSite)
    await dialog.getByLabel(en.fields.losses).fill('One pan')
    await dialog.getByLabel(alarmEn.form.reason).fill('Still smoke in the room')
    await window.submit()
    await pressTab(page, workEn.handling.work)
    await page.getByText('One pan').first().waitFor()

    await pressTab(page, workEn.tabs.files)
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: workEn.files.make }).click(),
    ])
    const path = await saved.path()
    const choose = page.getByLabel(workEn.files.choose)
    await choose.setInputFiles(path)
    // The hint says it as well.
    await page.getByText(`${basename(path)} is exactly what was registered`).waitFor()
    const bytes = readFileSync(path)
    bytes[1_000] = (bytes[1_000] ?? 0) ^ 1
    const forged = join(path, '..', 'forged.pdf')
    writeFileSync(forged, bytes)
    if (shots) writeFileSync(picture('alarm-file').replace('.png', '.pdf'), readFileSync(path))
    await choose.setInputFiles(forged)
    await page.getByText(/has been changed since/).waitFor()
    await window.expectClean()
    if (shots) await page.screenshot({ path: picture('alarm-files-en-1440'), fullPage: true })
    await window.close()
  },
)

test('keys and buttons lead to the alarms beside it, within the filter of the list', async () => {
  const closed = { state: 'cleared', closed_at: new Date(), acknowledge_due_at: null, close_due_at: null } as const
  await console.server.db.updateTable('alarm').set(closed).where('id', '=', alarmId).execute()
  const window = await console.open({
    as: console.server.world.accounts.northAdmin,
    at: `/alarm/alarmLogList?projectId=${site.projectId}`,
    language: 'en',
  })
  const { page } = window
  await page.locator('.ew-table .ew-code a').first().waitFor()
  await window.go(at(alarmId))
  await page.getByRole('group', { name: workEn.beside.filtered }).waitFor()
  // The neighbours are loaded after the alarm itself.
  await expect.poll(() => page.getByRole('button', { name: workEn.beside.previous }).isEnabled()).toBe(true)
  await page.keyboard.press('k')
  await expect.poll(() => page.url()).not.toContain(`id=${alarmId}`)
  expect(await page.getByRole('button', { name: workEn.beside.previous }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: workEn.beside.next }).click()
  await expect.poll(() => page.url()).toContain(`id=${alarmId}`)
  // All shortcuts of the list work here as well; one that does nothing at the moment says why.
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('d')
  await page.getByText(/This alarm is already/).waitFor()
  await page.keyboard.press('2')
  await page.getByText(workEn.place.neighbours).waitFor()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: alarmEn.keys.title })
  await help.getByText(alarmEn.keys.tab).waitFor()
  await window.expectClean()
  await page.keyboard.press('Escape')
  await help.waitFor({ state: 'hidden' })
  await page.keyboard.press('n')
  await page.getByRole('dialog').getByLabel(alarmEn.desk.comment).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.keyboard.press('r')
  await expect.poll(() => page.url()).toContain('repairOrderList?create=1')
  await window.close()
})

test('on a phone in Chinese everything is there; somebody who may only look gets no buttons', async () => {
  const { world } = console.server
  const viewer = await console.open({ as: world.accounts.northEngineer, at: at(alarmId), language: 'zh', width: 390 })
  await viewer.page.getByRole('region', { name: workZh.notes.title }).waitFor()
  expect(await viewer.page.getByRole('button', { name: workZh.notes.add, exact: true }).count()).toBe(0)
  expect(await viewer.page.getByRole('region', { name: workZh.calls.title }).count()).toBe(0)
  expect(await viewer.page.getByRole('button', { name: workZh.checks.edit }).count()).toBe(0)
  await viewer.expectClean()
  await viewer.close()
  for (const [name, width] of [
    ['alarm-zh-390', 390],
    ['alarm-zh-1440', 1440],
  ] as const) {
    const window = await console.open({ as: world.accounts.northAdmin, at: at(alarmId), language: 'zh', width })
    await window.page.getByRole('region', { name: workZh.calls.title }).getByText('Li Keys').first().waitFor()
    await window.expectClean()
    if (shots) await window.page.screenshot({ path: picture(name), fullPage: true })
    if (shots) {
      for (const tab of ['place', 'files', 'results']) {
        await window.go(at(alarmId, tab))
        await window.page.waitForTimeout(1_000)
        await window.page.screenshot({ path: picture(`${name}-${tab}`), fullPage: true })
      }
    }
    await window.close()
  }
})

test('nobody closes an alarm that is still active without a reason, nor one that somebody else has just closed', async () => {
  const { db, world, call, url } = console.server
  const token = await console.server.tokenOf(world.accounts.siterAdmin)
  await fetch(`${url}/api/ingest/v1/${site.gateway.code}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${site.gateway.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      seq: 3,
      time: new Date().toISOString(),
      reports: [{ device: site.gateway.devices[0]?.code, code: 'smoke', format: 'EW', values: { smoke: 51 } }],
    }),
  })
  const { id } = await db
    .selectFrom('alarm')
    .select('id')
    .where('project_id', '=', site.projectId)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  const window = await console.open({ as: world.accounts.northAdmin, at: at(id), language: 'en' })
  const { page } = window
  await pressAction(page.locator('.ew-detail-head'), alarmEn.misreport)
  const dialog = page.getByRole('dialog')
  await dialog.getByText(alarmEn.form.stillActive).waitFor()
  // A cause is enough.
  await dialog.getByText(en.enums.misreportCause.cooking, { exact: true }).click()
  await window.submit()
  await dialog.locator('.ant-form-item-explain-error').getByText(en.rules.required).waitFor()
  await dialog.getByLabel(alarmEn.form.reason).fill('The kitchen is being aired')
  await call('POST', 'web/alarmRecord/deal', { id, handleWay: 'byPhone', note: 'Called them', reason: 'They saw no fire' }, token)
  await window.submit()
  await page
    .getByText(/Siter Admin/)
    .filter({ hasText: en.enums.alarmState.cleared })
    .first()
    .waitFor()
  // What was typed is still there, and the alarm is as the first of the two left it.
  expect(await dialog.getByLabel(alarmEn.form.reason).inputValue()).toBe('The kitchen is being aired')
  expect(await db.selectFrom('alarm').select(['state', 'note']).where('id', '=', id).executeTakeFirstOrThrow()).toEqual({
    state: 'cleared',
    note: 'Called them',
  })
  await window.close()
})

test('the ranking of nuisance detectors leads to their alarms', async () => {
  const { db, world } = console.server
  await db
    .updateTable('alarm')
    .set({ state: 'misreport', cause: 'cooking', closed_at: new Date() })
    .where('project_id', '=', site.projectId)
    .where('id', '<>', alarmId)
    .execute()
  const window = await console.open({ as: world.accounts.northAdmin, at: '/alarm/nuisanceList', language: 'en' })
  const { page } = window
  await page.getByText(en.enums.misreportCause.cooking).first().waitFor()
  await window.expectClean()
  if (shots) await page.screenshot({ path: picture('nuisance-en-1440') })
  await page.getByRole('link', { name: nuisanceEn.alarms }).first().click()
  await page.locator('.ew-table .ew-code a').first().waitFor()
  expect(page.url()).toContain('alarmLogList?')
  await window.close()
})

test('exceeded response clocks are listed and counted; a closed alarm cannot be taken over', async () => {
  const { db, world } = console.server
  const { first_at } = await db.selectFrom('alarm').select('first_at').where('id', '=', alarmId).executeTakeFirstOrThrow()
  const due = new Date(Date.parse(first_at) + 1)
  await db.updateTable('alarm').set({ breached_at: due }).where('id', '=', alarmId).execute()
  const breach = { alarm_id: alarmId, alarm_first_at: first_at, clock: 'acknowledge', due_at: due } as const
  await db
    .insertInto('alarm_breach')
    .values({ ...breach, answered_at: new Date(), answered_by: world.accounts.northAdmin.id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const window = await console.open({ as: world.accounts.northAdmin, at: '/alarm/breachList', language: 'en' })
  const { page } = window
  await page.getByRole('radiogroup', { name: breachEn.sums }).getByText(breachEn.by.operator).click()
  await page.getByRole('region', { name: breachEn.sums }).getByRole('link', { name: 'North Admin' }).click()
  await expect.poll(() => page.url()).toContain('answeredById=')
  await window.expectClean()
  await page.locator('.ew-table .ew-code a').first().click()
  await expect.poll(() => page.url()).toContain(`id=${alarmId}`)
  const closed = await db.selectFrom('alarm').select('id').where('state', '=', 'misreport').executeTakeFirstOrThrow()
  await window.go(at(closed.id))
  await page.locator('.ew-detail-head').getByRole('button', { name: kitEn.more }).click()
  await page.getByRole('menuitem', { name: new RegExp(`^${alarmEn.desk.take}`), disabled: true }).waitFor()
  await page.getByRole('menuitem', { name: new RegExp(`^${alarmEn.desk.assign}`), disabled: true }).waitFor()
  await window.close()
})

test('a customer signs in and finds the alarms of their own building', async () => {
  const { world } = console.server
  const window = await console.open({ language: 'zh', width: 390 })
  await window.signIn(world.accounts.northCustomer)
  await window.go('/alarm/alarmLogList?all=true')
  await window.page.locator('.ew-table .ew-code a').first().waitFor()
  await window.go(at(alarmId))
  await window.page.getByText('12 Harbour Road').first().waitFor()
  expect(await window.page.getByRole('heading', { level: 1 }).count()).toBe(1)
  await window.expectClean()
  await window.close()
})
