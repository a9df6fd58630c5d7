import { en } from '@emberwatch/contract/texts/en'
import { zh } from '@emberwatch/contract/texts/zh'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { texts as orderEn } from '../packages/web/src/features/orders/order/order.en.ts'
import { texts as orderZh } from '../packages/web/src/features/orders/order/order.zh.ts'
import { captureFailures, type Console, pressTab, startConsole } from './console.ts'
import { addSite } from './site.ts'

/** An engineer signs in at the address of an order, and the console shows where that was and who acted for whom. */

let console: Console
beforeAll(async () => {
  console = await startConsole()
})
afterAll(() => console.stop())
captureFailures(() => console.windows)

/** A hundredth of a degree of latitude is 1,112 m. */
const there = { latitude: 30.66, longitude: 104.06, coordinateSystem: 'WGS84' }

test('an order is signed in at, started, and completed on behalf', async () => {
  const { db, world, call, signIn } = console.server
  const site = await addSite(db, world.companies.north, world.customers.north)
  const device = await db
    .selectFrom('device')
    .select('id')
    .where('project_id', '=', site.projectId)
    .limit(1)
    .executeTakeFirstOrThrow()
  const { id: siteId } = await db
    .insertInto('sign_site')
    .values({
      company_id: world.companies.north.id,
      path: world.companies.north.path,
      project_id: site.projectId,
      name: 'Control room',
      latitude: there.latitude,
      longitude: there.longitude,
      coordinate_system: 'WGS84',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const [manager, engineer] = [await signIn(world.accounts.northAdmin), await signIn(world.accounts.northEngineer)]
  const created = await call(
    'POST',
    'web/order/repair/create',
    {
      deviceIds: [device.id],
      siteIds: [siteId],
      engineerIds: [world.accounts.northEngineer.id],
      priority: 'normal',
      description: 'no signal',
    },
    manager,
  )
  const { id } = created.data as { id: number }

  expect((await call('GET', 'app/order/list', { status: 'pending_receive' }, engineer)).data).toMatchObject({
    list: [{ id, status: 'pending_receive' }],
  })
  expect(await call('POST', 'app/order/receive', { id }, engineer)).toMatchObject({ success: true })
  expect(await call('POST', 'app/order/start', { id }, engineer)).toMatchObject({ status: 409, success: false })
  const away = { id, siteId, ...there, latitude: there.latitude + 0.01, accuracyM: 8 }
  expect(await call('POST', 'app/order/sign', away, engineer)).toMatchObject({ status: 422, success: false })
  expect(await call('POST', 'app/order/sign', { ...away, reason: 'gate moved' }, engineer)).toMatchObject({
    data: { id, result: 'outOfRadius', distanceM: 1112 },
  })
  expect(await call('POST', 'app/order/start', { id }, engineer)).toMatchObject({ success: true })

  const at = `/order/repairOrderList/detail?id=${id}`
  const desk = await console.open({ language: 'en', as: world.accounts.northAdmin, at })
  const { page } = desk
  await page.getByText('gate moved').first().waitFor()
  await page.getByText(en.enums.signInResult.outOfRadius).waitFor()
  await page.getByText(orderEn.metres.replace('{{count}}', '1112')).waitFor()

  await page.getByRole('button', { name: orderEn.onBehalf.replace('{{action}}', orderEn.actions.complete) }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('North Engineer').waitFor()
  await desk.choose(en.fields.completeType, en.enums.completeType.fixed)
  await dialog.getByLabel(en.fields.note, { exact: true }).fill('cleaned')
  await desk.submit()
  await dialog.getByText(en.errors.reasonRequired).waitFor()
  await dialog.getByLabel(en.fields.onBehalfReason).fill('reported by phone')
  await desk.submit()
  await page.getByText(orderEn.done.complete).waitFor()
  await pressTab(page, orderEn.tabs.timeline)
  await page.getByText(orderEn.behalfBecause.replace('{{reason}}', 'reported by phone')).waitFor()
  await page.getByText(orderEn.steps.signIn).waitFor()
  await desk.close()

  // The page is viewed in the other language.
  const other = await console.open({ language: 'zh', as: world.accounts.northAdmin, at })
  await other.page.getByText('gate moved').first().waitFor()
  await other.page.getByText(zh.enums.signInResult.outOfRadius).waitFor()
  await other.page.getByText(orderZh.metres.replace('{{count}}', '1112')).waitFor()
  await pressTab(other.page, orderZh.tabs.timeline)
  await other.page.getByText(orderZh.behalfBecause.replace('{{reason}}', 'reported by phone')).waitFor()
  await other.page.getByText(orderZh.steps.signIn).waitFor()
  await other.expectClean()
  await other.close()
})
