import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect as connectTcp, createServer } from 'node:net'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import type { TLSSocket } from 'node:tls'
import { connectAsync } from 'mqtt'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { StartupError } from '../startup-error.ts'
import { EmbeddedBroker } from './embedded-broker.ts'
import type { EmbeddedBrokerOptions } from './embedded-broker.ts'
import { createCertificate } from './testing/certificate.ts'
import { RawClient } from './testing/raw-client.ts'

let folder: string
let broker: EmbeddedBroker | undefined
let addresses: string[]
let warnings: string[]
const log = { info: () => {}, warn: (_fields: object, message: string) => void warnings.push(message) }

const startBroker = async (options: Partial<EmbeddedBrokerOptions> = {}): Promise<EmbeddedBroker> => {
  broker = new EmbeddedBroker({
    host: '127.0.0.1',
    port: 0,
    authenticate: async (gateway, secret, ip) => {
      addresses.push(ip)
      return secret === `secret of ${gateway}`
    },
    log,
    ...options,
  })
  broker.onMessage((_message, done) => done())
  await broker.start()
  return broker
}

const files = (certificate: { cert: string; key: string }) => {
  const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  writeFileSync(certFile, certificate.cert)
  writeFileSync(keyFile, certificate.key)
  return { certFile, keyFile, port: 0, reloadMs: 50 }
}

/** A connection over TLS that trusts only the given certificate. */
const trusting = (port: number, cert: string): Promise<TLSSocket> => {
  return new Promise((resolve, reject) => {
    const secure = connectTls({ port, host: '127.0.0.1', ca: cert, servername: 'localhost' }, () => resolve(secure))
    secure.once('error', reject)
  })
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'listener-'))
  addresses = []
  warnings = []
})
afterEach(async () => {
  await broker?.stop()
  rmSync(folder, { recursive: true })
})

describe('TLS', () => {
  test.each([4, 5] as const)('protocol level %d: a gateway reports over TLS, another one plain', async (protocolVersion) => {
    const certificate = createCertificate()
    const { port, tlsPort } = await startBroker({ tls: files(certificate) })
    for (const url of [`mqtts://localhost:${tlsPort}`, `mqtt://127.0.0.1:${port}`]) {
      const options = { protocolVersion, username: 'GW1', password: 'secret of GW1', reconnectPeriod: 0 } as const
      const gateway = await connectAsync(url, { ...options, host: '127.0.0.1', servername: 'localhost', ca: certificate.cert })
      await gateway.publishAsync('ew/v1/GW1/report', '{}', { qos: 1 })
      await gateway.publishAsync('ew/v1/GW1/report', '{}', { qos: 2 })
      await gateway.endAsync()
    }
    expect(addresses).toEqual(['127.0.0.1', '127.0.0.1'])
  })

  test('without a port for plain MQTT there is TLS alone', async () => {
    const started = await startBroker({ port: undefined, tls: files(createCertificate()) })
    expect(started.port).toBe(0)
    expect(started.tlsPort).toBeGreaterThan(0)
    expect(started.status().ready).toBe(true)
    const client = await RawClient.open(started.tlsPort)
    expect(await client.connect()).toBe('closed')
  })

  test('a renewed certificate is used without a restart; one that does not match is not, and the connections stay', async () => {
    const [before, after] = [createCertificate(), createCertificate()]
    const { tlsPort } = await startBroker({ tls: files(before) })
    const first = new RawClient(await trusting(tlsPort, before.cert))
    expect(await first.connect()).toMatchObject({ returnCode: 0 })
    writeFileSync(join(folder, 'cert.pem'), after.cert) // its key has not been replaced yet
    await vi.waitFor(() => expect(warnings).toContain('the mqtt certificate cannot be read; keeping the previous one'))
    ;(await trusting(tlsPort, before.cert)).destroy()
    writeFileSync(join(folder, 'key.pem'), after.key)
    await vi.waitFor(async () => (await trusting(tlsPort, after.cert)).destroy(), 5000)
    await expect(trusting(tlsPort, before.cert)).rejects.toThrow()
    first.send({ cmd: 'pingreq' })
    expect(await first.next()).toMatchObject({ cmd: 'pingresp' })
  })

  test('a certificate that expires soon logs a warning', async () => {
    await startBroker({ tls: files(createCertificate(3)) })
    expect(warnings).toEqual(['the mqtt certificate expires soon or has expired'])
  })

  test('a certificate that cannot be used stops the start and names the settings', async () => {
    const foreign = { cert: createCertificate().cert, key: createCertificate().key }
    for (const tls of [files(foreign), { ...files(foreign), certFile: join(folder, 'missing.pem') }]) {
      const error: unknown = await startBroker({ tls }).catch((reason: unknown) => reason)
      expect(error).toBeInstanceOf(StartupError)
      expect(String(error)).toMatch(/MQTT_TLS_CERT and MQTT_TLS_KEY/)
    }
  })
})

describe('PROXY protocol', () => {
  const header = 'PROXY TCP4 203.0.113.7 10.0.0.1 50000 1883\r\n'
  const tcp = (port: number) =>
    new Promise<Socket>((resolve) => {
      const socket = connectTcp(port, '127.0.0.1', () => resolve(socket))
    })

  test('a listed proxy tells the address, in one piece with the CONNECT or in many', async () => {
    const { port } = await startBroker({ proxies: ['127.0.0.0/8'] })
    for (const size of [1, 7, header.length]) {
      const socket = await tcp(port)
      const client = new RawClient(socket)
      socket.cork()
      for (let at = 0; at < header.length; at += size) {
        socket.write(header.slice(at, at + size))
        if (size === 7) await new Promise((resolve) => setTimeout(resolve, 2))
      }
      const answer = client.connect({ clientId: `in ${size}` })
      socket.uncork()
      expect(await answer).toMatchObject({ returnCode: 0 })
    }
    expect(addresses).toEqual(['203.0.113.7', '203.0.113.7', '203.0.113.7'])
  })

  test.each(['by itself', 'in one piece with the first bytes of TLS'])('also before TLS, %s', async (how) => {
    const certificate = createCertificate()
    const { tlsPort } = await startBroker({ tls: files(certificate), proxies: ['127.0.0.1'] })
    const upstream = await tcp(tlsPort)
    if (how === 'by itself') upstream.write(header)
    const proxy = createServer((socket) => {
      socket.once('data', (hello: Buffer) => {
        upstream.write(how === 'by itself' ? hello : Buffer.concat([Buffer.from(header), hello]))
        socket.pipe(upstream).pipe(socket)
      })
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const address = proxy.address()
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0
    const client = new RawClient(await trusting(port, certificate.cert))
    expect(await client.connect()).toMatchObject({ returnCode: 0 })
    expect(addresses).toEqual(['203.0.113.7'])
    proxy.close()
  })

  test('a listed proxy must send a header, and nobody else may send one', async () => {
    const { port } = await startBroker({ proxies: ['127.0.0.1'] })
    expect(await (await RawClient.open(port)).connect()).toBe('closed')
    expect(warnings).toEqual(['a proxy did not speak the PROXY protocol'])
    await broker?.stop()
    const other = await startBroker({ proxies: ['192.0.2.1'] })
    const socket = await tcp(other.port)
    socket.write(header)
    expect(await new RawClient(socket).connect()).toBe('closed')
    expect(addresses).toEqual([])
  })

  test('wrong secrets from one address behind the proxy do not slow another down', async () => {
    const { port } = await startBroker({ proxies: ['127.0.0.1'], limits: { failuresPerMinute: 1 } })
    const attempt = async (address: string, password: string) => {
      const socket = await tcp(port)
      socket.write(header.replace('203.0.113.7', address))
      const start = performance.now()
      const answer = await new RawClient(socket).connect({ password: Buffer.from(password) })
      return { answer, ms: performance.now() - start }
    }
    await attempt('203.0.113.7', 'wrong')
    expect((await attempt('203.0.113.7', 'wrong')).ms).toBeGreaterThan(1500)
    expect((await attempt('203.0.113.8', 'wrong')).ms).toBeLessThan(1500)
    expect(await attempt('203.0.113.7', 'secret of GW1')).toMatchObject({ answer: { returnCode: 0 } })
  })
})
