import { zh } from '@emberwatch/contract/texts/zh'
import { createFleet, type Fleet } from '@emberwatch/simulator'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { texts } from '../packages/web/src/features/sites/project/project.zh.ts'
import { texts as documents } from '../packages/web/src/features/sites/project-document/project-document.zh.ts'
import { texts as people } from '../packages/web/src/features/sites/project-person/project-person.zh.ts'
import { kit } from '../packages/web/src/i18n/zh/kit.ts'
import { captureFailures, type Console, pressAction, pressTab, startConsole, type Window } from './console.ts'
import { addSite, type E2eSite } from './site.ts'

let console: Console
let site: E2eSite
let fleet: Fleet
beforeAll(async () => {
  console = await startConsole()
  const { db, world, mqttUrl } = console.server
  site = await addSite(db, world.companies.north, world.customers.north)
  fleet = createFleet({ url: mqttUrl ?? '', gateways: [site.gateway], heartbeatSeconds: 0, reconnectMs: 200 })
  await fleet.start()
})
afterAll(async () => {
  await fleet.stop()
  await console.stop()
})
captureFailures(() => console.windows)

/** An action of the page, or of its first row. */
const act = ({ page }: Window, name: string): Promise<void> => pressAction(page.locator('main'), name)
const confirm = ({ page }: Window, name: string): Promise<void> =>
  page.getByRole('dialog').getByRole('button', { name, exact: true }).click()

test(
  'from the application to maintenance: created, rejected, edited, approved, installed, completed, stopped',
  { timeout: 90_000 },
  async () => {
    const { world, db } = console.server
    const { accounts } = world
    const type = await db.selectFrom('project_type').select('name_zh').orderBy('id').limit(1).executeTakeFirstOrThrow()
    const agent = await console.open({ as: accounts.northAgentAdmin, at: '/project/projectList' })
    await agent.page.getByRole('button', { name: texts.create }).click()
    const dialog = agent.page.getByRole('dialog')
    await dialog.getByLabel(zh.fields.name, { exact: true }).fill('河畔剧院')
    await agent.choose(zh.fields.typeId, type.name_zh)
    await agent.choose(zh.fields.customerId, 'North Agent Customer')
    await agent.submit()
    // Missing values are reported at their fields.
    await dialog.locator('.ant-form-item-explain-error').first().waitFor()
    await dialog.getByLabel(zh.fields.address, { exact: true }).fill('河畔路 1 号')
    // What nobody has to fill in is folded, and unfolds where something in it is wrong.
    const building = dialog.locator('summary', { hasText: kit.form.sections.building })
    const floors = dialog.getByLabel(zh.fields.floorsBelow, { exact: true })
    await building.click()
    await floors.fill('99')
    await building.click()
    await floors.waitFor({ state: 'hidden' })
    await agent.submit()
    await floors.waitFor()
    await floors.fill('2')
    await agent.expectClean()
    await agent.submit()
    await agent.page.getByRole('link', { name: '河畔剧院' }).click()
    await agent.page.getByText(texts.banner.pending).waitFor()
    await agent.page.locator('.ew-detail-head').getByRole('button', { name: kit.more }).click()
    await agent.page.getByRole('menuitem', { name: texts.actions.complete }).getByText(zh.reasons.approved).waitFor()
    await agent.page.keyboard.press('Escape')
    const { id } = await db.selectFrom('project').select('id').where('name', '=', '河畔剧院').executeTakeFirstOrThrow()
    await db.updateTable('project').set({ country: 'CN', province: '330000' }).where('id', '=', id).execute()

    const auditor = await console.open({ as: accounts.northAdmin, at: '/project/projectAuditList' })
    await act(auditor, texts.actions.reject)
    await auditor.page.getByRole('dialog').getByLabel(zh.fields.reason).fill('缺少平面图')
    await auditor.submit()
    await agent.page.getByText(texts.banner.rejected.replace('{{reason}}', '缺少平面图')).waitFor()
    await act(agent, kit.edit)
    await dialog.getByLabel(zh.fields.address, { exact: true }).fill('河畔路 2 号')
    // Terms are never empty: emptied ones are not silently kept.
    const years = dialog.getByLabel(zh.fields.maintenanceYears, { exact: true })
    await years.fill('')
    await agent.submit()
    await dialog.locator('.ant-form-item-explain-error', { hasText: zh.rules.required }).waitFor()
    await years.fill('2')
    // A position outside the chosen area is asked back before anything is sent: first swapped, then in another province.
    for (const [latitude, longitude, problem] of [
      ['120.17', '30.25', zh.rules.positionSwapped],
      ['30.66', '104.06', zh.rules.positionOutsideProvince],
      ['30.25', '120.17', undefined],
    ] as const) {
      await dialog.getByLabel(zh.fields.latitude, { exact: true }).fill(latitude)
      await dialog.getByLabel(zh.fields.longitude, { exact: true }).fill(longitude)
      await agent.submit()
      if (problem !== undefined) await dialog.getByText(problem).waitFor()
    }
    await auditor.page.getByText(zh.enums.auditState.pending).first().waitFor()
    await act(auditor, texts.actions.agree)
    await confirm(auditor, texts.actions.agree)
    await auditor.expectClean()
    await auditor.close()
    await agent.page.getByText(zh.enums.projectStatus.uninstall).first().waitFor()

    // No device is bound yet: the disabled action says why.
    const { company_id, path, customer_id } = await db
      .selectFrom('project')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const model = await db.selectFrom('device_model').select('id').limit(1).executeTakeFirstOrThrow()
    await db.updateTable('project').set({ status: 'installing' }).where('id', '=', id).execute()
    await agent.page.reload()
    await agent.page.locator('.ew-detail-head').getByRole('button', { name: kit.more }).click()
    await agent.page.getByRole('menuitem', { name: texts.actions.complete }).getByText(zh.reasons.devicesBound).waitFor()
    await db
      .insertInto('device')
      .values({ company_id, path, customer_id, project_id: id, model_id: model.id, code: 'E2EPROJ1', name: '感烟探测器' })
      .execute()
    await agent.page.reload()
    await act(agent, texts.actions.complete)
    await confirm(agent, texts.actions.complete)
    await agent.page.getByText(zh.enums.projectStatus.maintenance).first().waitFor()
    await act(agent, texts.actions.stop)
    await dialog.getByLabel(zh.fields.reason).fill('欠费')
    await agent.submit()
    await agent.page.getByText(texts.banner.stopped.replace('{{reason}}', '欠费')).waitFor()
    await agent.expectClean()
    await agent.go('/project/projectList')
    await agent.page.getByText(texts.stopped).first().waitFor()
    expect(await db.selectFrom('project').select(['status', 'stopped', 'audit']).where('id', '=', id).executeTakeFirst()).toEqual(
      {
        status: 'maintenance',
        stopped: true,
        audit: 'approved',
      },
    )
    await agent.expectClean()
    await agent.close()
  },
)

test(
  'a project on test: every console says so, its fire is marked and silent, and the end makes it real again',
  { timeout: 60_000 },
  async () => {
    const { accounts } = console.server.world
    const guard = await console.open({ as: accounts.northCustomer, at: '/alarm/alarmLogList' })
    const manager = await console.open({ as: accounts.northAdmin, at: `/project/projectList/detail?id=${site.projectId}` })
    await act(manager, texts.actions.test)
    const dialog = manager.page.getByRole('dialog')
    await dialog.getByLabel(zh.fields.reason).fill('年度检测')
    await dialog.getByLabel(texts.testForm.requestedBy).fill('消控室')
    await manager.choose(zh.fields.identityCheck, zh.enums.identityCheck.onSite)
    await manager.expectClean()
    await manager.submit()
    await guard.page.getByRole('region', { name: texts.banner.title }).waitFor()
    await manager.page.getByText(texts.banner.testWhole).waitFor()

    const [device] = site.gateway.devices
    await fleet.report(device?.code ?? '', 'smoke')
    await guard.page.getByRole('row').filter({ hasText: '测试' }).first().waitFor()
    expect(await guard.page.locator('.ew-queue').count()).toBe(0)
    await guard.expectClean()

    await pressTab(manager.page, texts.tabs.tests)
    await act(manager, texts.actions.endTest)
    await confirm(manager, texts.actions.endTest)
    await guard.page.getByRole('region', { name: texts.banner.title }).waitFor({ state: 'detached' })
    await fleet.report(device?.code ?? '', 'smoke')
    await guard.page.locator('.ew-queue').waitFor()
    await manager.expectClean()
    await guard.close()
    await manager.close()
  },
)

test(
  'people with their certificates, documents with photos, and all of it as one file; a customer reads, others see nothing',
  { timeout: 90_000 },
  async () => {
    const { world, db } = console.server
    const { accounts } = world
    const at = `/project/projectList/detail?id=${site.projectId}`
    const manager = await console.open({ as: accounts.northAdmin, at: `${at}&tab=people` })
    const { page } = manager
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: people.create }).click()
    await manager.submit()
    await dialog.locator('.ant-form-item-explain-error').first().waitFor()
    await dialog.getByLabel(zh.fields.personName).fill('王建国')
    await dialog.getByLabel(zh.fields.phone).fill('13812345678')
    await dialog.getByLabel(zh.fields.certificateNo).fill('XF-2201')
    await dialog.getByLabel(zh.fields.certificateExpires).fill('2020-01-31')
    await page.keyboard.press('Enter')
    await manager.expectClean()
    await manager.submit()
    const row = page.getByRole('row').filter({ hasText: '王建国' })
    await row.getByText(/已过期 \d+ 天/).waitFor()
    await row.getByText('138****5678').waitFor()
    await row.getByRole('button', { name: kit.masked.showOf.replace('{{name}}', '王建国') }).click()
    await row.getByRole('link', { name: '13812345678' }).waitFor()
    await manager.expectClean()

    await pressTab(page, texts.tabs.documents)
    await page.getByRole('button', { name: documents.addPhotos }).click()
    await dialog.getByLabel(zh.fields.title).fill('消防泵房')
    // As large as phones take them: the console scales it down before it is sent.
    const photo = await sharp({
      create: {
        width: 4_000,
        height: 3_000,
        channels: 3,
        background: '#5c7d9a',
        noise: { type: 'gaussian', mean: 128, sigma: 30 },
      },
    })
      .jpeg()
      .toBuffer()
    expect(photo.length).toBeGreaterThan(1_048_576)
    await dialog.locator('input[type=file]').setInputFiles({ name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer: photo })
    await dialog.getByText('IMG_0001.jpg').waitFor()
    await manager.expectClean()
    await manager.submit()
    await page.getByRole('heading', { name: documents.gallery }).waitFor()
    const stored = await db
      .selectFrom('file')
      .select(['size', 'mime'])
      .where('name', '=', 'IMG_0001.jpg')
      .executeTakeFirstOrThrow()
    expect(stored.mime).toBe('image/jpeg')
    expect(stored.size).toBeLessThan(photo.length / 2)
    await page.locator('.ew-document-photo').first().click()
    await page
      .getByRole('dialog')
      .getByRole('img', { name: documents.closeOf.replace('{{name}}', '消防泵房') })
      .waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await manager.expectClean()

    const saved = page.waitForEvent('download')
    await act(manager, texts.actions.dossier)
    const file = await saved
    expect(file.suggestedFilename()).toMatch(/^项目消防档案-Tower-.*\.pdf$/)
    await manager.close()

    const guard = await console.open({ as: accounts.northCustomer, at: `${at}&tab=people`, width: 390 })
    await guard.page.getByText('138****5678').waitFor()
    expect(await guard.page.getByText('13812345678').count()).toBe(0)
    await guard.expectClean()
    await guard.close()
    const other = await console.open({ as: accounts.southAdmin, at: `${at}&tab=documents` })
    await other.page.getByText(kit.detail.missingHint).waitFor()
    await other.close()
  },
)

test('types are created by the operating company', async () => {
  const { accounts } = console.server.world
  const siter = await console.open({ as: accounts.siterAdmin, at: '/project/projectTypeList' })
  await siter.page.getByRole('button', { name: texts.type.create }).click()
  const dialog = siter.page.getByRole('dialog')
  await dialog.getByLabel(zh.fields.code, { exact: true }).fill('THEATRE')
  await dialog.getByLabel(zh.fields.nameZh).fill('剧院')
  await dialog.getByLabel(zh.fields.nameEn).fill('Theatre')
  await siter.submit()
  await siter.page.getByRole('cell', { name: '剧院', exact: true }).waitFor()
  const stored = await console.server.db
    .selectFrom('project_type')
    .select(['name_zh', 'name_en'])
    .where('code', '=', 'THEATRE')
    .execute()
  expect(stored).toEqual([{ name_zh: '剧院', name_en: 'Theatre' }])
  await siter.expectClean()
  await siter.close()
})
