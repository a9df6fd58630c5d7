import { buildTopic } from '@emberwatch/device-link'
import { sql } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createNotifications } from '../../../platform/database/notifications.ts'
import { createUpgradeEngine } from './upgrade-engine.ts'
import { createUpgradePublisher } from './upgrade-publisher.ts'
import { upgradeWorld, type Owner, type UpgradeWorld } from './upgrade-tasks.fixture.ts'

let here: UpgradeWorld
beforeAll(async () => {
  here = await upgradeWorld()
  const { db } = here.world
  await db.updateTable('gateway').set({ online: true, last_seen_at: new Date() }).execute()
  await db.deleteFrom('alarm_open').execute()
  await db.updateTable('alarm').set({ state: 'cleared' }).execute()
})
afterAll(() => here.world.stop())

const topicOf = async (owner: Owner): Promise<string> => {
  const gateway = here.world.db.selectFrom('gateway').select('code').where('id', '=', here.gatewayOf(owner))
  return buildTopic((await gateway.executeTakeFirstOrThrow()).code, 'upgrade')
}
const log = pino({ level: 'silent' })
const commonOf = ({ world }: UpgradeWorld) => ({
  ctx: world.systemCtx,
  notifications: createNotifications(world.connection, log),
  log,
})

test('offers that another transaction has locked keep those of no other company waiting, and go out once they are free', async () => {
  const { world } = here
  const [own, other] = [await topicOf('north'), await topicOf('south')]
  const common = commonOf(here)
  await here.enabled({ name: 'Theirs', waves: [100] })
  await here.enabled({ name: 'Of another', waves: [100] }, here.south)
  await createUpgradeEngine(common).round()
  const delivered: string[] = []
  const deliver = async (topic: string) => {
    delivered.push(topic)
    return 'gateway' as const
  }
  const publisher = createUpgradePublisher({ ...common, broker: { reaches: () => true, deliver } })
  const blocker = new pg.Client(world.connection)
  await blocker.connect()
  try {
    await blocker.query('begin')
    const { rowCount } = await blocker.query(`select from upgrade_device where company_id = $1 and state = 'sent' for update`, [
      world.companies.north.id,
    ])
    expect(rowCount).toBeGreaterThan(0)
    publisher.start()
    await vi.waitFor(() => expect(delivered).toContain(other), { timeout: 4_000 })
    expect(delivered).not.toContain(own)
    await blocker.query('rollback')
    await vi.waitFor(() => expect(delivered).toContain(own), { timeout: 10_000 })
  } finally {
    await blocker.end()
    await publisher.stop()
  }
})

test('offers to gateways that are not connected keep none of others waiting', async () => {
  const { db } = here.world
  await db.updateTable('upgrade_device').set({ published_at: null }).where('state', '=', 'sent').execute()
  // More than one round takes, before all others.
  await sql`
    insert into upgrade_device (id, task_id, company_id, path, gateway_id, point, code, wave, state, to_version) overriding system value
    select -n, d.* from generate_series(1, 600) as n cross join lateral (
      select task_id, company_id, path, gateway_id, 'away' || n, code, wave, state, to_version
        from upgrade_device where company_id = ${here.world.companies.north.id} and state = 'sent' limit 1) as d`.execute(db)
  const other = await topicOf('south')
  const delivered: string[] = []
  const deliver = async (topic: string) => {
    delivered.push(topic)
    return 'gateway' as const
  }
  const broker = { reaches: (topic: string) => topic === other, deliver }
  const publisher = createUpgradePublisher({ ...commonOf(here), broker })
  publisher.start()
  await vi.waitFor(() => expect(delivered).toContain(other), { timeout: 10_000 })
  await publisher.stop()
})
