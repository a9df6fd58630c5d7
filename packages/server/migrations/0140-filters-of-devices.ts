import { sql, type Kysely } from 'kysely'

/**
 * What lists of devices, gateways and projects are filtered by stands in the indexes of their order (docs/decisions/0112), so that they are counted
 * without reading the rows. So does the path: PostgreSQL reads an index alone only if it has the column itself and not just what is computed of it. None of
 * the columns that join an index changes with a report, which would make each of them dear (docs/decisions/0128).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, { on, order, include, where }] of Object.entries(indexes)) {
    await sql.raw(`drop index if exists ${name}`).execute(db)
    await sql
      .raw(`create index ${name} on ${on} (${order})${include ? ` include (${include})` : ''}${where ? ` where ${where}` : ''}`)
      .execute(db)
  }
}

interface Index {
  readonly on: string
  readonly order: string
  readonly include?: string
  readonly where?: string
}

const branch = (depth: number): string => `split_part(path, '.', ${depth})`
const branches = [2, 3, 4].map(branch).join(', ')
const kept = 'deleted_at is null'
const newest = 'created_at desc, id desc'

/** The list without filters, in front of which stands the branch. */
const byBranch = (table: string, order: string, include: string, where = kept): Record<string, Index> =>
  Object.fromEntries(
    [2, 3, 4].map((depth) => [
      `${table}_newest_${depth}`,
      { on: table, order: `${branch(depth)}, ${order}`, include: `path${include}`, ...(where ? { where } : {}) },
    ]),
  )

const indexes: Record<string, Index> = {
  ...byBranch('device', 'id desc', ', scrapped_at, model_id, project_id'),
  ...byBranch('device_trace', 'at desc, id desc', ', step', ''),
  ...byBranch('gateway', newest, ', model_id, project_id'),
  ...byBranch('project', newest, ''),
  ...byBranch('sign_site', newest, '', ''),
  ...byBranch('unknown_report', 'last_at desc, id desc, kind', ', handled_at', ''),
  device_model_newest: { on: 'device', order: `model_id, id, ${branches}`, include: 'path, deleted_at, scrapped_at' },
  device_battery: { on: 'device', order: `battery, id, ${branches}`, include: 'path, scrapped_at', where: kept },
  device_stock: {
    on: 'device',
    order: `id, stocked_at, ${branches}`,
    include: 'path, code, name, room_number',
    where: `project_id is null and scrapped_at is null and ${kept}`,
  },
  device_offline: { on: 'device', order: `id, ${branches}`, include: 'path, scrapped_at, project_id, low_power', where: `not online and ${kept}` },
  device_low_power: { on: 'device', order: `id, ${branches}`, include: 'path, scrapped_at, project_id', where: `low_power and ${kept}` },
  // Of those without a project, which device_stock has, it would be read whole to leave out the others.
  device_project: { on: 'device', order: 'project_id, id', where: 'project_id is not null' },
  gateway_model: { on: 'gateway', order: `model_id, ${newest}, ${branches}`, include: 'path', where: kept },
  project_applied_newest: { on: 'project', order: `applied_at desc, id desc, ${branches}`, include: 'path', where: kept },
  // The status "fault" is about other faults than being offline, which are few among those that are open.
  fault_open_but_offline: {
    on: 'fault',
    order: 'device_id',
    include: 'project_id',
    where: `state <> 'solved' and source_code <> 'offline'`,
  },
}
