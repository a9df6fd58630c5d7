import { randomUUID } from 'node:crypto'
import type { MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/context.ts'
import { addPlace, connectGateway, type Place } from './device-command.fixture.ts'

let server: TestServer
const clients: MqttClient[] = []
beforeAll(async () => {
  server = await startTestServer({ settings: { ROLES: 'api,ingest' } })
})
afterEach(async () => {
  for (const client of clients.splice(0)) await client.endAsync(true)
  await server.db.deleteFrom('sent_command').execute()
})
afterAll(() => server.stop())

const connect = async (place: Place) => {
  const { client, received } = await connectGateway(server, place)
  clients.push(client)
  return received
}
const inAnHour = () => new Date(Date.now() + 3_600_000)
/** A queued command for the gateway itself, at its project unless another is given. */
const queued = async ({ gateway }: Place, projectId?: number) => {
  const at = server.db
    .selectFrom('gateway')
    .select(['company_id', 'path', 'customer_id', 'project_id'])
    .where('id', '=', gateway.id)
  const own = await at.executeTakeFirstOrThrow()
  return {
    ...own,
    project_id: projectId ?? own.project_id,
    gateway_id: gateway.id,
    code: 'silence',
    name: 'Silence',
    dangerous: false,
    params: '{}',
    wire_params: '{}',
    timeout_s: 5,
    retries: 0,
    resend_unanswered: false,
    uid: randomUUID(),
    state: 'queued' as const,
    created_at: new Date(),
    expires_at: inAnHour(),
    due_at: inAnHour(),
  }
}
const many = (place: Place, projectOf: (index: number) => number) =>
  Promise.all(Array.from({ length: 250 }, (_, index) => queued(place, projectOf(index))))

test('commands for a gateway that is not connected keep none of others waiting', async () => {
  const [away, here] = [await addPlace(server), await addPlace(server)]
  const received = await connect(here)
  const others = await many(away, (index) => -index - 1)
  await server.db
    .insertInto('sent_command')
    .values([...others, await queued(here)])
    .execute()
  await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 10_000, interval: 50 })
})

test('many commands of one project delay none of another: projects take turns', async () => {
  const [stormy, calm] = [await addPlace(server), await addPlace(server)]
  await connect(stormy)
  const received = await connect(calm)
  // Not at this project any more: each fails as soon as it is its turn.
  const others = await many(stormy, () => -1)
  const [last] = (
    await server.db
      .insertInto('sent_command')
      .values([...others, await queued(calm)])
      .returning('id')
      .execute()
  ).slice(-1)
  await vi.waitFor(() => expect(received).toHaveLength(1), { timeout: 10_000, interval: 50 })
  const own = await server.db
    .selectFrom('sent_command')
    .select('sent_at')
    .where('id', '=', last?.id ?? 0)
    .executeTakeFirstOrThrow()
  const earlier = await server.db.selectFrom('sent_command').select('id').where('closed_at', '<', own.sent_at).execute()
  expect(earlier.length).toBeLessThan(50)
  // And what is left follows at once.
  await vi.waitFor(
    async () =>
      expect(await server.db.selectFrom('sent_command').select('id').where('state', '=', 'queued').execute()).toEqual([]),
    { timeout: 10_000, interval: 50 },
  )
})
