import { connectAsync } from 'mqtt'
import { expect, test, vi } from 'vitest'
import { rowsOf, send, useIngest } from './ingest.testing.ts'

const t = useIngest()

test('a fire does not wait for telemetry that cannot be stored now, and waiting messages are reported', async () => {
  const [, other] = t.site.gateways
  if (other === undefined) throw new Error('no second gateway')
  const client = await connectAsync(t.url, { protocolVersion: 4, username: other.code, password: other.secret })
  const telemetry = (seq: number) =>
    client.publishAsync(`ew/v1/${other.code}/report`, JSON.stringify({ seq, reports: [{ code: 'telemetry', format: 'EW' }] }), {
      qos: 1,
    })
  await telemetry(1)
  let blocked: Promise<unknown> = Promise.resolve()
  await t.db.transaction().execute(async (tx) => {
    await tx.selectFrom('gateway_sequence').selectAll().where('gateway_id', '=', other.id).forUpdate().execute()
    blocked = telemetry(2)
    await vi.waitFor(() => expect(t.ingest.status()).toMatchObject({ waiting: 1, oldestWaitingMs: expect.any(Number) }), 20_000)
    await send(t, { seq: 1, reports: [{ device: t.device.code, code: '1110', format: 'CID' }] })
    expect(await rowsOf.alarms(t)).toMatchObject([{ state: 'unconfirmed' }])
    expect(t.ingest.status()).toMatchObject({ storing: 'ok', waiting: 1 })
  })
  await blocked
  expect(t.ingest.status()).toMatchObject({ waiting: 0, oldestWaitingMs: null, lastWrittenAt: expect.any(Date) })
  await client.endAsync(true)
})

test('fires of two gateways reach consoles in the order of their ids', async () => {
  const count = 1_500
  const clients = await Promise.all(
    t.site.gateways.map(async ({ code, secret }) => ({
      code,
      client: await connectAsync(t.url, { protocolVersion: 4, username: code, password: secret }),
    })),
  )
  const fire = (seq: number) => JSON.stringify({ seq, reports: [{ device: `detector ${seq}`, code: '1110', format: 'CID' }] })
  await Promise.all(
    clients.flatMap(({ code, client }) =>
      Array.from({ length: count }, (_, i) => client.publishAsync(`ew/v1/${code}/report`, fire(i + 1), { qos: 1 })),
    ),
  )
  const raised = (await rowsOf.events(t)).filter(({ kind, change }) => kind === 'alarm' && change === 'raised')
  const ids = raised.map(({ object_id: id }) => Number(id))
  expect(ids).toHaveLength(count * clients.length)
  expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  await Promise.all(clients.map(({ client }) => client.endAsync(true)))
})
