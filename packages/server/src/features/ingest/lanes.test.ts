import { connectAsync } from 'mqtt'
import { expect, test, vi } from 'vitest'
import { rowsOf, send, useIngest } from './ingest.testing.ts'

const t = useIngest()

test('a fire does not wait for telemetry that cannot be stored at the moment, and what waits is reported', async () => {
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
