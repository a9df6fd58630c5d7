import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { createSite, type SiteGateway } from '../../features/ingest/ingest/ingest.fixture.ts'
import { startTestServer, type TestServer } from '../../testing/context.ts'
import { startTracing } from './otlp.ts'

interface Sent {
  readonly status?: { readonly code: number }
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly attributes: Readonly<Record<string, string | number | boolean>>
  readonly links: readonly string[]
}

/** The OTLP format in JSON. */
interface Wire {
  readonly resourceSpans: {
    readonly scopeSpans: {
      readonly spans: (Omit<Sent, 'attributes' | 'links'> & {
        readonly attributes: { readonly key: string; readonly value: Record<string, string | number | boolean> }[]
        readonly links?: { readonly spanId: string }[]
      })[]
    }[]
  }[]
}

const spansOf = ({ resourceSpans }: Wire): Sent[] =>
  resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .map(({ attributes, links = [], ...span }) => ({
      ...span,
      attributes: Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0] ?? ''])),
      links: links.map(({ spanId }) => spanId),
    }))

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (let stop = stops.pop(); stop; stop = stops.pop()) await stop()
})

/** Listens at the address for OTLP_URL. */
const listen = async (server: Server): Promise<string> => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  stops.push(async () => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A collector that passes on what arrives, and answers after that. */
const collecting = (take: (wire: Wire, path: string) => Promise<void> | void): Promise<string> =>
  listen(
    createServer((request, response) => {
      void json(request)
        .then((wire) => take(wire as Wire, request.url ?? ''))
        .then(() => response.setHeader('content-type', 'application/json').end('{}'))
    }),
  )

/** A collector that keeps what it receives. */
const collector = async (): Promise<{ url: string; spans: Sent[]; raw: string[]; paths: string[] }> => {
  const kept = { spans: [] as Sent[], raw: [] as string[], paths: [] as string[] }
  const url = await collecting((wire, path) => {
    kept.paths.push(path)
    kept.raw.push(JSON.stringify(wire))
    kept.spans.push(...spansOf(wire))
  })
  return { url, ...kept }
}

const start = async (otlpUrl: string): Promise<{ server: TestServer; gateway: SiteGateway }> => {
  const server = await startTestServer({ settings: { ROLES: 'api,ingest,jobs', OTLP_URL: otlpUrl } })
  stops.push(() => server.stop())
  const [gateway] = (await createSite(server.db, 1, 1)).gateways
  if (!gateway) throw new Error('no gateway')
  return { server, gateway }
}

const report = async (server: TestServer, gateway: SiteGateway, seq: number): Promise<number> => {
  const reports = [{ device: gateway.devices[0]?.code, format: 'CID', code: '1110' }]
  const answer = await fetch(`${server.url}/api/ingest/v1/${gateway.code}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${gateway.secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ seq, reports }),
  })
  await answer.arrayBuffer()
  return answer.status
}

const alarms = (server: TestServer) => server.db.selectFrom('alarm').select('id').execute()

test('the journey of an alarm: from its report over its event to the calls about it', async () => {
  const { url, spans, raw, paths } = await collector()
  const { server, gateway } = await start(`${url}/otlp/`)
  const token = await server.signIn(server.world.accounts.siterAdmin)
  expect(await report(server, gateway, 1)).toBe(200)
  const [alarm] = await alarms(server)
  if (!alarm) throw new Error('no alarm')
  expect(await server.call('GET', 'web/alarmRecord/detail', { id: alarm.id }, token)).toMatchObject({ success: true })
  expect(await server.call('POST', 'web/alarmRecord/confirm', { id: alarm.id }, token)).toMatchObject({ success: true })
  const dealt = { id: alarm.id, handleWay: 'onSite', note: 'smoke in room 500', reason: 'a cigarette' }
  expect(await server.call('POST', 'web/alarmRecord/deal', dealt, token)).toMatchObject({ success: true })

  const named = (name: string) => spans.filter((span) => span.name === name)
  await vi.waitFor(() => expect(named('POST /api/web/alarmRecord/deal')).toHaveLength(1), { timeout: 10_000 })
  await vi.waitFor(() => expect(named('live.event').length).toBeGreaterThanOrEqual(3), { timeout: 10_000 })

  const [brought] = named('POST /api/ingest/v1/:gateway')
  const [batch] = named('ingest.batch')
  expect(batch?.attributes).toMatchObject({ 'batch.messages': 1, 'batch.urgent': 1, 'batch.reports': 1 })
  expect(batch?.links).toEqual([brought?.spanId])
  expect(batch?.parentSpanId).toBeUndefined()
  expect(named('alarm.raised')).toMatchObject([
    { traceId: batch?.traceId, parentSpanId: batch?.spanId, attributes: { 'alarm.id': alarm.id } },
  ])
  const [confirm] = named('POST /api/web/alarmRecord/confirm')
  expect(confirm?.attributes).toMatchObject({ 'alarm.id': alarm.id, 'http.response.status_code': 200 })
  expect(named('transaction')).toContainEqual(
    expect.objectContaining({
      traceId: confirm?.traceId,
      parentSpanId: confirm?.spanId,
      attributes: expect.objectContaining({ 'alarm.id': alarm.id, 'audit.actions': 'alarm.confirm' }),
    }),
  )
  // A search by the alarm's id shows all of them.
  const found = spans.filter(({ attributes }) => attributes['alarm.id'] === alarm.id)
  expect(found.map(({ name, attributes }) => `${name} ${attributes['event.change'] ?? ''}`.trim())).toEqual(
    expect.arrayContaining([
      'alarm.raised',
      'live.event raised',
      'GET /api/web/alarmRecord/detail',
      'POST /api/web/alarmRecord/confirm',
      'transaction',
    ]),
  )

  expect(new Set(paths)).toEqual(new Set(['/otlp/v1/traces']))
  // Neither secrets nor names nor texts that somebody wrote.
  const { siterAdmin } = server.world.accounts
  for (const hidden of [token, gateway.secret, gateway.code, siterAdmin.account, dealt.note, dealt.reason])
    expect(raw.join()).not.toContain(hidden)
})

test('a failure is marked with its kind, without its message', async () => {
  const { url, spans } = await collector()
  const { server, gateway } = await start(url)
  const token = await server.signIn(server.world.accounts.siterAdmin)
  expect(await report(server, gateway, 1)).toBe(200)
  const [alarm] = await alarms(server)
  await server.db.schema.alterTable('audit_log').renameTo('audit_log_gone').execute()
  expect((await server.call('POST', 'web/alarmRecord/confirm', { id: alarm?.id }, token)).status).toBe(500)
  const failed = (name: string) => spans.find((span) => span.name === name && span.status?.code === 2)
  await vi.waitFor(() => expect(failed('POST /api/web/alarmRecord/confirm')).toBeDefined(), { timeout: 10_000 })
  expect(failed('POST /api/web/alarmRecord/confirm')?.attributes).toMatchObject({ 'error.type': '500' })
  expect(failed('transaction')?.attributes).toMatchObject({ 'error.type': '42P01' })
  expect(JSON.stringify(spans)).not.toContain('does not exist')
})

test('a hanging or unavailable collector costs no report', async () => {
  let asked = 0
  const hanging = await listen(createServer(() => void asked++))
  const away = 'http://127.0.0.1:9'
  for (const url of [hanging, away]) {
    const { server, gateway } = await start(url)
    for (let seq = 1; seq <= 100; seq++) expect(await report(server, gateway, seq)).toBe(200)
    await delay(2_500)
    for (let seq = 101; seq <= 200; seq++) expect(await report(server, gateway, seq)).toBe(200)
    expect(
      await server.db
        .selectFrom('report')
        .select((e) => e.fn.countAll().as('n'))
        .executeTakeFirst(),
    ).toEqual({ n: 200 })
    await stops.pop()?.()
  }
  expect(asked).toBeGreaterThan(0)
})

test('spans that a slow collector does not accept are dropped, not kept', async () => {
  const held = Promise.withResolvers<void>()
  let received = 0
  const url = await collecting((wire) => {
    received += spansOf(wire).length
    return held.promise
  })
  const tracing = startTracing(url, pino({ level: 'silent' }))
  stops.push(() => tracing.stop())
  for (let n = 0; n < 20_000; n++) tracing.open('n', {}).end()
  await vi.waitFor(() => expect(received).toBe(512), { timeout: 20_000 })
  held.resolve()
  await vi.waitFor(() => expect(received).toBe(512 + 4_096), { timeout: 10_000 })
  // Nothing more arrives: the rest was dropped.
  await delay(500)
  expect(received).toBe(512 + 4_096)
})

test('stopping waits two seconds for a hanging collector, and no longer', async () => {
  const tracing = startTracing(await listen(createServer()), pino({ level: 'silent' }))
  tracing.open('last', {}).end()
  const began = performance.now()
  await tracing.stop()
  expect(performance.now() - began).toBeLessThan(4_500)
})

test('an unavailable collector causes a single log line', async () => {
  const lines: string[] = []
  const tracing = startTracing(
    'http://user:hidden-word@127.0.0.1:9',
    pino({ level: 'warn' }, { write: (line) => lines.push(line) }),
  )
  stops.push(() => tracing.stop())
  tracing.open('first', {}).end()
  await vi.waitFor(() => expect(lines).toHaveLength(1), { timeout: 15_000 })
  tracing.open('second', {}).end()
  await delay(6_500)
  expect(lines).toHaveLength(1)
  expect(lines[0]).toContain('OTLP_URL')
  expect(lines[0]).not.toContain('hidden-word')
})

// It loads the whole program, which takes as long as the machine is busy.
test('without the setting nothing of OpenTelemetry is loaded', { timeout: 300_000 }, async () => {
  const script = join(import.meta.dirname, '../../testing/load-app.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [script], { env: { ...process.env, OTLP_URL: '' } })
  const { byTheProgram, counted } = JSON.parse(stdout) as { byTheProgram: number; counted: number }
  expect(byTheProgram).toBe(0)
  // It would have been noticed.
  expect(counted).toBeGreaterThan(0)
})
