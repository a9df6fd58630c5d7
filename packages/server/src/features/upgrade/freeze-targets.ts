import { sql } from 'kysely'
import type { Write } from '../../platform/transact.ts'
import { releasedEdition } from '../firmware/released-editions.ts'
import { targetGroups, targetRows, type UpgradeAim } from './targets.ts'
import { announceUpgrades, type StoredTask } from './upgrade-device.store.ts'

/** Whom a stored task is for. */
export const aimOf = async (write: Pick<Write, 'systemDb'>, task: StoredTask): Promise<UpgradeAim | undefined> => {
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

/**
 * Writes down whom a locked task is for, once: devices that come later are not in it. Who is in which wave is drawn by lot, always the same. One statement,
 * however many they are. Returns how many.
 */
export const freezeTargets = async (write: Pick<Write, 'db' | 'systemDb' | 'at'>, task: StoredTask): Promise<number> => {
  const { db: seen, systemDb: db, at } = write
  if (task.frozen_at !== null) return task.n_total
  const aim = await aimOf(write, task)
  if (!aim) throw new Error(`upgrade task ${task.id} has no released edition`)
  // Of the owner's devices those that whoever enables it sees: nobody upgrades what is not theirs to see.
  const rows = targetRows(seen, aim, await targetGroups(seen, aim))
  await sql`
    insert into upgrade_device (task_id, company_id, path, customer_id, project_id, gateway_id, device_id, point, code, wave, state, failure,
      initial_version, from_version, to_version, battery, signal, ended_at)
    select ${task.id}, t.company_id, t.path, t.customer_id, t.project_id, t.gateway_id, t.device_id, t.point, t.code,
      (select min(w.n) - 1 from unnest(${[...task.waves]}::numeric[]) with ordinality as w (share, n)
        where t.turn <= ceil(t.total * w.share / 100)),
      t.state, t.failure, t.firmware, t.firmware, ${aim.toVersion}, t.battery, t.signal, case when t.state = 'skipped' then ${at}::timestamptz end
    from (select t.*, count(*) over () as total, row_number() over (order by md5(t.point || ':' || ${task.id}::text), t.point) as turn
            from ${rows} as t) t
    order by t.turn`.execute(db)
  const { total, waiting } = await db
    .selectFrom('upgrade_device')
    .select((e) => e.fn.countAll<number>().as('total'))
    .select((e) => e.fn.countAll<number>().filterWhere('state', '=', 'waiting').as('waiting'))
    .where('task_id', '=', task.id)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('upgrade_task')
    .set({ frozen_at: at, n_total: Number(total), n_waiting: Number(waiting), n_skipped: Number(total) - Number(waiting) })
    .where('id', '=', task.id)
    .execute()
  await announceUpgrades(db)
  return Number(total)
}
