import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import { createSite, type Site } from '../packages/server/src/features/ingest/ingest/ingest.fixture.ts'
import type { Tables } from '../packages/server/src/tables/index.ts'
import { AlarmStream } from './alarm-stream.ts'
import { quantile, type Bench } from './bench.ts'
import { GatewayLine } from './gateway-line.ts'
import { createProgram, programPassword, type Program } from './program.ts'

const receivers = Number(process.env['RECEIVERS'] ?? 1_000_000)
/** Fires are sent one at a time, each from another device. */
const fires = 150
const alarm = '1110'

/** This machine's clock (ms). */
const now = (): number => performance.timeOrigin + performance.now()

let program: Program
let site: Site
let line: GatewayLine
let stream: AlarmStream
let token = ''
let sequence = 0
let used = 0

const call = async <T>(path: string, body: object, method = 'POST'): Promise<T> => {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` }
  const query = method === 'GET' ? `?${new URLSearchParams(Object.entries(body)).toString()}` : ''
  const sent = method === 'GET' ? {} : { body: JSON.stringify(body) }
  const response = await fetch(`${program.url}/api/${path}${query}`, { method, headers, ...sent })
  const answer = (await response.json()) as { success: boolean; msg: string; data: T }
  if (!answer.success) throw new Error(`${path}: ${answer.msg}`)
  return answer.data
}

/** How long fires take from publishing to their commit, and to a stream. */
const measure = async (name: string): Promise<Record<string, number>> => {
  const commits: number[] = []
  const streams: number[] = []
  const devices = site.gateways[0]?.devices.slice(used, used + fires) ?? []
  used += fires
  for (const { code } of devices) {
    const published = now()
    await line.send({ seq: ++sequence, reports: [{ device: code, code: alarm, format: 'CID' }] })
    commits.push(now() - published)
    streams.push((await stream.cameAt(code)) - published)
    await delay(200 + Math.random() * 150)
  }
  return {
    [`${name}_commit_p50_ms`]: quantile(commits, 0.5),
    [`${name}_commit_p99_ms`]: quantile(commits, 0.99),
    [`${name}_stream_p50_ms`]: quantile(streams, 0.5),
    [`${name}_stream_p99_ms`]: quantile(streams, 0.99),
  }
}

/** What the program's process holds by itself (MB). */
const memory = (): number => Number(/^Pss: +(\d+)/m.exec(readFileSync(`/proc/${program.pid()}/smaps_rollup`, 'utf8'))?.[1]) / 1024

/** Accounts of the operating company. */
const addReceivers = (db: Kysely<Tables>) =>
  sql`
    insert into account (company_id, path, type, account, name, password_hash)
    select company_id, path, type, 'reader-' || i, 'Reader ' || i, password_hash
    from account, generate_series(1, ${sql.lit(receivers)}) i where account = 'operator'`.execute(db)

interface Task {
  readonly state: string
  readonly delivered: number
  readonly reach: number | null
}

const sendTask = async (): Promise<number> => {
  const { id } = await call<{ id: number }>('web/messageTask/create', {
    title: 'Drill on Friday',
    type: 'training',
    pushType: 'inSite',
    pushObject: 'filter',
    filter: { accountTypes: ['siter'] },
    contentEn: 'Dear {{receiver}}, the drill begins at nine.',
  })
  await call('web/messageTask/send', { id })
  return id
}

/** A message to a million people must not slow down alarms. */
export const bench: Bench = {
  name: 'message-task',
  about: `a fire's time to its commit and to a stream before and while a task tells ${receivers} accounts in-site; how long that takes, and the memory`,
  rounds: 1,
  targets: {
    told_share: { least: 1 },
    stream_p50_ratio: { most: 1.2 },
  },
  async setUp() {
    program = await createProgram()
    await program.start()
    const database = await program.openDatabase()
    site = await createSite(database.kysely, 1, fires * 4)
    await addReceivers(database.kysely)
    await sql`vacuum analyze account`.execute(database.kysely)
    await sql`checkpoint`.execute(database.kysely)
    await database.close()
    token = String(await call('web/account/login', { account: 'operator', password: programPassword }))
    stream = new AlarmStream(program.url, token)
    const [gateway] = site.gateways
    line = new GatewayLine(program.mqttPort, gateway ?? { code: '', secret: '' })
    await measure('warm up')
  },
  async run() {
    const alone = await measure('alone')
    const memoryBefore = memory()
    let peak = memoryBefore
    const asked = now()
    const id = await sendTask()
    const accepted = now()
    const watch = setInterval(() => (peak = Math.max(peak, memory())), 1_000)
    const read = () => call<Task>('web/messageTask/detail', { id }, 'GET')
    let task = await read()
    while (task.delivered === 0) {
      await delay(100)
      task = await read()
    }
    const began = now()
    const sending = await measure('sending')
    task = await read()
    const stillSending = task.state === 'sending' ? 1 : 0
    while (task.state === 'queued' || task.state === 'sending') {
      await delay(1_000)
      task = await read()
    }
    const ended = now()
    clearInterval(watch)
    const after = await measure('after')
    return {
      ...alone,
      ...sending,
      ...after,
      stream_p50_ratio: (sending['sending_stream_p50_ms'] ?? Number.NaN) / (alone['alone_stream_p50_ms'] ?? Number.NaN),
      sent_all_the_while: stillSending,
      asked_ms: accepted - asked,
      begin_s: (began - accepted) / 1000,
      told_s: (ended - began) / 1000,
      told_share: task.delivered / (task.reach ?? Number.NaN),
      memory_before_MB: memoryBefore,
      memory_peak_MB: peak,
    }
  },
  async tearDown() {
    line.close()
    await program.remove()
  },
}
