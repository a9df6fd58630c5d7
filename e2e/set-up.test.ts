import { endpoints } from '@emberwatch/contract'
import { en } from '@emberwatch/contract/texts/en'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { texts as setUpEn } from '../packages/web/src/features/overview/set-up/set-up.en.ts'
import { captureFailures, startConsole, type Console } from './console.ts'

/** The set-up list of a new installation, where something goes wrong. */

let console: Console
beforeAll(async () => {
  console = await startConsole()
})
afterAll(() => console.stop())
captureFailures(() => console.windows)

test('name and zone are saved in two parts: if the second fails, the first stays saved and is sent again only if it changes', async () => {
  const { db, world } = console.server
  const window = await console.open({ language: 'en', as: world.accounts.siterAdmin, at: '/dataCenter/home' })
  const { page } = window
  const { update, updateInfo } = endpoints.companyConfig
  const sent = { [update.path]: 0, [updateInfo.path]: 0 }
  page.on('request', (request) => {
    for (const path of Object.keys(sent)) if (request.url().endsWith(path)) sent[path] = (sent[path] ?? 0) + 1
  })
  await page
    .getByRole('region', { name: setUpEn.title })
    .getByRole('button', { name: setUpEn.actions.nameAndZone })
    .first()
    .click()
  const dialog = page.getByRole('dialog')
  const name = dialog.getByLabel(en.fields.platformName, { exact: true })
  const stored = async () => {
    const company = await db.selectFrom('company').select(['id', 'name']).where('type', '=', 'siter').executeTakeFirstOrThrow()
    const config = await db
      .selectFrom('company_config')
      .select('platform_name')
      .where('company_id', '=', company.id)
      .executeTakeFirst()
    return [config?.platform_name, company.name]
  }
  const [, before] = await stored()
  await name.fill('Harbour Watch')
  await dialog.getByLabel(setUpEn.nameAndZone.company, { exact: true }).fill('Harbour Ltd')
  await page.route(`**/${updateInfo.path}`, (route) => route.abort())
  const fail = async () => {
    const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith(updateInfo.path))
    await window.submit()
    await failed
    // It can be sent again: what was entered is still there.
    await dialog.locator('.ant-btn-primary:not(.ant-btn-loading)').waitFor()
    expect(await name.inputValue()).toBe('Harbour Watch')
  }
  await fail()
  expect(await stored()).toEqual(['Harbour Watch', before])
  await fail()
  expect(sent).toEqual({ [update.path]: 1, [updateInfo.path]: 2 })
  expect(await stored()).toEqual(['Harbour Watch', before])

  await page.unroute(`**/${updateInfo.path}`)
  await name.fill('Harbour Fire Watch')
  await window.submit()
  await dialog.waitFor({ state: 'hidden' })
  expect(await stored()).toEqual(['Harbour Fire Watch', 'Harbour Ltd'])
  expect(sent).toEqual({ [update.path]: 2, [updateInfo.path]: 3 })
  await window.close()
})
