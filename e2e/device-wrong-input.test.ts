import { en } from '@emberwatch/contract/texts/en'
import { zh } from '@emberwatch/contract/texts/zh'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { texts as deviceEn } from '../packages/web/src/features/equipment/device/device.en.ts'
import { texts as deviceZh } from '../packages/web/src/features/equipment/device/device.zh.ts'
import { texts as projectEn } from '../packages/web/src/features/sites/project/project.en.ts'
import { texts as projectZh } from '../packages/web/src/features/sites/project/project.zh.ts'
import { captureFailures, startConsole, type Console } from './console.ts'
import { alternating } from './languages.ts'
import { addSite, type E2eSite } from './site.ts'

/** Wrong input about devices and projects: reported at its field, and nothing is stored. */
const languages = [
  { language: 'zh', shared: zh, device: deviceZh, project: projectZh },
  { language: 'en', shared: en, device: deviceEn, project: projectEn },
] as const

let console: Console
let site: E2eSite

beforeAll(async () => {
  console = await startConsole()
  const { db, world } = console.server
  site = await addSite(db, world.companies.north, world.customers.north)
  await db.updateTable('device_series').set({ network: 'lora' }).execute()
})
afterAll(() => console.stop())
captureFailures(() => console.windows)

describe.each(alternating(import.meta.filename, languages))('in $language', ({ language, shared, device, project }) => {
  const { fields } = shared
  const stored = async (table: 'device' | 'project_type') =>
    (await console.server.db.selectFrom(table).select('id').execute()).length

  test('a device without a communication code, and with the code of another', async () => {
    const desk = await console.open({ language, as: console.server.world.accounts.northAdmin, at: '/device/deviceList' })
    const { page } = desk
    const dialog = page.getByRole('dialog')
    const before = await stored('device')
    await page.getByRole('button', { name: device.create }).click()
    const problemAt = (field: string) =>
      dialog.locator('.ant-form-item', { has: page.locator(`#${field}`) }).locator('.ant-form-item-explain-error')
    await dialog.getByLabel(fields.code, { exact: true }).fill(`NEW-${language}`)
    await desk.choose(fields.modelId, site.model.name)
    // Whether it is needed depends on the model, and is said before anything is sent.
    await dialog.locator('label.ant-form-item-required[for=communicationCode]').waitFor()
    await dialog.getByLabel(fields.name, { exact: true }).fill('Smoke detector')
    await desk.choose(fields.projectId, 'Tower')
    await desk.submit()
    await problemAt('communicationCode').waitFor()
    await desk.expectClean()
    await dialog.getByLabel(fields.communicationCode, { exact: true }).fill(`COM-${language}`)
    await dialog.getByLabel(fields.code, { exact: true }).fill(site.gateway.devices[0]?.code ?? '')
    await desk.submit()
    await problemAt('code').waitFor()
    expect(await stored('device')).toBe(before)
    await desk.close()
  })

  test('a project type with cycles of 0 days', async () => {
    const desk = await console.open({ language, as: console.server.world.accounts.siterAdmin, at: '/project/projectTypeList' })
    const { page } = desk
    const dialog = page.getByRole('dialog')
    const before = await stored('project_type')
    await page.getByRole('button', { name: project.type.create }).click()
    const values = {
      code: 'ZERO',
      nameZh: '零',
      nameEn: 'Zero',
      maintenanceYears: '1',
      inspectionCycleDays: '0',
      maintenanceCycleDays: '0',
    }
    for (const [name, value] of Object.entries(values))
      await dialog.getByLabel(fields[name as keyof typeof values], { exact: true }).fill(value)
    await desk.submit()
    for (const field of ['inspectionCycleDays', 'maintenanceCycleDays'])
      await dialog
        .locator('.ant-form-item', { has: page.locator(`#${field}`) })
        .locator('.ant-form-item-explain-error')
        .waitFor()
    // What was typed stays, so that it can be corrected.
    expect(await dialog.getByLabel(fields.inspectionCycleDays, { exact: true }).inputValue()).toBe('0')
    expect(await stored('project_type')).toBe(before)
    await desk.expectClean()
    await desk.close()
  })
})
