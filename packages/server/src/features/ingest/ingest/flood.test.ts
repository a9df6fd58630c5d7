import { connect } from 'node:net'
import { once } from 'node:events'
import { generate } from 'mqtt-packet'
import { expect, test, vi } from 'vitest'
import { rowsOf, send, useIngest } from './ingest.testing.ts'

const t = useIngest()
const flood = 20_000

test('a flooding gateway delays nothing else, and its own fire behind the flood is processed too', async () => {
  const [own, other] = t.site.gateways
  if (own === undefined || other === undefined) throw new Error('no gateways')
  const socket = connect(Number(new URL(t.url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  const password = Buffer.from(other.secret)
  socket.write(generate({ cmd: 'connect', clientId: 'flood', keepalive: 60, clean: true, username: other.code, password }))
  await once(socket, 'data')
  const report = (code: string, format: string, seq: number) =>
    generate({
      cmd: 'publish',
      topic: `ew/v1/${other.code}/report`,
      payload: JSON.stringify({ boot: 'k3v9', seq, reports: [{ device: other.devices[0]?.code, code, format }] }),
      qos: 0,
      dup: false,
      retain: false,
    })
  socket.write(Buffer.concat(Array.from({ length: flood }, (_, seq) => report('telemetry', 'EW', seq))))
  socket.write(report('1110', 'CID', flood))
  const stored = () =>
    t.db
      .selectFrom('report')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where('gateway_id', '=', other.id)
      .executeTakeFirstOrThrow()
  await send(t, { boot: 'k3v9', seq: 1, reports: [{ device: t.device.code, code: '1110', format: 'CID' }] })
  // However slow the machine is, it did not wait for the flood.
  expect((await stored()).n).toBeLessThan(flood)
  const alarmed = async () => new Set((await rowsOf.alarms(t)).map(({ gateway_id: id }) => id))
  await vi.waitFor(async () => expect(await alarmed()).toEqual(new Set([own.id, other.id])), 30_000)
  await vi.waitFor(async () => expect((await stored()).n).toBe(flood + 1), 30_000)
  socket.destroy()
})
