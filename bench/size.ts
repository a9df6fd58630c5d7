import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { callers, type Caller } from './alarm-world.ts'
import { quantile, type Bench } from './bench.ts'
import { call, signIn } from './http-calls.ts'
import { createProgram, programPassword, type Program } from './program.ts'
import { questions, type Input, type Question } from './size-questions.ts'
import { fillWorld, months, readWorld, type SizeWorld, type WorldSize } from './size-world.ts'

const thousands = (name: string, otherwise: number): number => 1_000 * Number(process.env[name] ?? otherwise)

const few: WorldSize = { alarms: 10_000, faults: 10_000, orders: 10_000 }
/** In thousands: `ALARMS=1000 FAULTS=1000 ORDERS=200 npm run bench -- size` takes minutes instead of an hour. */
const many: WorldSize = {
  alarms: thousands('ALARMS', 10_000),
  faults: thousands('FAULTS', 10_000),
  orders: thousands('ORDERS', 2_000),
}
/** If given, both worlds are kept here for the next run. */
const kept = process.env['SIZE_DIR']
const root = kept ?? mkdtempSync(join(tmpdir(), 'emberwatch-bench-'))

const warmUps = 3
const calls = 9
/** A few calls are enough to know that one is slow. */
const slowMs = 300
/** Answers below this differ by chance. */
const noiseMs = 5
const sessions = 8
const exportedRows = 1_000_000

interface Side {
  readonly program: Program
  readonly dataDir: string
  readonly world: SizeWorld
  readonly tokens: Readonly<Record<Caller, string[]>>
  /** The cursor of the page after the last one that has a number, of each list. */
  readonly cursors: Map<string, string>
}
const sides: Side[] = []

const wanted = new RegExp(process.env['ONLY'] ?? '')

const openSide = async (size: WorldSize, name: string): Promise<Side> => {
  const dataDir = join(root, name)
  // Only the calls are measured: no job takes time from them.
  const program = await createProgram({ ROLES: 'api', DATA_DIR: dataDir })
  await program.start()
  const database = await program.openDatabase()
  try {
    await fillWorld(database.kysely, size, programPassword)
    const world = await readWorld(database.kysely)
    const tokens: Record<string, string[]> = {}
    for (const caller of callers) {
      tokens[caller] = []
      for (let i = 0; i < sessions; i++) tokens[caller].push(await signIn(program.url, `bench.${caller}`, programPassword))
    }
    return { program, dataDir, world, tokens: tokens as Side['tokens'], cursors: new Map() }
  } finally {
    await database.close()
  }
}

const lastNumbered = 1_000

/** The cursor where a list continues after its last page with a number; for a short list, in its middle. */
const cursorAfter = async ({ program, tokens, cursors: known }: Side, caller: Caller, path: string): Promise<string> => {
  const token = tokens[caller][0] ?? ''
  const found = known.get(`${caller} ${path}`)
  if (found !== undefined) return found
  const { total } = await call<{ total: number }>(program.url, token, 'GET', path, { pageSize: 10 })
  const pageNum = total >= 10 * lastNumbered ? lastNumbered : Math.max(1, Math.floor(total / 20))
  const { next } = await call<{ next?: string }>(program.url, token, 'GET', path, { pageNum, pageSize: 10 })
  known.set(`${caller} ${path}`, next ?? '')
  return next ?? ''
}

/** Milliseconds of the calls on both sides, alternating, so that other load on the machine affects both. */
const timesOf = async (caller: Caller, { path, input, beyond }: Question): Promise<[number[], number[]]> => {
  const taken: [number[], number[]] = [[], []]
  const inputs: object[] = []
  for (const side of sides)
    inputs.push({ pageSize: 10, ...input(side.world), ...(beyond ? { cursor: await cursorAfter(side, caller, path) } : {}) })
  for (let i = -warmUps; i < calls; i++) {
    for (const [index, { program, tokens }] of sides.entries()) {
      const token = tokens[caller][Math.abs(i) % sessions] ?? ''
      const began = performance.now()
      await call(program.url, token, 'GET', path, withoutPages(path, inputs[index] ?? {}))
      if (i >= 0) taken[index]?.push(performance.now() - began)
    }
    if (i === 2 && taken.some((times) => quantile(times, 0.5) > slowMs)) break
  }
  return taken
}

/** Only lists have pages. */
const withoutPages = (path: string, input: object): object => {
  if (/page$|list$/i.test(path) && !/deviceList|assignList|verifyList/.test(path)) return input
  const { pageSize: _pageSize, ...rest } = input as { pageSize?: number }
  return rest
}

const memoryOf = (pid: number): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

interface Export {
  readonly path: string
  readonly rows: number
  readonly input?: Input
}
/** Only among this many of the newest rows. */
const exports: Record<string, Export> = {
  alarms: { path: 'web/alarmRecord/export', rows: many.alarms },
  faults: { path: 'web/faultRecord/solvedExport', rows: many.faults, input: { state: 'solved' } },
}

/** How long an export of a million rows takes, how often its progress changed, and how much memory the program took at most. */
const timeExport = async (program: Program, { path, rows, input }: Export): Promise<Record<string, number>> => {
  const token = await signIn(program.url, 'bench.siter', programPassword)
  const startTime = new Date(Date.now() - (exportedRows / rows) * months * 30.44 * 86_400_000).toISOString()
  const rest = memoryOf(program.pid())
  let most = rest
  const began = performance.now()
  const { exportId } = await call<{ exportId: number }>(program.url, token, 'GET', path, { ...input, startTime, format: 'xlsx' })
  for (let steps = 0, before = -1; ;) {
    await delay(200)
    most = Math.max(most, memoryOf(program.pid()))
    const { state, done } = await call<{ state: string; done: number }>(program.url, token, 'GET', 'file/export/progress', {
      id: exportId,
    })
    if (done !== before) steps++
    before = done
    if (state === 'failed') throw new Error('the export failed')
    if (state === 'done')
      return { rows: done, steps, s: (performance.now() - began) / 1000, MB: most, 'MB more than before': most - rest }
  }
}

/** The program that exports is freshly started and has nothing else to do. */
const timeExports = async ({ program: calls, dataDir }: Side): Promise<Record<string, number>> => {
  const figures: Record<string, number> = {}
  const named = Object.entries(exports).filter(([name]) => wanted.test(`export of ${name}`))
  if (named.length === 0) return figures
  await calls.stop()
  const program = await createProgram({ ROLES: 'api,jobs', DATA_DIR: dataDir })
  await program.start()
  try {
    for (const [name, each] of named)
      for (const [figure, value] of Object.entries(await timeExport(program, each)))
        figures[`export of ${name}, ${figure}`] = value
  } finally {
    await program.stop()
    await calls.start()
  }
  return figures
}

/**
 * What people open of alarms, faults and orders, over HTTP and signed in, at 10 M, 10 M and 2 M rows of 24 months against 10,000 of each.
 */
export const bench: Bench = {
  name: 'size',
  about:
    'lists, counts and details at 10 M alarms, 10 M faults and 2 M orders ÷ at 10,000 of each (median); an export of 1 M rows',
  rounds: 1,
  targets: {
    ...Object.fromEntries(
      Object.keys(questions).flatMap((name) => callers.map((caller) => [`${name}, ${caller}, ratio`, { most: 2 }] as const)),
    ),
    ...Object.fromEntries(Object.keys(exports).map((name) => [`export of ${name}, MB more than before`, { most: 200 }] as const)),
  },
  async setUp() {
    for (const [name, size] of Object.entries({ few, many })) sides.push(await openSide(size, name))
  },
  async run() {
    const figures: Record<string, number> = {}
    let slowest = 0
    for (const [name, question] of Object.entries(questions)) {
      if (!wanted.test(name)) continue
      const said: string[] = []
      for (const caller of callers) {
        if (question.only !== undefined && question.only !== caller) continue
        const [less, more] = (await timesOf(caller, question)).map((times) => quantile(times, 0.5)) as [number, number]
        // Half of the noise is the least that an answer counts as: one of 5 ms is within twice any other.
        figures[`${name}, ${caller}, ratio`] = more / Math.max(less, noiseMs / 2)
        figures[`${name}, ${caller}, ms`] = more
        slowest = Math.max(slowest, more)
        said.push(`${caller} ${less.toFixed(1)} → ${more.toFixed(1)} ms (${(more / less).toFixed(1)})`)
      }
      process.stdout.write(`  ${name.padEnd(30)} ${said.join('   ')}\n`)
    }
    const [, large] = sides
    return { ...figures, slowest_ms: slowest, ...(large ? await timeExports(large) : {}) }
  },
  async tearDown() {
    for (const { program } of sides) await program.stop()
    if (kept === undefined) rmSync(root, { recursive: true, force: true })
  },
}
