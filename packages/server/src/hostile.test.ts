import { allEndpoints, keyRightOf, type Endpoint, type TSchema } from '@emberwatch/contract'
import { request as open, Agent } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { newToken } from './features/base/access/token.ts'
import { callSettingsChanged } from './platform/http/call-settings.ts'
import { startTestServer, type TestServer } from './testing/context.ts'
import { hostileShapes, type Shape } from './testing/hostile-shapes.ts'
import { addKey } from './testing/keys.ts'
import { addOwnedRows, type OwnedRows } from './testing/rows.ts'

/**
 * Whatever is sent to any call, it answers within a second, in the envelope, and never with 500. Generated from the contract, so a new
 * endpoint is attacked as soon as it is declared. Meanwhile a gateway reports: nothing that an unauthenticated caller sends may delay a fire.
 */

let server: TestServer
let own: OwnedRows
let reporter: { slowest: number; stored: number; stop(): Promise<void> }
/**
 * Measures the CPU time of this process: other load on the machine makes everything slow, but only our own work counts here. Waiting for
 * the database takes no CPU time, so there is a limit on elapsed time as well.
 */
const stopwatch = (): (() => number) => {
  const began = performance.now()
  const before = process.cpuUsage()
  return () => {
    const { user, system } = process.cpuUsage(before)
    const passed = performance.now() - began
    return passed > hangsMs ? passed : Math.min(passed, (user + system) / 1_000)
  }
}
const timeoutMs = 1_000
const hangsMs = 8_000
/** Often enough for a slow call to coincide with a report. More reports would take up the calls' time. */
const reportEveryMs = 100

const agent = new Agent({ keepAlive: true, maxSockets: 4 })

beforeAll(async () => {
  server = await startTestServer({ captcha: 'off', settings: { ROLES: 'api,jobs,ingest' } })
  own = await addOwnedRows(server.db, server.world.companies.siter)
  // A call rejected by its rate limit would not be tested at all.
  const settings = allEndpoints.map(({ entry }) => ({
    path: entry.path,
    name: entry.path,
    per_minute: 1_000_000,
    logged: true,
    masked_fields: [],
    enabled: true,
  }))
  await server.db.transaction().execute(async (tx) => {
    await tx.insertInto('api_config').values(settings).execute()
    await callSettingsChanged(tx)
  })
  await vi.waitFor(async () => {
    const { headers } = await fetch(`${server.url}/api/${allEndpoints[0]?.entry.path}`)
    if (headers.get('x-ratelimit-limit') !== '1000000') throw new Error('the settings are not known yet')
  }, 20_000)
  reporter = await startReporter()
})
afterAll(async () => {
  await reporter?.stop()
  agent.destroy()
  await server.stop()
})

/** A gateway that reports continuously, with the time of its slowest report. */
const startReporter = async (): Promise<typeof reporter> => {
  const { code } = await server.db
    .selectFrom('gateway')
    .select('code')
    .where('id', '=', Number(own.gateway))
    .executeTakeFirstOrThrow()
  let running = true
  const result = { slowest: 0, stored: 0, stop: async () => undefined }
  const report = async (seq: number): Promise<void> => {
    const body = JSON.stringify({
      boot: 'hostile',
      seq,
      reports: [{ format: 'EW', code: 'telemetry', values: { battery: seq } }],
    })
    const answer = await fetch(`${server.url}/api/ingest/v1/${code}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${code.slice(2)}` },
      body,
    })
    await answer.text()
    if (answer.ok) result.stored++
  }
  await report(1)
  const work = (async () => {
    for (let seq = 2; running; seq++) {
      // Started before the pause: whatever blocks the program meanwhile would delay a report that arrives then.
      const time = stopwatch()
      await sleep(reportEveryMs)
      await report(seq)
      result.slowest = Math.max(result.slowest, time() - reportEveryMs)
    }
  })()
  return Object.assign(result, {
    stop: async () => {
      running = false
      await work
    },
  })
}

interface Answer {
  readonly status: number
  readonly ms: number
  readonly text: string
}

const send = (
  entry: Endpoint,
  { body, type = 'application/json', query, headers }: Shape,
  token: string | null,
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const time = stopwatch()
    const path = `/api/${entry.path}${query === undefined ? '' : `?${query}`}`
    const outgoing = open(
      server.url + path,
      {
        method: entry.method,
        agent,
        headers: {
          'accept-language': 'en',
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(entry.method === 'POST' && type !== '' ? { 'content-type': type } : {}),
          ...headers,
        },
      },
      (response) => {
        const status = response.statusCode ?? 0
        const answered = (text: string): void => resolve({ status, ms: time(), text })
        // A stream lasts as long as somebody listens.
        if (String(response.headers['content-type']).startsWith('text/event-stream')) {
          response.destroy()
          return answered('')
        }
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => answered(Buffer.concat(chunks).toString()))
        response.on('error', reject)
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })

/** A session that a tested call may end. */
const signIn = async (): Promise<string> => {
  const { token, hash } = newToken()
  const now = new Date()
  await server.db
    .insertInto('session')
    .values({
      token_hash: hash,
      account_id: server.world.accounts.siterAdmin.id,
      created_at: now,
      last_seen_at: now,
      expires_at: new Date(now.getTime() + 3_600_000),
    })
    .execute()
  return token
}

const newKey = async (): Promise<string> => (await addKey(server.db, server.world.companies.siter)).secret

describe.each(allEndpoints.map(({ name, entry }) => ({ name, entry })))('$name', ({ name, entry }) => {
  test('answers whatever is sent, soon and in the envelope', async () => {
    const wrong: string[] = []
    const takesKey = keyRightOf(entry.access) !== undefined
    const begin = (): Promise<string> => (takesKey ? newKey() : signIn())
    let token: string | null = entry.access === 'public' ? null : await begin()
    for (const shape of hostileShapes(name, entry, (entity) => own[entity] ?? 1)) {
      const { status, ms, text } = await send(entry, shape, token)
      if (status === 401 && token !== null) token = await begin()
      if (status === 0 || status >= 500) wrong.push(`${shape.name}: ${status} ${text.slice(0, 200)}`)
      else if (shape.status !== undefined && status !== shape.status && status !== 401)
        wrong.push(`${shape.name}: ${status}, not ${shape.status} ${text.slice(0, 200)}`)
      if (ms > timeoutMs) wrong.push(`${shape.name}: took ${Math.round(ms)} ms`)
      if (status >= 400 && (text.length > 10_000 || typeof (JSON.parse(text) as { msg?: unknown }).msg !== 'string'))
        wrong.push(`${shape.name}: ${text.slice(0, 200)}`)
    }
    expect(wrong).toEqual([])
  })
})

describe('requests that are not calls', () => {
  const raw = (text: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(server.url)
      const socket = connect(Number(port), hostname, () => socket.write(text, 'latin1'))
      let answer = ''
      socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
      socket.on('close', () => resolve(answer))
      socket.on('error', reject)
    })
  const get = (path: string, headers = ''): string => `GET ${path} HTTP/1.1\r\nhost: a\r\n${headers}connection: close\r\n\r\n`

  test.each([
    ['a path that is nowhere', get('/api/web/nowhere'), 404],
    ['a path with a NUL', get('/api/web/%00'), 404],
    ['a path with broken escapes', get('/api/%zz'), 404],
    ['a very long path', get(`/api/${'x'.repeat(20_000)}`), 413],
    ['thousands of query keys', get(`/api/area/getArea?${'a=1&'.repeat(6_000)}`), 413],
    ['a very long header', get('/api/area/getArea', `x-a: ${'x'.repeat(20_000)}\r\n`), 413],
    ['many headers', get('/api/area/getArea', 'x-a: 1\r\n'.repeat(3_000)), 413],
    ['a NUL in the code of a company', get('/api/web/app/download/admin?company=%00'), 404],
    ['no HTTP', 'HELO fire\r\n\r\n', 400],
    ['a NUL in the first line', get('/api/\0'), 400],
    ['two lengths', 'POST /api/web/account/login HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}', 400],
  ])('%s is answered in the envelope', async (_name, text, status) => {
    const answer = await raw(text)
    expect(answer).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    const [, body = ''] = answer.split('\r\n\r\n')
    expect(JSON.parse(body.replace(/^[0-9a-f]+\r\n/, ''))).toMatchObject({ success: false, msg: expect.any(String) })
  })
})

test('a gateway that reported all the while never had to wait', () => {
  expect(reporter.stored).toBeGreaterThan(50)
  expect(reporter.slowest).toBeLessThan(timeoutMs)
})

/** So that a schema without properties is noticed here and not by an attacker. */
test('every input is closed', () => {
  const openInputs = allEndpoints.filter(
    ({ entry }) => (entry.input as TSchema & { additionalProperties?: unknown }).additionalProperties !== false,
  )
  expect(openInputs.map(({ name }) => name)).toEqual([])
})
