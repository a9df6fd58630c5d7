import { zh } from '@emberwatch/contract/texts/zh'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { texts as account } from '../packages/web/src/features/people/account/account.zh.ts'
import { texts as handOver } from '../packages/web/src/features/system/hand-over/hand-over.zh.ts'
import { texts as join } from '../packages/web/src/features/sites/project-join/project-join.zh.ts'
import { texts as projectTexts } from '../packages/web/src/features/sites/project/project.zh.ts'
import { texts as settings } from '../packages/web/src/features/base/settings/settings.zh.ts'
import { kit } from '../packages/web/src/i18n/zh/kit.ts'
import { captureFailures, pressAction, startConsole, type Console } from './console.ts'
import { addSite, type E2eSite } from './site.ts'

/** A keeper gets access to one project; the project goes to another company; the operating company tightens its rules. */

let console: Console
let site: E2eSite
let project: { id: number; name: string }
beforeAll(async () => {
  console = await startConsole()
  const { db, world } = console.server
  site = await addSite(db, world.companies.north, world.customers.north)
  project = await db
    .selectFrom('gateway')
    .innerJoin('project', 'project.id', 'gateway.project_id')
    .select(['project.id', 'project.name'])
    .where('gateway.code', '=', site.gateway.code)
    .executeTakeFirstOrThrow()
})
afterAll(() => console.stop())
captureFailures(() => console.windows)

test('an account with the data scope "chosen projects" sees what it is given, and nothing else', async () => {
  const { db, world } = console.server
  const { northEngineer, northAdmin } = world.accounts
  await db.updateTable('role').set({ data_scope: 'projects' }).where('id', '=', northEngineer.roleId).execute()
  const desk = await console.open({
    as: northAdmin,
    at: `/account/companyAccountList/detail?id=${northEngineer.id}&tab=projects`,
  })
  const { page } = desk
  await page.getByRole('button', { name: account.projects.assign, exact: true }).click()
  await page.getByRole('dialog').getByLabel(zh.fields.projectIds).fill(project.name)
  await desk.choose(zh.fields.projectIds, project.name)
  await desk.submit()
  await page.getByRole('row', { name: project.name }).waitFor()
  await desk.expectClean()
  const { db: _db, ...seen } = {
    db,
    ...(await console.server.call('GET', 'web/project/select', {}, await console.server.tokenOf(northEngineer))),
  }
  expect(seen.data).toEqual([{ value: project.id, label: project.name }])
  await pressAction(page.getByRole('row', { name: project.name }), account.projects.withdraw)
  await page.getByRole('dialog').getByRole('button', { name: account.projects.withdraw }).click()
  await page.getByRole('row', { name: project.name }).waitFor({ state: 'detached' })
  await desk.close()
})

test('a project is handed over: previewed, confirmed by its name, carried out by the job', async () => {
  const { db, world } = console.server
  const desk = await console.open({ as: world.accounts.siterAdmin, at: `/company/handOverList?project=${project.id}` })
  const { page } = desk
  const dialog = page.getByRole('dialog')
  await desk.choose(handOver.companyId, 'South Distributor')
  await dialog.getByText('从“North Distributor”移交到“South Distributor”').waitFor()
  await desk.expectClean()
  await dialog.getByLabel(handOver.name).fill('wrong')
  await dialog.getByLabel(handOver.reason).fill('维保合同变更')
  await desk.submit()
  await dialog.getByText(zh.rules.confirmName).waitFor()
  await dialog.getByLabel(handOver.name).fill(project.name)
  await desk.submit()
  const row = page.getByRole('row', { name: project.name })
  await row.waitFor()
  const owner = () => db.selectFrom('project').select('company_id').where('id', '=', project.id).executeTakeFirst()
  await expect.poll(async () => (await owner())?.company_id, { timeout: 15_000 }).toBe(world.companies.south.id)
  await page.reload()
  await row.getByText(/收尾中|已完成/).waitFor()
  await desk.expectClean()
  await desk.close()
})

test('a company joins a project of another: applied for by its code, agreed with rights, seen and nothing else, and ended', async () => {
  const { db, world } = console.server
  const own = await addSite(db, world.companies.north, world.customers.north)
  const { code, name } = await db
    .selectFrom('project')
    .select(['code', 'name'])
    .where('id', '=', own.projectId)
    .executeTakeFirstOrThrow()
  const joiner = await console.open({ as: world.accounts.southAgentAdmin, at: '/project/projectJoinList' })
  await joiner.page.getByRole('button', { name: join.apply }).click()
  const form = joiner.page.getByRole('dialog')
  await form.getByLabel(join.applyForm.code).fill('nothing-like-it')
  await joiner.submit()
  await form.getByText(zh.reasons.joinCodeUnknown).waitFor()
  await form.getByLabel(join.applyForm.code).fill(code)
  await joiner.submit()
  await joiner.page.getByRole('row', { name: code }).getByText(join.hiddenProject).waitFor()

  const owner = await console.open({ as: world.accounts.northAdmin, at: '/project/projectJoinList', width: 390 })
  await owner.page.getByText(name).first().waitFor()
  await owner.page.getByRole('button', { name: join.agree }).click()
  await owner.choose(join.agreeForm.rights, zh.enums.joinRight.alarm)
  await owner.submit()
  await owner.page.getByText(zh.enums.joinState.agreed).first().waitFor()
  await owner.expectClean()
  await owner.close()

  const { page } = joiner
  await page.reload()
  await page.getByRole('link', { name, exact: true }).click()
  await page.getByText(projectTexts.banner.joined.slice(0, 12)).waitFor()
  expect(await page.getByRole('button', { name: projectTexts.actions.stop }).count()).toBe(0)
  await joiner.expectClean()
  // Things in the project say why they cannot be changed, and do not link to anything that the company cannot see.
  const gateway = own.gateway.code
  await joiner.go('/device/gatewayList')
  const row = page.getByRole('row', { name: gateway })
  await row.getByRole('button', { name: kit.more }).click()
  await page.getByRole('menuitem').getByText(zh.errors.joinedOnly).first().waitFor()
  await page.keyboard.press('Escape')
  const { name: company } = await db
    .selectFrom('company')
    .select('name')
    .where('id', '=', world.companies.north.id)
    .executeTakeFirstOrThrow()
  await row.getByText(company).waitFor()
  expect(await row.getByRole('link', { name: company }).count()).toBe(0)
  await joiner.expectClean()
  await joiner.go('/project/projectJoinList')
  await pressAction(page.getByRole('row', { name: code }), join.end)
  await page.getByRole('dialog').getByLabel(zh.fields.reason).fill('维保合同到期')
  await joiner.submit()
  await page.getByRole('row', { name: code }).getByText(zh.enums.joinState.ended).waitFor()
  await joiner.close()
})

test('the settings of the platform are kept in their limits, and apply at once', async () => {
  const desk = await console.open({ as: console.server.world.accounts.siterAdmin, at: '/system/operatorConfig?tab=settings' })
  const { page } = desk
  const field = page.getByLabel(zh.fields.passwordMin)
  await field.waitFor()
  await desk.expectClean()
  await field.fill('12')
  await page.getByRole('button', { name: kit.save }).click()
  await page.getByText(settings.saved).waitFor()
  await expect
    .poll(async () => (await console.server.call('GET', 'web/settings/password')).data)
    .toMatchObject({ passwordMin: 12 })
  await page.getByRole('tab', { name: settings.tabs.carriers }).click()
  await desk.expectClean()
  await desk.close()
})
