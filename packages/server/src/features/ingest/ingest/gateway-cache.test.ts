import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GatewayCache } from './gateway-cache.ts'
import { useIngest } from './ingest.testing.ts'

const t = useIngest()
let pool: pg.Pool
beforeAll(() => {
  pool = new pg.Pool(t.connection)
})
afterAll(() => pool.end())

test('a device is found by its communication code in any spelling, and none of them takes memory', async () => {
  const [gateway] = t.site.gateways
  const [device] = gateway?.devices ?? []
  if (!gateway || !device) throw new Error('no device')
  await t.db.updateTable('device').set({ communication_code: 'loop-ab' }).where('code', '=', device.code).execute()
  const cache = new GatewayCache(pool)
  const entry = await cache.gateway(gateway.code)
  if (!entry) throw new Error('no gateway')
  const known = entry.devices.size
  for (const spelling of ['loop-ab', 'LOOP-AB', 'Loop-Ab', 'lOOP-aB'])
    expect(await cache.device(entry, spelling)).toMatchObject({ code: device.code })
  expect(entry.devices.size).toBe(known)
})
