import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { expect, onTestFinished, test } from 'vitest'
import { loadConfig } from './config.ts'
import { withDemoPorts } from './demo-ports.ts'

const portIn = async (env: Record<string, string>) => (await withDemoPorts(loadConfig(env))).linkPorts.gb26875

test('the demo opens the usual port, or any if that is in use, also over UDP; one that is set stays', async () => {
  expect(await portIn({ GB26875_PORT: '4000' })).toBe(4_000)
  const other = await portIn({ MQTT_PORT: '26875' })
  expect(other).toBeGreaterThan(0)
  expect(other).not.toBe(26_875)

  const socket = createSocket('udp4')
  socket.bind(26_875, '127.0.0.1')
  // Another program of this machine may have it: then it is in use as well.
  const isOurs = await once(socket, 'listening').then(
    () => true,
    () => false,
  )
  onTestFinished(() => void socket.close())
  const moved = await portIn({})
  expect(moved).toBeGreaterThan(0)
  const { siaDc09 } = (await withDemoPorts(loadConfig({ GB26875_PORT: '7700' }))).linkPorts
  expect(siaDc09).toBeGreaterThan(0)
  expect(siaDc09).not.toBe(7_700)
  if (isOurs) expect(moved).not.toBe(26_875)
})
