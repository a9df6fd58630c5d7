import { sql } from 'kysely'
import type { Write } from '../../../platform/transact.ts'
import { releasedEdition } from '../firmware/released-editions.ts'
import { targetGroups, targetRows, type UpgradeAim } from './targets.ts'
import { announceUpgrades, type StoredTask } from './upgrade-device.store.ts'

/** The targets of a stored task. */
const aimOf = async (write: Pick<Write, 'systemDb'>, task: StoredTask): Promise<UpgradeAim | undefined> => {
  const edition = await releasedEdition(write.systemDb, task.edition_id)
  return (
    edition && {
      modelId: edition.modelId,
      hardware: edition.hardware,
      ofGateways: edition.targetType === 'gateway',
      toVersion: edition.version,
      targetType: task.target_type,
      target: task.target,
      initialVersion: task.initial_version,
      allowDowngrade: task.allow_downgrade,
      ownerPath: task.path,
    }
  )
}

const owned = [
  'company_id',
  'path',
  'customer_id',
  'project_id',
  'gateway_id',
  'device_id',
  'point',
  'code',
  'state',
  'failure',
  'battery',
  'signal',
] as const

/**
 * Stores the devices of a locked task, as far as the caller sees them, once: later devices are not included. Waves are drawn by lot,
 * reproducibly. Uses one statement for any number of devices. Returns how many there are.
 */
export const freezeTargets = async (write: Pick<Write, 'db' | 'systemDb' | 'at'>, task: StoredTask): Promise<number> => {
  const { systemDb: db, at } = write
  if (task.frozen_at !== null) return task.n_total
  const aim = await aimOf(write, task)
  if (!aim) throw new Error(`upgrade task ${task.id} has no released edition`)
  const groups = await targetGroups(write.db, aim)
  const drawn = write.db
    .selectFrom(targetRows(write.db, aim, groups).as('meant'))
    .selectAll('meant')
    .select(sql<number>`count(*) over ()`.as('total'))
    .select(sql<number>`row_number() over (order by md5(meant.point || ':' || ${String(task.id)}), meant.point)`.as('turn'))
    .as('drawn')
  const wave = sql<number>`(select min(step.n) - 1 from unnest(${[...task.waves]}::numeric[]) with ordinality as step (share, n)
    where drawn.turn <= ceil(drawn.total * step.share / 100))`
  await write.db
    .insertInto('upgrade_device')
    .columns(['task_id', 'wave', 'to_version', 'ended_at', ...owned, 'initial_version', 'from_version'])
    .expression(
      write.db
        .selectFrom(drawn)
        .select([
          sql<number>`${task.id}::bigint`.as('task_id'),
          wave.as('wave'),
          sql<string>`${aim.toVersion}::text`.as('to_version'),
        ])
        .select(sql<string | null>`case when drawn.state = 'skipped' then ${at}::timestamptz end`.as('ended_at'))
        .select(owned.map((name) => `drawn.${name}` as const))
        .select(['drawn.firmware as initial_version', 'drawn.firmware as from_version'])
        .orderBy('drawn.turn'),
    )
    .execute()
  const { total, waiting } = await db
    .selectFrom('upgrade_device')
    .select((e) => e.fn.countAll<number>().as('total'))
    .select((e) => e.fn.countAll<number>().filterWhere('state', '=', 'waiting').as('waiting'))
    .where('task_id', '=', task.id)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('upgrade_task')
    .set({ frozen_at: at, n_total: total, n_waiting: waiting, n_skipped: total - waiting })
    .where('id', '=', task.id)
    .execute()
  await announceUpgrades(db)
  return total
}

/**
 * Deletes the frozen devices of a task of which nothing has been sent yet, so that enabling it freezes them anew. Call in the transaction
 * that has locked the task.
 */
export const unfreezeTargets = async (write: Write, taskId: number): Promise<void> => {
  // Not scoped: all rows of the locked task go, whoever sees them.
  await write.systemDb.deleteFrom('upgrade_device').where('task_id', '=', taskId).execute()
  await write.systemDb
    .updateTable('upgrade_task')
    .set({ n_total: 0, n_waiting: 0, n_skipped: 0, frozen_at: null, wave: 0, wave_started_at: null })
    .where('id', '=', taskId)
    .execute()
}
