import { sql } from 'kysely'
import { isInBranch } from '../../../platform/rows/in-branch.ts'
import type { EngineWrite } from './engine-write.ts'
import type { StoredTask } from './upgrade-device.store.ts'

/**
 * Updates devices of a locked task that are waiting or under way and have moved within the branch of the task's owner: those who see the
 * device then see its upgrade. Finished upgrades keep their former owner. Returns whether there were any.
 */
export const followOwners = async ({ systemDb: db }: EngineWrite, { id, path: owner }: StoredTask): Promise<boolean> => {
  let moved = 0
  for (const [table, isOne] of [
    ['device', sql`now.id = u.device_id`],
    ['gateway', sql`u.device_id is null and now.id = u.gateway_id`],
  ] as const) {
    const { numAffectedRows = 0n } = await sql`
      update upgrade_device u set company_id = now.company_id, path = now.path, customer_id = now.customer_id, project_id = now.project_id
        from ${sql.table(table)} now
       where u.task_id = ${id} and u.state in ('waiting', 'sent', 'downloading', 'verifying', 'installing') and ${isOne}
         and (now.path <> u.path or now.project_id is distinct from u.project_id or now.customer_id is distinct from u.customer_id)
         and now.deleted_at is null and ${isInBranch('now.path', sql`${owner}`)}`.execute(db)
    moved += Number(numAffectedRows)
  }
  return moved > 0
}
