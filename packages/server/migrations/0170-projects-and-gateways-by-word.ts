import { sql, type Kysely } from 'kysely'

/**
 * Projects and gateways are searched in the indexes of their lists' order alone, as stock is (docs/decisions/0136): those have what a keyword is looked
 * for in. Of a gateway none of it changes with a report.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, { on, order, include }] of Object.entries(indexes)) {
    await sql.raw(`drop index if exists ${name}`).execute(db)
    await sql.raw(`create index ${name} on ${on} (${order}) include (${include}) where deleted_at is null`).execute(db)
  }
}

const branch = (depth: number): string => `split_part(path, '.', ${depth})`
const branches = [2, 3, 4].map(branch).join(', ')
const newest = 'created_at desc, id desc'
const project = { on: 'project', include: 'path, name, code' }

const indexes: Record<string, { readonly on: string; readonly order: string; readonly include: string }> = {
  project_newest: { ...project, order: newest },
  ...Object.fromEntries([2, 3, 4].map((depth) => [`project_newest_${depth}`, { ...project, order: `${branch(depth)}, ${newest}` }])),
  project_by_name: { on: 'project', order: `name, id, ${branches}`, include: 'path, code' },
  gateway_by_code: { on: 'gateway', order: `code, id, ${branches}`, include: 'path, name, enabled' },
}
