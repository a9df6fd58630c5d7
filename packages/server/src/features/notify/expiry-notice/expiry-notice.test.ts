import { afterAll, beforeAll, expect, test } from 'vitest'
import { testWorld, type TestWorld, type WorldAccount } from '../../../testing/context.ts'
import { addSite, type Site } from '../../alarms/alarm/alarm.fixture.ts'
import { notifyOfExpiries } from './notify-of-expiries.ts'

const dayMs = 86_400_000

let world: TestWorld
let site: Site
beforeAll(async () => {
  world = await testWorld()
  site = await addSite(world.db, world.companies.north)
  await world.db.updateTable('project').set({ time_zone: 'Asia/Shanghai' }).where('id', '=', site.project).execute()
  // Only what a test sets up expires.
  await world.db.updateTable('project_person').set({ certificate_expires: null }).execute()
  await world.db.updateTable('project_document').set({ valid_until: null }).execute()
  await world.db.deleteFrom('customer_contract').execute()
})
afterAll(() => world.stop())

/** The date in a number of days, in the site's time zone. */
const dayIn = (days: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai' }).format(new Date(world.clock.now().getTime() + days * dayMs))
/** Runs the job as several processes at once. */
const run = () => Promise.all([notifyOfExpiries(world.systemCtx), notifyOfExpiries(world.systemCtx)])
const notified = async (account: WorldAccount): Promise<string[]> =>
  (await world.db.selectFrom('message').select('type').where('account_id', '=', account.id).orderBy('id').execute()).map(
    ({ type }) => type,
  )
const clear = () => world.db.deleteFrom('message').execute()

test('an engineer and their administrators are notified 30 and 7 days before and on the day, once each', async () => {
  const { northEngineer, northAdmin } = world.accounts
  const certificate_expires = dayIn(31)
  await world.db.updateTable('account').set({ certificate_expires }).where('id', '=', northEngineer.id).execute()
  await run()
  expect(await notified(northEngineer)).toEqual([])
  const heard: number[] = []
  for (const days of [1, 1, 22, 1, 6, 1]) {
    world.clock.forward(days * dayMs)
    await run()
    heard.push((await notified(northEngineer)).length)
  }
  // 30, 29, 7, 6 and 0 days before, and the day after.
  expect(heard).toEqual([1, 1, 2, 2, 3, 3])
  expect(await notified(northEngineer)).toEqual(Array(3).fill('ownCertificateExpiring'))
  expect(await notified(northAdmin)).toEqual(Array(3).fill('certificateExpiring'))
  for (const other of ['siterAdmin', 'southAdmin', 'northAgentAdmin', 'northBare'] as const)
    expect(await notified(world.accounts[other])).toEqual([])
  const audits = await world.db.selectFrom('audit_log').select('result').where('action', '=', 'expiryNotice.told').execute()
  expect(audits.filter(({ result }) => result === 'ok')).toHaveLength(3)
  await clear()
})

test('people who can renew are notified of a site’s people and documents, and of contracts; a missed day is made up for', async () => {
  const { northAdmin, northEngineer } = world.accounts
  await world.db.insertInto('project_admin').values({ project_id: site.project, account_id: northEngineer.id }).execute()
  const person = { project_id: site.project, role: 'manager' as const, name: 'Duty role', certificate_expires: dayIn(7) }
  await world.db.insertInto('project_person').values(person).execute()
  const document = {
    project_id: site.project,
    kind: 'certificate' as const,
    title: 'Test report',
    files: [],
    valid_until: dayIn(-2),
  }
  await world.db.insertInto('project_document').values(document).execute()
  const { id: companyId, path } = world.companies.north
  await world.db
    .insertInto('customer_contract')
    .values({
      company_id: companyId,
      path,
      customer_id: site.customer,
      contract_no: 'C-1',
      kind: 'other',
      starts_on: dayIn(-100),
      ends_on: dayIn(20),
      currency: 'CNY',
    })
    .execute()
  await run()
  const ofSite = ['documentExpiring', 'personCertificateExpiring']
  expect((await notified(northAdmin)).toSorted()).toEqual(['contractExpiring', ...ofSite])
  expect((await notified(northEngineer)).toSorted()).toEqual(ofSite)
  await run()
  expect(await notified(northAdmin)).toHaveLength(3)
  // A new last day means new notices, unless it is far away.
  await clear()
  await world.db
    .updateTable('project_document')
    .set({ valid_until: dayIn(400) })
    .where('title', '=', 'Test report')
    .execute()
  await world.db
    .updateTable('customer_contract')
    .set({ ends_on: dayIn(6) })
    .where('contract_no', '=', 'C-1')
    .execute()
  await run()
  expect(await notified(northAdmin)).toEqual(['contractExpiring'])
})
