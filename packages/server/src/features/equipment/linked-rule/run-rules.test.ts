import { sql, type KyselyPlugin } from 'kysely'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadConfig } from '../../../config.ts'
import { systemClock, systemContext } from '../../../platform/context.ts'
import { createNotifications } from '../../../platform/database/notifications.ts'
import { createFileStore } from '../../../platform/files.ts'
import { startTestServer, type TestServer } from '../../../testing/context.ts'
import { noJobs } from '../../../testing/no-jobs.ts'
import { newSite, type Site } from './linked-rule.fixture.ts'
import { createRuleRunner, type RuleRunner } from './run-rules.ts'

// The runner of one process, beside a server that runs none.
const log = pino({ level: 'silent' })
let server: TestServer
let blocker: pg.Client
let smokeType: number
let runner: RuleRunner | undefined
beforeAll(async () => {
  server = await startTestServer()
  blocker = new pg.Client({ connectionString: server.databaseUrl })
  await blocker.connect()
  const type = await server.db.selectFrom('alarm_type').select('id').where('code', '=', 'smoke').executeTakeFirstOrThrow()
  smokeType = type.id
})
afterAll(async () => {
  await blocker.end()
  await server.stop()
})

let site: Site
const addSite = async () =>
  newSite(server, await server.tokenOf(server.world.accounts.siterAdmin), server.world.companies.north, {})
beforeEach(async () => {
  site = await addSite()
})
afterEach(async () => {
  await blocker.query('rollback')
  await runner?.stop()
  await server.db.deleteFrom('rule_signal').execute()
})

const startRunner = (plugins: readonly KyselyPlugin[] = []): RuleRunner => {
  const ctx = systemContext({
    systemDb: plugins.reduce((db, plugin) => db.withPlugin(plugin), server.db),
    clock: systemClock,
    config: loadConfig({ LOG_LEVEL: 'silent' }),
    files: createFileStore('.'),
    jobs: noJobs,
  })
  const notifications = createNotifications({ connectionString: server.databaseUrl }, log)
  runner = createRuleRunner({ ctx, notifications, log })
  runner.start()
  return runner
}
const save = async ({ projectId, smoke, commandId, sounder }: Site, name = 'Rule'): Promise<number> => {
  const rule = { projectId, name, modelId: smoke.modelId, trigger: 'alarm', alarmTypeId: smokeType, commandId, pauseS: 60 }
  const north = await server.tokenOf(server.world.accounts.northAdmin)
  const answer = await server.call('POST', 'web/rule/create', { ...rule, targetIds: [sounder.id] }, north)
  expect(answer, answer.msg).toMatchObject({ success: true })
  return (answer.data as { id: number }).id
}
const signalOf = ({ projectId, smoke }: Site, more: object = {}) => ({
  at: new Date(),
  project_id: projectId,
  device_id: smoke.id,
  format: 'EW',
  code: 'smoke',
  report_type: 'alarm' as const,
  alarm_type_id: smokeType,
  ...more,
})
const store = async (signals: readonly ReturnType<typeof signalOf>[]): Promise<number> => {
  const rows = await server.db.insertInto('rule_signal').values(signals).returning('id').execute()
  return rows.at(-1)?.id ?? 0
}
const runsOf = (ruleIds: readonly number[]) =>
  server.db.selectFrom('linked_rule_run').select(['rule_id', 'outcome']).where('rule_id', 'in', ruleIds).orderBy('id').execute()
const waiting = () => server.db.selectFrom('rule_signal').select('id').execute()
const settled = () => vi.waitFor(async () => expect(await waiting()).toEqual([]), { timeout: 30_000, interval: 50 })

/** Another process has a signal: its row is locked. */
const hold = async (id: number): Promise<void> => {
  await blocker.query('begin')
  await blocker.query('select from rule_signal where id = $1 for update', [id])
}
/** Acts once, as soon as the statement with this text has been answered `after` times before. */
const onAnswer = (text: string, act: () => Promise<unknown>, after = 0): KyselyPlugin => {
  const matching = new WeakSet<object>()
  let answers = 0
  return {
    transformQuery({ node, queryId }) {
      if (JSON.stringify(node).includes(text)) matching.add(queryId)
      return node
    },
    async transformResult({ queryId, result }) {
      if (matching.has(queryId) && answers++ === after) await act()
      return result
    },
  }
}
const [take, count] = ['SkipLocked', '"name":"tries"']

test('a storm at one site delays no rule of another: sites take turns', async () => {
  const other = await addSite()
  const [stormy, calm] = [await save(site), await save(other)]
  await server.db.updateTable('linked_rule').set({ pause_s: 0 }).execute()
  await store([...Array.from({ length: 250 }, () => signalOf(site)), signalOf(other)])
  startRunner()
  await settled()
  const runs = await runsOf([stormy, calm])
  expect(runs).toHaveLength(251)
  expect(runs.findIndex(({ rule_id: id }) => id === calm)).toBe(1)
})

test('a signal that another process has, and gives up, is run', async () => {
  const rule = await save(site)
  const id = await store([signalOf(site)])
  await hold(id)
  startRunner([onAnswer(take, () => blocker.query('rollback'))])
  await settled()
  expect(await runsOf([rule])).toEqual([{ rule_id: rule, outcome: 'sent' }])
})

test('the same for one that has failed too often', async () => {
  const [broken, other] = [await save(site, 'Broken'), await save(site, 'Other')]
  await sql`alter table linked_rule_run add constraint broken check (rule_id <> ${sql.lit(broken)})`.execute(server.db)
  const id = await store([signalOf(site, { tries: 4 })])
  // After its try has failed, another process has it for as long as it takes to look.
  startRunner([onAnswer(count, () => hold(id)), onAnswer(take, () => blocker.query('rollback'), 1)])
  await settled()
  expect(await runsOf([broken, other])).toEqual([{ rule_id: other, outcome: 'sent' }])
  await sql`alter table linked_rule_run drop constraint broken`.execute(server.db)
})

test('says that it does not run, and how long a signal waits', async () => {
  await save(site)
  const id = await store([signalOf(site, { at: new Date(Date.now() - 40_000) })])
  await hold(id)
  const { problem } = startRunner()
  await vi.waitFor(() => expect(problem()).toMatch(/^linked rules wait 4\d s$/), 10_000)
  await blocker.query('rollback')
  await vi.waitFor(() => expect(problem()).toBeNull(), 10_000)
})
