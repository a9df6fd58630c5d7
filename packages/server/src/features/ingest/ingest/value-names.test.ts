import { expect, test, vi } from 'vitest'
import { send, useIngest } from './ingest.testing.ts'

const t = useIngest()

test('a device that sends ever new names of values keeps a bounded number, and stops nobody else’s supervision', async () => {
  const [, other] = t.gateway.devices
  const names = (message: number) =>
    Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`v${message}-${index}`, index]))
  for (let message = 0; message < 20; message++)
    await send(t, { reports: [{ device: t.device.code, code: 'telemetry', format: 'EW', values: names(message) }] })
  await send(t, { reports: [{ device: other?.code, code: 'telemetry', format: 'EW', values: { battery: 87 } }] })
  const row = (code = '') =>
    t.db.selectFrom('device').select(['online', 'battery', 'last_values']).where('code', '=', code).executeTakeFirstOrThrow()
  await vi.waitFor(async () => expect(await row(other?.code)).toMatchObject({ online: true, battery: 87 }), 20_000)
  const { online, last_values: values } = await row(t.device.code)
  expect(online).toBe(true)
  expect(Object.keys(values).length).toBeGreaterThan(100)
  expect(Object.keys(values).length).toBeLessThanOrEqual(201)
})
