import { sql } from 'kysely'
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/context.ts'
import { newSite } from './linked-rule.fixture.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ settings: { ROLES: 'api,ingest,jobs' } })
})
afterAll(() => server.stop())

test('a broken rule does not keep others with the same signal from sending their commands', async () => {
  const { accounts, companies } = server.world
  const north = await server.tokenOf(accounts.northAdmin)
  const site = await newSite(server, await server.tokenOf(accounts.siterAdmin), companies.north, {})
  const type = await server.db.selectFrom('alarm_type').select('id').where('code', '=', 'smoke').executeTakeFirstOrThrow()
  const save = async (name: string): Promise<number> => {
    const { projectId, smoke, commandId, sounder } = site
    const rule = { projectId, name, modelId: smoke.modelId, trigger: 'alarm', alarmTypeId: type.id, commandId, pauseS: 60 }
    const answer = await server.call('POST', 'web/rule/create', { ...rule, targetIds: [sounder.id] }, north)
    expect(answer, answer.msg).toMatchObject({ success: true })
    return (answer.data as { id: number }).id
  }
  const [broken, other] = [await save('Broken'), await save('Other')]
  await sql`alter table linked_rule_run add constraint broken check (rule_id <> ${sql.lit(broken)})`.execute(server.db)
  const { code } = site.gateway
  const gateway = await connectAsync(server.mqttUrl ?? '', { username: code, password: code.slice(2) })
  const received: string[] = []
  gateway.on('message', (_topic, payload) => void received.push(payload.toString()))
  await gateway.subscribeAsync(`ew/v1/${code}/command`, { qos: 1 })
  const reports = [{ device: site.smoke.code, code: 'smoke', format: 'EW' }]
  // Every process learns of a saved rule within a moment.
  await vi.waitFor(
    async () => {
      await gateway.publishAsync(`ew/v1/${code}/report`, JSON.stringify({ reports }), { qos: 1 })
      expect(await server.db.selectFrom('linked_rule_run').select('rule_id').execute()).toEqual([{ rule_id: other }])
      expect(received).toHaveLength(1)
    },
    { timeout: 30_000, interval: 1_000 },
  )
  await gateway.endAsync(true)
})
