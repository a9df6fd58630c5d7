import { sql, type Kysely } from 'kysely'

/**
 * Lists of a million devices, 100,000 gateways and 50,000 projects. An index in the order of a list knows the branch of its rows as well, behind the order:
 * one index then serves every company, and rows of other branches are left out without being read (docs/decisions/0114). None of them has a column that
 * every message changes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, { on, order, where, include }] of Object.entries(indexes)) {
    await sql.raw(`drop index if exists ${name}`).execute(db)
    await sql
      .raw(
        `create index ${name} on ${on} (${order}, ${branch})${include ? ` include (${include})` : ''}${where ? ` where ${where}` : ''}`,
      )
      .execute(db)
  }
  await sql.raw(unknown).execute(db)
}

const branch = [2, 3, 4].map((depth) => `split_part(path, '.', ${depth})`).join(', ')

interface Index {
  readonly on: string
  readonly order: string
  readonly where?: string
  readonly include?: string
}

const kept = 'deleted_at is null'
const device = (order: string, where = kept): Index => ({ on: 'device', order, where })
const gateway = (order: string, where: string): Index => ({ on: 'gateway', order, where: `${where} and ${kept}` })
const newest = 'created_at desc, id desc'

const indexes: Record<string, Index> = {
  // what few devices are
  device_stock: { ...device('id, stocked_at', `project_id is null and scrapped_at is null and ${kept}`), include: 'path' },
  device_disabled: device('id, disabled_until', `not enabled and ${kept}`),
  device_low_power: device('id', `low_power and ${kept}`),
  device_offline: device('id', `not online and ${kept}`),
  device_scrapped: device('id', `scrapped_at is not null and ${kept}`),
  // orders and filters
  device_by_code: device('code, id'),
  device_battery: device('battery, id'),
  device_replace_by: device('replace_by, id'),
  device_batch: device('batch, id', 'batch is not null'),
  device_model_newest: { on: 'device', order: 'model_id, id', include: 'deleted_at' },
  gateway_by_code: { on: 'gateway', order: 'code, id', where: kept },
  gateway_model: { on: 'gateway', order: `model_id, ${newest}`, where: kept },
  // Those that are not active yet are offline as well.
  gateway_offline: gateway(newest, 'not online'),
  gateway_fresh: gateway(newest, 'activated_at is null'),
  gateway_firmware: gateway(`firmware, ${newest}`, 'firmware is not null'),
  gateway_disabled: gateway(newest, 'not enabled'),
  gateway_stock: gateway('stocked_at desc, id desc', 'project_id is null'),
  project_by_code: { on: 'project', order: 'code, id', where: kept },
  project_by_name: { on: 'project', order: 'name, id', where: kept },
  project_due: { on: 'project', order: 'due_at, id', where: kept },
  project_status_newest: { on: 'project', order: `status, ${newest}`, where: kept },
  project_stopped: { on: 'project', order: newest, where: `stopped and ${kept}` },
  project_applied: { on: 'project', order: 'audit, applied_at desc, id desc', where: kept },
  project_applied_newest: { on: 'project', order: 'applied_at desc, id desc', where: kept },
  sign_site_newest: { on: 'sign_site', order: newest },
  sign_site_by_name: { on: 'sign_site', order: 'name, id' },
  sign_site_changed: { on: 'sign_site', order: 'updated_at, id' },
}

/* The list is of several kinds, so that their order comes before the kind. Codes are written in Latin letters. */
const unknown = `
${['', 2, 3, 4]
  .map((depth) => {
    const name = depth === '' ? 'unknown_report_newest' : `unknown_report_newest_${depth}`
    const first = depth === '' ? '' : `split_part(path, '.', ${depth}), `
    return `drop index ${name};\ncreate index ${name} on unknown_report (${first}last_at desc, id desc, kind);`
  })
  .join('\n')}
create index unknown_report_search on unknown_report using gin (key gin_trgm_ops, gateway_code gin_trgm_ops, device_code gin_trgm_ops);
`
