import { en } from '@emberwatch/contract/texts/en'
import { zh } from '@emberwatch/contract/texts/zh'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { texts as commandEn } from '../packages/web/src/features/equipment/device-command/device-command.en.ts'
import { texts as commandZh } from '../packages/web/src/features/equipment/device-command/device-command.zh.ts'
import { texts as deviceEn } from '../packages/web/src/features/equipment/device/device.en.ts'
import { texts as deviceZh } from '../packages/web/src/features/equipment/device/device.zh.ts'
import { kit as kitEn } from '../packages/web/src/i18n/en/kit.ts'
import { kit as kitZh } from '../packages/web/src/i18n/zh/kit.ts'
import { captureFailures, pressAction, startConsole, type Console, type Window } from './console.ts'
import { alternating } from './languages.ts'
import { addSite, type E2eSite } from './site.ts'

/**
 * Somebody else changed a device in the meantime, or a file is not possible: reported where it was entered, and nothing is written in part.
 */
const languages = [
  { language: 'zh', shared: zh, kit: kitZh, device: deviceZh, command: commandZh },
  { language: 'en', shared: en, kit: kitEn, device: deviceEn, command: commandEn },
] as const

let console: Console
let site: E2eSite
let projectName: string
let projectCode: string
let otherModel: string

beforeAll(async () => {
  console = await startConsole()
  const { db, world } = console.server
  site = await addSite(db, world.companies.north, world.customers.north)
  otherModel = `G${site.model.code}`
  await db
    .insertInto('device_model')
    .values({ series_id: site.model.seriesId, code: otherModel, name: otherModel, is_gateway: true })
    .execute()
  const project = await db
    .selectFrom('project')
    .select(['code', 'name'])
    .where('id', '=', site.projectId)
    .executeTakeFirstOrThrow()
  projectName = project.name
  projectCode = project.code
})
afterAll(() => console.stop())
captureFailures(() => console.windows)

const dialog = ({ page }: Window) => page.getByRole('dialog')
/** An action of a row, even if it is behind “More”. */
const press = async ({ page }: Window, text: string, name: string): Promise<void> => {
  const row = page.getByRole('row', { name: text })
  await pressAction(row, name)
}

describe.each(alternating(import.meta.filename, languages))('in $language', ({ language, shared, kit, device, command }) => {
  const { fields } = shared
  const asAdmin = async (path: string, input: Record<string, unknown>): Promise<{ success: boolean }> => {
    const { call, tokenOf, world } = console.server
    return call('POST', path, input, await tokenOf(world.accounts.northAdmin)) as Promise<{ success: boolean }>
  }
  const stocked = async (code: string): Promise<number> => {
    const created = await asAdmin('web/devicePreset/create', { code, modelId: site.model.id })
    expect(created).toMatchObject({ success: true })
    const { db } = console.server
    return (await db.selectFrom('device').select('id').where('code', '=', code).executeTakeFirstOrThrow()).id
  }

  test('a device that somebody else has bound meanwhile', async () => {
    const { db, world } = console.server
    const code = `TWICE-${language}`
    const id = await stocked(code)
    const desk = await console.open({ language, as: world.accounts.northAdmin, at: '/device/uninstalledDeviceList' })
    await press(desk, code, device.actions.bind)
    await desk.choose(fields.projectId, projectName)
    expect(await asAdmin('web/device/bind', { ids: [id], projectId: site.projectId })).toMatchObject({ success: true })
    await desk.submit()
    await desk.page.getByText(shared.errors.deviceBound.split('{{')[0] ?? '').waitFor()
    await desk.expectClean()
    const steps = await db.selectFrom('device_trace').select('step').where('code', '=', code).execute()
    expect(steps.filter(({ step }) => step === 'bound')).toHaveLength(1)
    await desk.close()
  })

  test('a command to a device that has gone to stock meanwhile', async () => {
    const { db, world, call, tokenOf } = console.server
    const code = site.gateway.devices[language === 'zh' ? 0 : 1]?.code ?? ''
    const { id } = await db.selectFrom('device').select('id').where('code', '=', code).executeTakeFirstOrThrow()
    await db.updateTable('gateway').set({ online: true, last_seen_at: new Date() }).execute()
    const definition = {
      modelId: site.model.id,
      name: `Silence ${language}`,
      code: `silence${language}`,
      encoding: 'json',
      timeoutS: 30,
      retries: 0,
    }
    const defined = await call('POST', 'web/deviceCommand/create', definition, await tokenOf(world.accounts.siterAdmin))
    expect(defined).toMatchObject({ success: true })
    const desk = await console.open({ language, as: world.accounts.northAdmin, at: '/device/deviceCommandList' })
    await desk.page.getByRole('button', { name: command.send.action }).click()
    await dialog(desk).getByLabel(fields.deviceId).first().fill(code)
    await desk.page.getByTitle(code).first().click()
    await desk.choose(fields.commandId, `Silence ${language}`)
    expect(await asAdmin('web/device/unbind', { ids: [id], reason: 'replaced' })).toMatchObject({ success: true })
    await desk.submit()
    await desk.page.getByText(shared.reasons.commandNoGateway).first().waitFor()
    await desk.expectClean()
    expect(await db.selectFrom('sent_command').select('id').where('device_id', '=', id).execute()).toEqual([])
    await desk.close()
  })

  test('a file of which one row in a hundred is wrong, in ten ways', async () => {
    const { db, world } = console.server
    const mark = language.toUpperCase()
    const good = Array.from({ length: 990 }, (_, i) => {
      const n = `${mark}-${String(i + 1).padStart(4, '0')}`
      return `OK-${n},${site.model.code},Room ${n},BUS-${n},${projectCode},${site.gateway.code},R${n},`
    })
    const wrong = [
      [`${site.gateway.devices[2]?.code},${site.model.code},Taken,BUS-1,${projectCode},,,`, fields.code],
      [`W-${mark}-2,${site.model.code},No communication code,,${projectCode},,,`, fields.communicationCode],
      [`W-${mark}-3,no such model,Model,BUS-1,${projectCode},,,`, fields.modelId],
      [`W-${mark}-4,${otherModel},A model of gateways,BUS-1,${projectCode},,,`, fields.modelId],
      [`W-${mark}-5,${site.model.code},Elsewhere,BUS-1,no such project,,,`, fields.projectId],
      [`W-${mark}-6,${site.model.code},No gateway,BUS-1,${projectCode},no such gateway,,`, fields.gatewayId],
      [`W-${mark}-7,${site.model.code},,BUS-1,${projectCode},,,`, fields.name],
      [`no,${site.model.code},Short code,BUS-1,${projectCode},,,`, fields.code],
      [`W-${mark}-9,${site.model.code},Day,BUS-1,${projectCode},,,31.12.2026`, fields.installedOn],
      [`OK-${mark}-0001,${site.model.code},Twice,BUS-1,${projectCode},,,`, fields.code],
    ] as const
    const header = 'code,modelId,name,communicationCode,projectId,gatewayId,roomNumber,installedOn'
    const content = [header, ...good, ...wrong.map(([line]) => line)].join('\n')
    const counted = async (): Promise<number> =>
      (
        await db
          .selectFrom('device')
          .select('id')
          .where((e) => e.or([e('code', 'like', `OK-${mark}-%`), e('code', 'like', `W-${mark}-%`)]))
          .execute()
      ).length
    const desk = await console.open({ language, as: world.accounts.northAdmin, at: '/device/deviceList' })
    const { page } = desk
    await page.locator('.ew-toolbar').getByRole('button', { name: kit.import.import }).click()
    const file = { name: 'devices.csv', mimeType: 'text/csv', buffer: Buffer.from(content) }
    await dialog(desk).locator('input[type=file]').setInputFiles(file)
    const numbers = (text: string): string =>
      text.replace('{{total}}', '1000').replace('{{succeeded}}', '990').replace('{{failed}}', '10')
    await dialog(desk).getByText(numbers(kit.import.checked)).first().waitFor()
    const rows = dialog(desk).getByRole('region', { name: kit.import.problems }).locator('tbody tr')
    expect(await rows.locator('td:nth-child(1)').allTextContents()).toEqual(wrong.map((_line, i) => String(992 + i)))
    const label = (text: string): string => text.split(/[（(]/)[0]?.trim() ?? ''
    const named = await rows.locator('td:nth-child(2)').allTextContents()
    expect(named.map(label)).toEqual(wrong.map(([, field]) => label(field)))
    expect((await rows.locator('td:nth-child(3)').allTextContents()).filter((text) => text.trim() === '')).toEqual([])
    await desk.expectClean()
    // The file was only checked.
    expect(await counted()).toBe(0)
    await dialog(desk)
      .getByRole('button', { name: kit.import.start.replace('{{count}}', '990') })
      .click()
    await dialog(desk).getByText(numbers(kit.import.done)).first().waitFor({ timeout: 30_000 })
    await dialog(desk)
      .getByRole('button', { name: kit.import.failedRows })
      .or(dialog(desk).getByRole('link', { name: kit.import.failedRows }))
      .first()
      .waitFor()
    await desk.expectClean()
    expect(await counted()).toBe(990)
    await desk.close()
  })
})
