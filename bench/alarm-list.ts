import { addAlarms, callers, type AlarmWorld, type Caller } from './alarm-world.ts'
import { quantile, type Bench } from './bench.ts'
import { call, callsPerSecond, signIn } from './http-calls.ts'
import { createProgram, programPassword, type Program } from './program.ts'

const months = 24
const small = 10_000
const large = 1_000_000
const path = 'web/alarmRecord/page'
const first = { pageNum: 1, pageSize: 10 }
/** Unmeasured calls, so that every connection has prepared its statements. */
const warmUps = 60
/** Enough samples that the 99th percentile is not the maximum. */
const calls = 400
const filterCalls = 100
/** Sessions of each caller, because calls are limited per session. */
const sessions = 8
const seconds = 4

/** The filters of the list. Each finds rows in the small table as well: this compares finding rows, not finding none. */
const filters: Record<string, (world: AlarmWorld) => object> = {
  level: () => ({ level: 'notice' }),
  state: () => ({ state: 'misreport' }),
  open: () => ({ open: 'true' }),
  type: () => ({ typeId: 2 }),
  day: () => ({
    startTime: new Date(Date.now() - 100 * 86_400_000).toISOString(),
    endTime: new Date(Date.now() - 99 * 86_400_000).toISOString(),
  }),
  project: ({ projectId }) => ({ projectId }),
  'project and level': ({ projectId }) => ({ projectId, level: 'notice' }),
  device: ({ deviceId }) => ({ deviceId }),
  'reached by SMS': () => ({ reached: 'sms' }),
  'reached by mail': () => ({ reached: 'mail' }),
  company: ({ agent }) => ({ companyId: Number(agent.split('.').at(-1)) }),
  'oldest first': () => ({ sort: 'firstAt', order: 'asc' }),
  'page 900': () => ({ pageNum: 900 }),
  'two letters': () => ({ keyword: '王伟' }),
  word: () => ({ keyword: '项目' }),
  code: ({ projectId }) => ({ keyword: `SD${projectId}` }),
}

interface Side {
  readonly program: Program
  readonly world: AlarmWorld
  readonly tokens: Readonly<Record<Caller, string[]>>
}
const sides: Side[] = []

const openSide = async (alarms: number): Promise<Side> => {
  const program = await createProgram()
  await program.start()
  const database = await program.openDatabase()
  const world = await addAlarms(database.kysely, { alarms, months }, programPassword)
  await database.close()
  const tokens: Record<string, string[]> = {}
  for (const caller of callers) {
    tokens[caller] = []
    for (let i = 0; i < sessions; i++) tokens[caller].push(await signIn(program.url, world.accounts[caller], programPassword))
  }
  return { program, world, tokens: tokens as Side['tokens'] }
}

/** Milliseconds of the calls of one list on both sides, alternating, so that other load on the machine affects both. */
const timesOf = async (caller: Caller, filter: (world: AlarmWorld) => object, times: number): Promise<[number[], number[]]> => {
  const taken: [number[], number[]] = [[], []]
  for (let i = -Math.min(warmUps, times); i < times; i++) {
    for (const [index, { program, world, tokens }] of sides.entries()) {
      const token = tokens[caller][Math.abs(i) % sessions] ?? ''
      const began = performance.now()
      await call(program.url, token, 'GET', path, { ...first, ...filter(world) })
      if (i >= 0) taken[index]?.push(performance.now() - began)
    }
  }
  return taken
}

/** The list of alarms over HTTP, signed in, with its total, at 10 K and at 1 M alarms of 24 months. */
export const bench: Bench = {
  name: 'alarm list',
  about: 'first page over HTTP with its total at 1 M alarms of 24 months, in ms and in lists/s; filters as 1 M ÷ 10 K (median)',
  rounds: 5,
  targets: Object.fromEntries(
    callers.flatMap((caller) => [
      [`${caller}_p50_ms`, { most: 3 }],
      [`${caller}_p99_ms`, { most: 10 }],
      [`${caller}_per_s`, { least: 600 }],
      [`${caller}_ratio`, { most: 2 }],
      ...Object.keys(filters).map((name) => [`${caller}, ${name}, ratio`, { most: 2 }] as const),
    ]),
  ),
  async setUp() {
    for (const alarms of [small, large]) sides.push(await openSide(alarms))
  },
  async run() {
    const figures: Record<string, number> = {}
    const at1M = sides.at(-1)
    if (!at1M) throw new Error('not set up')
    for (const caller of callers) {
      const [few, many] = await timesOf(caller, () => ({}), calls)
      figures[`${caller}_p50_ms`] = quantile(many, 0.5)
      figures[`${caller}_p99_ms`] = quantile(many, 0.99)
      figures[`${caller}_ratio`] = quantile(many, 0.5) / quantile(few, 0.5)
      const tokens = at1M.tokens[caller]
      figures[`${caller}_per_s`] = await callsPerSecond({ url: at1M.program.url, path, input: first, tokens, seconds })
      for (const [name, filter] of Object.entries(filters)) {
        const [less, more] = await timesOf(caller, filter, filterCalls)
        figures[`${caller}, ${name}, ratio`] = quantile(more, 0.5) / quantile(less, 0.5)
      }
    }
    return figures
  },
  async tearDown() {
    for (const { program } of sides) await program.remove()
  },
}
