import { sql } from 'kysely'
import { createSite } from '../packages/server/src/features/ingest/ingest/ingest.fixture.ts'
import { enableTask } from '../packages/server/src/features/equipment/upgrade/upgrade-task-start.verbs.ts'
import { saveTask } from '../packages/server/src/features/equipment/upgrade/upgrade-task.verbs.ts'
import { pageDevices } from '../packages/server/src/features/equipment/upgrade/upgrade-device.reads.ts'
import { pageTasks, taskDetail } from '../packages/server/src/features/equipment/upgrade/upgrade-task.reads.ts'
import { addEdition, addFirmwareKey } from '../packages/server/src/features/equipment/upgrade/upgrade.fixture.ts'
import type { Ctx } from '../packages/server/src/platform/context.ts'
import { quantile, type Bench } from './bench.ts'
import { openBenchWorld, type BenchWorld } from './world.ts'

const sizes = { small: 1_000, large: 200_000 } as const
type Size = keyof typeof sizes
const calls = 60
const warmUps = 15

interface Side {
  readonly size: Size
  readonly ctx: Ctx
  readonly task: number
  readonly enableMs: number
}

let world: BenchWorld
let sides: Record<Size, Side>

/** Whole codes, and parts of codes that equally many have on both sides: what has to be counted does not grow. */
const codes = { small: 'small-BD777', large: 'large-BD77777' } as const
const parts = { small: 'BD77', large: 'BD7777' } as const

/** The filters: each finds rows on both sides. */
const reads: Record<string, (side: Side) => Promise<unknown>> = {
  tasks: ({ ctx }) => pageTasks(ctx, {}),
  task: ({ ctx, task }) => taskDetail(ctx, { id: task }),
  devices: ({ ctx, task }) => pageDevices(ctx, { taskId: task }),
  page_50: ({ ctx, task }) => pageDevices(ctx, { taskId: task, pageNum: 50 }),
  failed: ({ ctx, task }) => pageDevices(ctx, { taskId: task, state: 'failed' }),
  waiting: ({ ctx, task }) => pageDevices(ctx, { taskId: task, state: 'waiting' }),
  wave: ({ ctx, task }) => pageDevices(ctx, { taskId: task, wave: 1 }),
  held: ({ ctx, task }) => pageDevices(ctx, { taskId: task, hold: 'offline' }),
  failure: ({ ctx, task }) => pageDevices(ctx, { taskId: task, failure: 'verify' }),
  code: ({ ctx, task, size }) => pageDevices(ctx, { taskId: task, keyword: codes[size] }),
  part_of_code: ({ ctx, task, size }) => pageDevices(ctx, { taskId: task, keyword: parts[size] }),
}

/** A company with an upgrade task of this many devices, half done. */
const addSide = async (size: Size): Promise<Side> => {
  const { db } = world
  const site = await createSite(db, 1, 1)
  const [gateway] = site.gateways
  await sql`
    insert into device (company_id, path, customer_id, project_id, gateway_id, model_id, code, name, firmware, bound_at)
    select d.company_id, d.path, d.customer_id, d.project_id, d.gateway_id, d.model_id, ${`${size}-BD`} || n, 'Detector', '1.0.000', now()
      from device d cross join generate_series(1, ${sizes[size] - 1}) n where d.gateway_id = ${gateway?.id ?? 0}`.execute(db)
  await sql`update device set firmware = '1.0.000' where gateway_id = ${gateway?.id ?? 0}`.execute(db)
  await sql`vacuum analyze device`.execute(db)
  const { code: modelCode } = await db
    .selectFrom('device_model')
    .select('code')
    .where('id', '=', site.modelId)
    .executeTakeFirstOrThrow()
  const ctx = world.ctxAt(site.path)
  const key = (await db.selectFrom('firmware_key').select('id').executeTakeFirst()) ? undefined : await addFirmwareKey(db)
  signer ??= key
  if (!signer) throw new Error('no key')
  const edition = await addEdition(db, ctx.files, signer, { modelId: site.modelId, modelCode, version: '1.1.000', bytes: 1_000 })
  const kind = { targetType: 'project', method: 'silent' } as const
  const plan = { ...kind, projectIds: [site.projectId], waves: [5, 25, 100] }
  const limits = { successShare: 90, failureShare: 10, retries: 1, retryAfterS: 60 }
  const { id: task } = await saveTask(ctx, { name: 'Bench', editionId: edition.id, ...plan, ...limits })
  const from = performance.now()
  await enableTask(ctx, { id: task })
  const enableMs = performance.now() - from
  await sql`
    update upgrade_device set state = (array['succeeded','succeeded','succeeded','succeeded','succeeded','failed','skipped','waiting','waiting','waiting'])[1 + id % 10],
      hold = case when id % 10 = 8 then 'offline' end, not_before = case when id % 10 = 8 then now() end,
      failure = case when id % 10 = 5 then 'verify' end where task_id = ${task}`.execute(db)
  await sql`
    update upgrade_task t set n_succeeded = c.s, n_failed = c.f, n_skipped = c.k, n_waiting = c.w, wave = 1, started_at = now()
      from (select count(*) filter (where state = 'succeeded') s, count(*) filter (where state = 'failed') f,
        count(*) filter (where state = 'skipped') k, count(*) filter (where state = 'waiting') w from upgrade_device where task_id = ${task}) c
     where t.id = ${task}`.execute(db)
  return { size, ctx, task, enableMs }
}
let signer: Awaited<ReturnType<typeof addFirmwareKey>> | undefined

/** Viewing a task of 200,000 devices must be as fast as one of 1,000. */
export const bench: Bench = {
  name: 'upgrade-list',
  about: `lists of an upgrade task with ${sizes.large} devices beside one with ${sizes.small}`,
  rounds: 5,
  targets: Object.fromEntries(Object.keys(reads).map((name) => [`${name}_ratio`, { most: 2 }])),
  async setUp() {
    world = await openBenchWorld()
    sides = { small: await addSide('small'), large: await addSide('large') }
    // What autovacuum does within a minute after such a load.
    await sql`vacuum analyze upgrade_device`.execute(world.db)
    await sql`vacuum analyze upgrade_task`.execute(world.db)
  },
  async run() {
    const figures: Record<string, number> = { enable_large_ms: sides.large.enableMs }
    for (const [name, read] of Object.entries(reads)) {
      const times: Record<Size, number[]> = { small: [], large: [] }
      // Alternating, so that other load on the machine affects both.
      for (let call = -warmUps; call < calls; call++)
        for (const size of ['small', 'large'] as const) {
          const from = performance.now()
          await read(sides[size])
          if (call >= 0) times[size].push(performance.now() - from)
        }
      const [small, large] = [quantile(times.small, 0.5), quantile(times.large, 0.5)]
      figures[`${name}_large_ms`] = large
      figures[`${name}_ratio`] = large / small
    }
    return figures
  },
  async tearDown() {
    await world.stop()
  },
}
