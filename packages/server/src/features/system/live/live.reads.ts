import { sql, type Kysely } from 'kysely'
import type { Scope } from '../../../platform/database/scope.ts'
import { ownProjects } from '../../../tables/reach.ts'
import type { Viewer } from '../../../platform/live-audience.ts'
import type { Tables } from '../../../tables/index.ts'

/** The devices bound to ordinary users, by account. Accounts without devices are left out. */
const devicesOf = async (db: Kysely<Tables>, accountIds: readonly number[]): Promise<Map<number, Set<number>>> => {
  if (accountIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('device_user')
    .select(['account_id', 'device_id'])
    .where('account_id', 'in', accountIds)
    .execute()
  const devices = Map.groupBy(rows, (row) => row.account_id)
  return new Map([...devices].map(([account, bound]) => [account, new Set(bound.map((row) => row.device_id))]))
}

/** The projects of accounts with a narrow data scope, by account. Not scoped, because the readers apply the scope. */
const projectsOf = async (
  systemDb: Kysely<Tables>,
  { assigned, own }: { readonly assigned: readonly number[]; readonly own: readonly number[] },
): Promise<Map<number, Set<number>>> => {
  if (assigned.length + own.length === 0) return new Map()
  const { rows } = await sql<{ account_id: number; project_id: number }>`
    select account_id, project_id from account_project where account_id = any(${assigned}::bigint[])
    union select account.id, project.id from unnest(${own}::bigint[]) as account (id)
      cross join lateral (${ownProjects(sql.ref('account.id'))}) as project (id)`.execute(systemDb)
  const projects = Map.groupBy(rows, (row) => row.account_id)
  return new Map([...projects].map(([account, seen]) => [account, new Set(seen.map((row) => row.project_id))]))
}

interface Sighted {
  readonly accountId: number
  readonly scope: Scope
}

/** The single devices and projects that some callers see in addition to their scope. */
export const sightsOf = async (
  systemDb: Kysely<Tables>,
  callers: readonly Sighted[],
): Promise<(accountId: number) => Pick<Viewer, 'devices' | 'projects'>> => {
  const idsOf = (sees: (scope: Scope) => boolean) => callers.filter(({ scope }) => sees(scope)).map(({ accountId }) => accountId)
  const [devices, projects] = await Promise.all([
    devicesOf(
      systemDb,
      idsOf(({ kind }) => kind === 'user'),
    ),
    projectsOf(systemDb, {
      assigned: idsOf((scope) => scope.kind === 'company' && scope.only === 'projects'),
      own: idsOf((scope) => scope.kind === 'company' && scope.only === 'own'),
    }),
  ])
  return (accountId) => ({ devices: devices.get(accountId) ?? none, projects: projects.get(accountId) ?? none })
}

const none: ReadonlySet<number> = new Set()
