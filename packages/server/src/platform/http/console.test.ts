import Fastify, { type FastifyInstance } from 'fastify'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import { connect } from 'node:net'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { registerConsole } from './console.ts'

const script = 'export const text = "fire"\n'.repeat(200)
const dist = mkdtempSync(join(tmpdir(), 'emberwatch-console-'))
let server: FastifyInstance

beforeAll(async () => {
  mkdirSync(join(dist, 'assets'))
  writeFileSync(join(dist, 'index.html'), '<!doctype html><title>Console</title>')
  writeFileSync(join(dist, 'assets', 'app.js'), script)
  writeFileSync(join(dist, 'assets', 'app.js.br'), brotliCompressSync(script))
  writeFileSync(join(dist, 'assets', 'app.js.gz'), gzipSync(script))
  server = Fastify()
  await registerConsole(server, dist)
})
afterAll(async () => {
  await server.close()
  rmSync(dist, { recursive: true })
})

test('what is nowhere is answered before the body has arrived that somebody sends there', async () => {
  await server.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect(Number(new URL(server.listeningOrigin).port), '127.0.0.1')
  for (const path of ['/nowhere', '/api/web/nowhere']) {
    socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 200000\r\n\r\n{"a":`)
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 \d/)
    // The connection goes on: nothing of the body is kept.
    socket.write(' '.repeat(200_000 - 5))
  }
  socket.destroy()
})

const get = (url: string, encodings?: string) =>
  server.inject({ url, headers: encodings === undefined ? {} : { 'accept-encoding': encodings } })

test('a script is served as compressed by the build, in a form that the browser accepts, and cached for a year', async () => {
  const brotli = await get('/assets/app.js', 'gzip, deflate, br')
  expect(brotli.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': expect.stringContaining('javascript'),
    'cache-control': 'public, max-age=31536000, immutable',
    vary: expect.stringMatching(/accept-encoding/i),
  })
  expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(script)
  const gzip = await get('/assets/app.js', 'gzip')
  expect(gzip.headers['content-encoding']).toBe('gzip')
  expect(gunzipSync(gzip.rawPayload).toString()).toBe(script)
  const plain = await get('/assets/app.js')
  expect(plain.headers['content-encoding']).toBeUndefined()
  expect(plain.body).toBe(script)
})

test('pages are not cached, and compressed files have no address of their own', async () => {
  const page = await get('/', 'gzip, br')
  expect(page.headers['cache-control']).toBe('no-cache')
  expect(page.body).toContain('Console')
  expect((await get('/assets/app.js.br')).statusCode).not.toBe(200)
})

test('a console built meanwhile is served at once, with its new assets', async () => {
  expect((await get('/assets/app-2.js')).statusCode).not.toBe(200)
  writeFileSync(join(dist, 'assets', 'app-2.js'), script)
  writeFileSync(join(dist, 'assets', 'app-2.js.br'), brotliCompressSync(script))
  writeFileSync(join(dist, 'index.html'), '<!doctype html><title>Console</title><script src="assets/app-2.js"></script>')
  expect((await get('/')).body).toContain('assets/app-2.js')
  const asset = await get('/assets/app-2.js', 'br')
  expect(asset.headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': 'public, max-age=31536000, immutable' })
  expect(brotliDecompressSync(asset.rawPayload).toString()).toBe(script)
})

test.each(['/assets/', '/assets/missing.js', '/assets/app.js.gz', '/assets/..%2findex.html', '/assets/%2e%2e%2findex.html'])(
  '%s is no asset',
  async (url) => expect((await get(url)).statusCode).not.toBe(200),
)
