import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, expect, test, vi } from 'vitest'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { openDatabase, type Database } from './database/database.ts'
import { createNotifications } from './database/notifications.ts'
import { hasRunWithin } from './job-clock.ts'
import { createJobs, everyFewSeconds, job, jobKind, type JobFailure, type Jobs, type Worker } from './jobs.ts'

interface Payload {
  importId: number
}
const kind = jobKind<Payload>('import')
const failure: JobFailure = { part: 'delivery', text: 'nothing is imported' }

const logged: { job?: string; msg: string }[] = []
const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(JSON.parse(line)) })
const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (let close = closers.pop(); close; close = closers.pop()) await close()
})

/** Without `work` it only queues. */
const start = async (
  own: TestDatabase,
  work?: Worker<Payload>,
  cron?: string,
): Promise<{ jobs: Jobs; db: Database['kysely'] }> => {
  const database = openDatabase({ max: 4, ...own.connection }, log)
  const notifications = createNotifications(own.connection, log)
  const jobs = createJobs({
    pool: database.pool,
    connection: own.connection,
    notifications,
    definitions: () => [job(kind, work ?? (async () => undefined), cron, failure)],
    work: work !== undefined,
    log,
  })
  closers.push(() => database.close())
  await notifications.start()
  closers.push(() => notifications.stop())
  await jobs.start()
  closers.push(() => jobs.stop())
  return { jobs, db: database.kysely }
}
const database = async (): Promise<TestDatabase> => {
  const own = await testDatabase()
  closers.push(() => own.stop())
  return own
}

test('jobs of a killed process are resumed within ten seconds; those of a living one are left to it', async () => {
  const own = await database()
  const child = spawn(process.execPath, [join(import.meta.dirname, 'jobs.testing.ts'), JSON.stringify(own.connection)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  closers.push(async () => {
    child.kill('SIGKILL')
    await ended
  })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  const taken: number[] = []
  const { promise: takenUp, resolve } = Promise.withResolvers<void>()
  expect((await lines.next()).value).toBe('ready')
  const { jobs, db } = await start(own)
  await jobs.send(db, kind, { importId: 7 })
  expect((await lines.next()).value).toBe('working')

  await start(own, async ({ importId }) => {
    taken.push(importId)
    resolve()
  })
  // Two checks would queue it again.
  await new Promise((wait) => setTimeout(wait, 5_000))
  expect((await sql`select state from jobs.job where name = 'import'`.execute(db)).rows).toEqual([{ state: 'active' }])
  expect(taken).toEqual([])
  const killedAt = performance.now()
  child.kill('SIGKILL')
  await ended
  await takenUp
  expect(taken).toEqual([7])
  expect(performance.now() - killedAt).toBeLessThan(10_000)
})

test('a job is told that its process is ending, and stopping waits for nothing else', async () => {
  const own = await database()
  const { promise: working, resolve } = Promise.withResolvers<void>()
  let stopped = false
  const { jobs, db } = await start(own, async (_payload, stopping) => {
    resolve()
    await once(stopping, 'abort')
    stopped = true
  })
  await jobs.send(db, kind, { importId: 1 })
  await working
  const from = performance.now()
  await jobs.stop()
  expect(stopped).toBe(true)
  expect(performance.now() - from).toBeLessThan(2_500)
})

test('a failing job is logged, and reported as failing until it succeeds', async () => {
  const own = await database()
  let isBroken = true
  const work: Worker<Payload> = async () => {
    if (isBroken) throw new Error('out of order')
  }
  const { jobs, db } = await start(own, work)
  expect(jobs.problems()).toEqual([])
  const from = logged.length
  for (let importId = 0; importId < 3; importId++) await jobs.send(db, kind, { importId })
  await vi.waitFor(() => expect(jobs.problems()).toEqual([failure]), 20_000)
  expect(logged.slice(from)).toContainEqual(
    expect.objectContaining({ job: 'import', err: expect.objectContaining({ message: 'out of order' }) }),
  )
  isBroken = false
  await jobs.send(db, kind, { importId: 9 })
  await vi.waitFor(() => expect(jobs.problems()).toEqual([]), 20_000)
})

test('a job scheduled every minute is not retried as well', async () => {
  const own = await database()
  const { jobs, db } = await start(own, () => Promise.reject(new Error('out of order')), '* * * * *')
  await jobs.send(db, kind, { importId: 1 })
  const states = async () => (await sql<{ state: string }>`select state from jobs.job where name = 'import'`.execute(db)).rows
  await vi.waitFor(async () => expect(await states()).toContainEqual({ state: 'completed' }), 20_000)
  expect(logged.at(-1)).toMatchObject({ job: 'import' })
})

test('work repeated every few seconds continues after a failure', async () => {
  const stopping = new AbortController()
  let rounds = 0
  const work = async () => {
    if (++rounds === 1) throw new Error('a lock')
    stopping.abort()
  }
  await expect(everyFewSeconds(work, stopping.signal)).rejects.toThrow('a lock')
  expect(rounds).toBe(2)
})

test('a later start takes over a changed schedule, and removes one that is gone', async () => {
  const own = await database()
  const nothing: Worker<Payload> = async () => undefined
  for (const cron of ['1 0 * * *', '2 0 * * *', undefined]) {
    const { jobs, db } = await start(own, nothing, cron)
    await jobs.stop()
    expect((await sql`select cron from jobs.schedule where name = 'import'`.execute(db)).rows).toEqual(cron ? [{ cron }] : [])
  }
})

test('after the clock was set back, what is on a schedule goes on, in a process that runs and in one that starts', async () => {
  const own = await database()
  let runs = 0
  const work: Worker<Payload> = async () => void runs++
  const first = await start(own, work, '* * * * *')
  await vi.waitFor(() => expect(runs).toBe(1), 60_000)

  const now = Date.now.bind(Date)
  const patched = vi.spyOn(Date, 'now').mockImplementation(() => now() - 3_600_000)
  closers.push(async () => patched.mockRestore())
  const set = (by: string) =>
    sql
      .raw(
        `create or replace function jobs.job_now() returns timestamptz language sql stable as $$ select now() - interval '${by}' $$`,
      )
      .execute(first.db)
  await set('1 hour')
  // What waits since before does not wait for an hour.
  await sql`insert into jobs.job (name, data, created_on, start_after) values ('import', '{"importId":1}', now(), now())`.execute(
    first.db,
  )
  await vi.waitFor(() => expect(runs).toBeGreaterThan(1), 30_000)
  const before = runs
  await vi.waitFor(() => expect(runs).toBeGreaterThan(before), 100_000)
  await first.jobs.stop()

  await set('2 hours')
  const last = runs
  await start(own, work, '* * * * *')
  await vi.waitFor(() => expect(runs).toBeGreaterThan(last), 20_000)
})

test('whether jobs still run is seen by what has ended lately, in whichever process', async () => {
  const own = await database()
  const { promise: done, resolve } = Promise.withResolvers<void>()
  const { jobs, db } = await start(own, async () => resolve())
  const { pool } = openDatabase({ max: 1, ...own.connection }, log)
  closers.push(() => pool.end())
  expect(await hasRunWithin(pool, ['import'], 60_000)).toBe(false)
  await jobs.send(db, kind, { importId: 1 })
  await done
  await vi.waitFor(async () => expect(await hasRunWithin(pool, ['import'], 60_000)).toBe(true), 5_000)
  expect(await hasRunWithin(pool, ['export'], 60_000)).toBe(false)
  await sql`update jobs.job set completed_on = completed_on - interval '61 s'`.execute(db)
  expect(await hasRunWithin(pool, ['import'], 60_000)).toBe(false)
})
