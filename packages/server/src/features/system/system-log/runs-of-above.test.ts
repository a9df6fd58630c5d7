import { auditActions } from '@emberwatch/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { addSite } from '../../alarms/alarm/alarm.fixture.ts'
import { addProviders, addRule, engineOf, raise, stepOf } from '../../notify/notification/notification.fixture.ts'
import { escalationOf } from '../../notify/notification/notification.reads.ts'
import { takeByPhone } from '../../notify/notification/take-by-phone.ts'
import { appendAudit } from '../../../platform/audit.ts'
import { auditLogExport, pageAuditLog } from './audit-log.reads.ts'

/** A subsidiary reads in its log that rules of the companies above it ran, but neither their names nor whom they told (decision 71). */

let world: TestWorld
beforeAll(async () => {
  world = await testWorld()
  await addProviders(world.db, world.companies.siter)
})
afterAll(() => world.stop())

const secrets = ['Night of the group', 'Group Guard']

test('no row about a notification run names rules or people of a company above', async () => {
  const { siterAdmin, northAdmin, northEngineer } = world.accounts
  await world.db
    .updateTable('account')
    .set({ name: 'Group Guard', phone: '13700000001' })
    .where('id', '=', siterAdmin.id)
    .execute()
  // May not confirm alarms, so that pressing 1 ends the run in their name.
  await world.db.deleteFrom('account_role').where('account_id', '=', siterAdmin.id).execute()
  const guards = { kind: 'accounts' as const, accountIds: [siterAdmin.id] }
  await addRule(world.db, world.companies.siter, {
    name: 'Night of the group',
    steps: [stepOf({ receivers: [guards], channels: ['voice'] })],
  })
  await addRule(world.db, world.companies.north, {
    name: 'Own rule',
    steps: [stepOf({ receivers: [{ kind: 'accounts', accountIds: [northEngineer.id] }], channels: ['inSite'] })],
  })
  const site = await addSite(world.db, world.companies.north)
  const alarm = await raise(world, site)
  const engine = engineOf(world)
  await engine.round()
  const call = await world.db.selectFrom('message_record').select('id').where('channel', '=', 'voice').executeTakeFirst()
  if (call) await takeByPhone(world.systemCtx, call.id)
  const runs = await world.db.selectFrom('notification_run').select(['id', 'rule_name', 'company_id', 'path']).execute()
  const above = runs.find(({ rule_name: name }) => name === 'Night of the group')
  if (!above) throw new Error('the rule did not run')
  // Every action that the log knows of runs, with what it may contain.
  const object = { kind: 'notification_run' as const, id: above.id, name: above.rule_name }
  const owner = { companyId: above.company_id, path: above.path }
  const labels = auditActions.filter((action) => action.startsWith('notificationRun.'))
  expect(labels.length).toBeGreaterThanOrEqual(4)
  const { actor, origin } = world.systemCtx
  await world.db.transaction().execute((tx) =>
    appendAudit(
      tx,
      labels.map((action) => ({
        action,
        object,
        owner,
        changes: { told: [null, ['Group Guard']], receiver: [null, 'Group Guard'], reason: [null, 'Group Guard is gone'] },
      })),
      actor,
      origin,
      new Date(),
    ),
  )
  const north = await world.ctxOf(northAdmin)
  const { list } = await pageAuditLog(north, { pageSize: 100 })
  const ofRuns = list.filter(({ objectKind }) => objectKind === 'notification_run')
  expect(new Set(ofRuns.map(({ action }) => action))).toEqual(new Set(labels))
  expect(ofRuns.map(({ objectName }) => objectName)).toContain('Own rule')
  const exported = await auditLogExport.page(north, { pageSize: 100 })
  for (const secret of secrets) {
    expect(JSON.stringify(list)).not.toContain(secret)
    expect(JSON.stringify(exported)).not.toContain(secret)
    expect((await pageAuditLog(north, { keyword: secret })).list).toEqual([])
    const escalation = await escalationOf(north, { id: alarm.id })
    expect(JSON.stringify(escalation)).not.toContain(secret)
  }
  const journey = await world.db.selectFrom('alarm_journey').select('detail').where('alarm_id', '=', alarm.id).execute()
  expect(JSON.stringify(journey)).not.toContain('Group Guard')
  // The company of the rule reads everything.
  const siter = await world.ctxOf(world.accounts.siterAdmin)
  const all = await pageAuditLog({ ...siter, db: world.db }, { keyword: 'Night of the group', pageSize: 100 })
  expect(JSON.stringify(all.list)).toContain('Group Guard')
})
