import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { linkPortNames, loadConfig } from '../config.ts'
import { messageOf, StartupError } from './startup-error.ts'
import { explainPort } from './port-problem.ts'

/** The error of a second server at the same address. */
const takenTwice = async (place: { path: string } | { host: string; port: number }): Promise<NodeJS.ErrnoException> => {
  const first = createServer().listen(place)
  onTestFinished(() => void first.close())
  await once(first, 'listening')
  const address = first.address()
  const second = createServer().listen(typeof address === 'string' ? address : { ...place, port: address?.port })
  const [error] = (await once(second, 'error')) as [NodeJS.ErrnoException]
  return error
}

test('the error for a port in use names the setting that changes it', async () => {
  const error = await takenTwice({ host: '127.0.0.1', port: 0 })
  const port = 'port' in error ? Number(error.port) : 0
  expect(port).toBeGreaterThan(0)
  const explained = (settings: Record<string, string>) => explainPort(error, loadConfig({ HOST: '127.0.0.1', ...settings }))
  expect(explained({ PORT: String(port) })).toBeInstanceOf(StartupError)
  expect(messageOf(explained({ PORT: String(port) }))).toBe(
    `Port ${port} on 127.0.0.1 is in use: stop the other program, or set PORT.`,
  )
  const tls = { MQTT_TLS_CERT: 'cert.pem', MQTT_TLS_KEY: 'key.pem' }
  for (const [name, more] of [
    ['MQTT_PORT', {}],
    ['MQTT_TLS_PORT', tls],
    ...Object.values(linkPortNames).map((each) => [each, {}] as const),
  ] as const)
    expect(messageOf(explained({ ...more, [name]: String(port) }))).toContain(`set ${name}.`)
})

test('so does that for a port in use over UDP', async () => {
  const first = createSocket('udp4')
  onTestFinished(() => void first.close())
  first.bind(0, '127.0.0.1')
  await once(first, 'listening')
  const { port } = first.address()
  const second = createSocket('udp4').bind(port, '127.0.0.1')
  const [error] = (await once(second, 'error')) as [Error]
  expect(messageOf(explainPort(error, loadConfig({ GB26875_PORT: String(port) })))).toBe(
    `Port ${port} on 127.0.0.1 is in use: stop the other program, or set GB26875_PORT.`,
  )
})

test('a local socket in use has no port, so its error is left unchanged', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'emberwatch-socket-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const error = await takenTwice({ path: join(folder, 'lock') })
  expect(error).toMatchObject({ code: 'EADDRINUSE', port: -1 })
  expect(explainPort(error, loadConfig({}))).toBe(error)
  const other = new Error('nothing about a port')
  expect(explainPort(other, loadConfig({}))).toBe(other)
})
