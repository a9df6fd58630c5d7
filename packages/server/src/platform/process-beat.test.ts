import type { HealthProblem } from '@emberwatch/contract'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { testDatabase, type TestDatabase } from '../testing/database.ts'
import { openDatabase, type Database } from './database/database.ts'
import { createProcessBeat, type ProcessBeat } from './process-beat.ts'

let server: TestDatabase
let database: Database
const log = pino({ level: 'silent' })
const intervalMs = 50
const started: ProcessBeat[] = []

beforeAll(async () => {
  server = await testDatabase()
  database = openDatabase(server.connection)
})
afterEach(async () => {
  await Promise.all(started.splice(0).map((each) => each.stop()))
  await database.kysely.deleteFrom('process_beat').execute()
})
afterAll(async () => {
  await database.close()
  await server.stop()
})

const start = async (roles: string[], problems: () => HealthProblem[] = () => []): Promise<ProcessBeat> => {
  const beat = createProcessBeat({ connection: server.connection, roles, problems, log, intervalMs })
  started.push(beat)
  await beat.start()
  return beat
}
const rows = () => database.kysely.selectFrom('process_beat').select(['roles', 'beats', 'problems']).execute()

test('processes see each other by their heartbeats, and what each reports that it cannot do', async () => {
  const api = await start(['api'])
  expect([api.runs('api'), api.runs('ingest')]).toEqual([true, false])
  let problems: HealthProblem[] = []
  const ingest = await start(['ingest'], () => problems)
  await vi.waitFor(() => expect(api.runs('ingest')).toBe(true))
  problems = ['storing']
  await vi.waitFor(() => expect([...api.problemsElsewhere()]).toEqual(['storing']))
  expect(ingest.problemsElsewhere().size).toBe(0)
  // One that stops cleanly removes itself from the list.
  await started.pop()?.stop()
  await vi.waitFor(() => expect(api.runs('ingest')).toBe(false))
  expect(api.problemsElsewhere().size).toBe(0)
  expect(await rows()).toHaveLength(1)
})

test('a crashed process is recognised by its counter standing still, whatever its timestamp; much later its row is removed', async () => {
  const dead = (minutes: number) =>
    database.kysely
      .insertInto('process_beat')
      .values({
        id: crypto.randomUUID(),
        roles: ['ingest'],
        problems: ['broker'],
        beat_at: new Date(Date.now() + minutes * 60_000),
      })
      .execute()
  await dead(-600_000)
  await dead(60)
  const api = await start(['api'])
  expect(api.runs('ingest')).toBe(false)
  // A process that crashed a moment ago.
  await dead(0)
  await vi.waitFor(() => expect(api.runs('ingest')).toBe(true), { interval: 5 })
  await vi.waitFor(() => expect(api.runs('ingest')).toBe(false))
  expect(api.problemsElsewhere().size).toBe(0)
  await vi.waitFor(async () => expect(await rows()).toHaveLength(1), { timeout: 40_000, interval: 200 })
})

test('time without readings makes no process dead', async () => {
  const api = await start(['api'])
  await start(['ingest'])
  await vi.waitFor(() => expect(api.runs('ingest')).toBe(true))
  const held = await database.pool.connect()
  await held.query('begin')
  await held.query('lock table process_beat')
  await vi.waitFor(() => expect(api.database()).toBe('noAnswer'), { timeout: 15_000 })
  expect(api.runs('ingest')).toBe(true)
  await held.query('rollback')
  held.release()
  const seen: boolean[] = []
  await vi.waitFor(() => {
    seen.push(api.runs('ingest'))
    expect(api.database()).toBe('ok')
  }, 30_000)
  expect(seen).not.toContain(false)
})
