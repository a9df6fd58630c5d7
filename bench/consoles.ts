import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import { connectAsync, type MqttClient } from 'mqtt'
import { newToken } from '../packages/server/src/features/base/access/token.ts'
import { createSite, type Site } from '../packages/server/src/features/ingest/ingest/ingest.fixture.ts'
import type { Tables } from '../packages/server/src/tables/index.ts'
import { quantile, type Bench } from './bench.ts'
import { startCrowd, type Crowd } from './crowd.ts'
import { createProgram, type Program } from './program.ts'

const [few, many] = [1_000, Number(process.env['CONSOLES'] ?? 10_000)]
/** People sign in at several places. */
const sessionsEach = 20
const rounds = 5
const idleSeconds = 20
/** Fires come one at a time, out of step with everything else. */
const fires = 12

let program: Program
let crowd: Crowd
let gateway: MqttClient
let site: Site
let sequence = 0
/** Set at the start and not used before (KB): the memory of the program without consoles, and with the few. */
let pssOfFew = 0
let lastOfFew: number[] = []

/** Accounts of the operating company, each signed in several times. Returns the tokens. */
const signIn = async (db: Kysely<Tables>, count: number): Promise<string[]> => {
  const accounts = Math.ceil(count / sessionsEach)
  await sql`
    with person as (
      insert into account (company_id, path, type, account, name, password_hash)
      select company_id, path, type, 'duty-' || i, 'Duty ' || i, password_hash
      from account, generate_series(1, ${sql.lit(accounts)}) i where account = 'operator' returning id)
    insert into account_role (account_id, role_id)
    select person.id, held.role_id from person, account_role held join account on account.id = held.account_id where account.account = 'operator'`.execute(
    db,
  )
  const people = await db.selectFrom('account').select('id').where('account', 'like', 'duty-%').orderBy('id').execute()
  const tokens = Array.from({ length: count }, newToken)
  const expires_at = new Date(Date.now() + 3_600_000)
  for (let from = 0; from < count; from += 1_000)
    await db
      .insertInto('session')
      .values(
        tokens.slice(from, from + 1_000).map(({ hash }, index) => ({
          token_hash: hash,
          account_id: people[Math.floor((from + index) / sessionsEach)]?.id ?? 0,
          expires_at,
        })),
      )
      .execute()
  return tokens.map(({ token }) => token)
}

/** Processor time of a process and of its children that have ended (ms). */
const cpuMs = (pid: number): { own: number; ended: number } => {
  const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.split(' ').slice(11, 15).map(Number)
  return { own: (user + system) * 10, ended: (endedUser + endedSystem) * 10 }
}

/** Processor time of all children of a process (ms). Its database connections come and go. */
const cpuBelowMs = (pid: number): number =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    .split(' ')
    .filter(Boolean)
    .map(Number)
    .reduce((sum, child) => {
      const { own, ended } = cpuMs(child)
      return sum + own + ended + cpuBelowMs(child)
    }, 0)

/** Memory of a process, shared parts divided (KB). */
const pssOf = (pid: number): number => Number(/^Pss: +(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1])

/** Share of one core during some idle seconds (%): of the program, and of its database. */
const idleShare = async (): Promise<{ program: number; database: number }> => {
  const pid = program.pid()
  const [from, own, below] = [performance.now(), cpuMs(pid).own, cpuBelowMs(pid)]
  await delay(idleSeconds * 1_000)
  const share = (ms: number): number => (100 * ms) / (performance.now() - from)
  return { program: share(cpuMs(pid).own - own), database: share(cpuBelowMs(pid) - below) }
}

/** From the acknowledgement of a fire until the last console has received it (ms). */
const inform = async (): Promise<number[]> => {
  const [from] = site.gateways
  if (!from) throw new Error('no gateway')
  const times: number[] = []
  for (let fire = 0; fire < fires; fire++) {
    const device = from.devices[sequence]?.code ?? ''
    const report = { seq: ++sequence, time: new Date().toISOString(), reports: [{ device, code: '1111', format: 'CID' }] }
    const seen = crowd.watch(device)
    await delay(300 + Math.random() * 200)
    await gateway.publishAsync(`ew/v1/${from.code}/report`, JSON.stringify(report), { qos: 1 })
    const committed = performance.timeOrigin + performance.now()
    times.push((await seen).last - committed)
  }
  return times
}

/** What open consoles cost while nothing happens, and how soon the last one receives a fire. */
export const bench: Bench = {
  name: 'consoles',
  about: `${many} open consoles of ${many / sessionsEach} people: processor and memory while idle, and from the commit of a fire until the last console has it`,
  rounds,
  targets: {
    idle_core_percent: { most: 20 },
    each_kb: { most: 25 },
    last_of_1000_p50_ms: { most: 50 },
    last_of_10000_p50_ms: { most: 500 },
  },
  async setUp() {
    program = await createProgram()
    await program.start()
    const database = await program.openDatabase()
    site = await createSite(database.kysely, 1, fires * (rounds + 1))
    const tokens = await signIn(database.kysely, many)
    await sql`analyze`.execute(database.kysely)
    await database.close()
    const [from] = site.gateways
    if (!from) throw new Error('no gateway')
    gateway = await connectAsync(program.mqttUrl, { protocolVersion: 4, username: from.code, password: from.secret })
    crowd = startCrowd(Number(new URL(program.url).port))
    await crowd.open(tokens.slice(0, few))
    lastOfFew = await inform()
    pssOfFew = pssOf(program.pid())
    await crowd.open(tokens.slice(few))
    await delay(5_000)
  },
  async run() {
    const share = await idleShare()
    const pss = pssOf(program.pid())
    const last = await inform()
    return {
      idle_core_percent: share.program,
      idle_database_percent: share.database,
      each_kb: (pss - pssOfFew) / (many - few),
      last_of_1000_p50_ms: quantile(lastOfFew, 0.5),
      last_of_1000_worst_ms: Math.max(...lastOfFew),
      last_of_10000_p50_ms: quantile(last, 0.5),
      last_of_10000_worst_ms: Math.max(...last),
    }
  },
  async tearDown() {
    crowd.close()
    await gateway.endAsync(true)
    await program.remove()
  },
}
