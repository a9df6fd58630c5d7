import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addAlarm } from '../packages/server/src/features/alarms/alarm/alarm.fixture.ts'
import { texts as projectEn } from '../packages/web/src/features/overview/data-project/data-project.en.ts'
import { texts as projectZh } from '../packages/web/src/features/overview/data-project/data-project.zh.ts'
import { texts as userEn } from '../packages/web/src/features/overview/data-user/data-user.en.ts'
import { texts as userZh } from '../packages/web/src/features/overview/data-user/data-user.zh.ts'
import { kit as kitEn } from '../packages/web/src/i18n/en/kit.ts'
import { kit as kitZh } from '../packages/web/src/i18n/zh/kit.ts'
import { captureFailures, startConsole, type Console } from './console.ts'
import { alternating } from './languages.ts'
import { addSite } from './site.ts'

/** The statistics pages: figures that lead to their lists, and a score that explains itself. */

let console: Console
let projectId: number
let name: string
beforeAll(async () => {
  console = await startConsole()
  const { db, world } = console.server
  const { north } = world.companies
  ;({ projectId } = await addSite(db, north, world.customers.north))
  ;({ name } = await db.selectFrom('project').select('name').where('id', '=', projectId).executeTakeFirstOrThrow())
  const devices = await db.selectFrom('device').select('id').where('project_id', '=', projectId).orderBy('id').execute()
  const [first] = devices
  const { gateway_id } = await db
    .selectFrom('device')
    .select('gateway_id')
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  const now = new Date()
  await db
    .updateTable('device')
    .set({ online: true, last_seen_at: now })
    .where('project_id', '=', projectId)
    .where('id', '<>', first?.id ?? 0)
    .execute()
  const site = {
    owner: north,
    customer: world.customers.north,
    project: projectId,
    gateway: gateway_id ?? 0,
    device: first?.id ?? 0,
    order: 0,
  }
  const at = new Date(now.getTime() - 3_600_000)
  const closed = { first_at: at, closed_at: new Date(at.getTime() + 60_000), cause: 'cooking' as const }
  await addAlarm(db, site, { ...closed, state: 'misreport' })
  await addAlarm(db, site, { ...closed, state: 'cleared', cause: null })
  // Never heard of.
  const silent = await addSite(db, north, world.customers.north)
  await db.updateTable('project').set({ name: 'Silent Tower' }).where('id', '=', silent.projectId).execute()
})
afterAll(() => console.stop())
captureFailures(() => console.windows)

describe.each(
  alternating(import.meta.filename, [
    ['zh', 1440, { project: projectZh, user: userZh, kit: kitZh }],
    ['en', 390, { project: projectEn, user: userEn, kit: kitEn }],
  ] as const),
)('in %s at %i px', (language, width, { project, user, kit }) => {
  const filled = (text: string, values: object): string =>
    Object.entries(values).reduce((words, [key, value]) => words.replace(`{{${key}}}`, String(value)), text)

  test('a project leads to its alarms, and its score says what costs how many points', async () => {
    const window = await console.open({ language, width, as: console.server.world.accounts.northAdmin })
    const { page } = window
    await window.go('/dataCenter/project?sort=health&order=asc')
    const silent = page.getByRole('row', { name: 'Silent Tower' })
    await silent.getByText(project.neverHeard).waitFor()
    const row = page.getByRole('row', { name })
    await row.getByText('75 %').waitFor()
    // The silent one is the worst and stands first.
    expect(await page.getByRole('row').nth(1).textContent()).toContain('Silent Tower')
    await page.getByRole('button', { name: `${kit.chart.asTable} ${project.busiest}` }).click()
    await page.getByRole('figure', { name: project.busiest }).getByRole('cell', { name }).waitFor()
    await page.getByText(project.health.explain).first().click()
    await page.getByText(project.health.intro).waitFor()

    // 3 of 4 devices online: 40 × 0.25 / 0.5 = 20 points, and 10 for a false alarm per four detectors in 30 days.
    await row.getByRole('button', { name: filled(project.health.show, { score: 70 }) }).click()
    const parts = page.getByRole('tooltip')
    await parts.getByText('−20 / 40').waitFor()
    await parts.getByText('−10 / 10').waitFor()
    await window.expectClean()
    await page.keyboard.press('Escape')

    await row.getByRole('link', { name: filled(project.false, { count: 1 }) }).click()
    await page.waitForURL(/alarmLogList\?.*projectId=/)
    await page.getByRole('row').nth(1).waitFor()
    expect(await page.getByRole('row').count()).toBe(2)
    await window.close()
  })

  test('the accounts of a company lead to their lists', async () => {
    const window = await console.open({ language, width, as: console.server.world.accounts.northAdmin })
    const { page } = window
    await window.go('/dataCenter/user')
    const row = page.getByRole('row', { name: 'North Agent Two' })
    await row
      .getByRole('link', { name: filled(user.kinds.staff, { count: 1 }) })
      .first()
      .waitFor()
    await page.getByText(user.phoneNote).waitFor()
    await window.expectClean()
    await row
      .getByRole('link', { name: filled(user.kinds.staff, { count: 1 }) })
      .first()
      .click()
    await page.waitForURL(/secondaryAgentAccountList\?companyId=/)
    await page.getByRole('row', { name: 'NorthAgentTwoAdmin' }).waitFor()
    expect(await page.getByRole('row').count()).toBe(2)
    await window.close()
  })

  test('a customer sees the statistics of their projects', async () => {
    const window = await console.open({ language, width, as: console.server.world.accounts.northCustomer })
    await window.go('/dataCenter/project')
    await window.page.getByRole('row', { name }).getByText('75 %').waitFor()
    // Besides the header, theirs alone.
    expect(await window.page.getByRole('row').count()).toBe(3)
    await window.expectClean()
    await window.close()
  })
})
