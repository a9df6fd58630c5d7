import type { MqttClient } from 'mqtt'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer, type WorldAccount } from '../../../testing/context.ts'
import { addPlace, connectGateway, type ConnectedGateway, type Place } from './device-command.fixture.ts'

let server: TestServer
let blocker: pg.Client
beforeAll(async () => {
  server = await startTestServer({ settings: { ROLES: 'api,ingest,jobs' } })
  blocker = new pg.Client({ connectionString: server.databaseUrl })
  await blocker.connect()
})
const clients: MqttClient[] = []
afterEach(async () => {
  await blocker.query('rollback')
  for (const client of clients.splice(0)) await client.endAsync(true)
})
afterAll(async () => {
  await blocker.end()
  await server.stop()
})

const connect = async (place: Place): Promise<ConnectedGateway> => {
  const gateway = await connectGateway(server, place)
  clients.push(gateway.client)
  return gateway
}
const post = async (path: string, input: Record<string, unknown>, account: WorldAccount): Promise<number> => {
  const answer = await server.call('POST', `web/deviceCommand/${path}`, input, await server.tokenOf(account))
  expect(answer, answer.msg).toMatchObject({ success: true })
  return (answer.data as { id: number }).id
}
const send = async ({ device, modelId }: Place, account: WorldAccount): Promise<number> => {
  const definition = { modelId, name: 'Silence', code: 'silence', encoding: 'json', timeoutS: 5, retries: 0 }
  const commandId = await post('create', definition, server.world.accounts.siterAdmin)
  return post('send', { commandId, deviceId: device.id }, account)
}
const until = (id: number, state: string) =>
  vi.waitFor(
    async () => {
      const row = await server.db.selectFrom('sent_command').select('state').where('id', '=', id).executeTakeFirstOrThrow()
      expect(row.state).toBe(state)
    },
    { timeout: 15_000, interval: 50 },
  )

test('what another transaction has locked of one company keeps no command of another waiting, and goes out once it is free', async () => {
  const { accounts, companies } = server.world
  const [own, other] = [await addPlace(server, companies.north), await addPlace(server, companies.south)]
  // The first sign-in would wait for the chain as well.
  await server.db.updateTable('gateway').set({ activated_at: new Date() }).where('id', '=', own.gateway.id).execute()
  const id = await send(own, accounts.northAdmin)
  await blocker.query('begin')
  await blocker.query('select from audit_chain where company_id = $1 for update', [companies.north.id])
  const [gateway, theirs] = [await connect(own), await connect(other)]
  await vi.waitFor(
    async () => expect((await blocker.query('select from pg_locks where not granted')).rows.length).toBeGreaterThan(0),
    { timeout: 10_000, interval: 20 },
  )
  const later = await send(other, accounts.southAdmin)
  await vi.waitFor(() => expect(theirs.received).toHaveLength(1), { timeout: 4_000 })
  await until(later, 'delivered')
  expect(gateway.received).toEqual([])
  await blocker.query('rollback')
  await vi.waitFor(() => expect(gateway.received).toHaveLength(1), { timeout: 10_000 })
  await until(id, 'delivered')
})
