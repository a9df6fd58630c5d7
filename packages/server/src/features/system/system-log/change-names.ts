import { alarmCode } from '@emberwatch/contract'
import { sql } from 'kysely'
import { alarmTimeZone } from '../../alarms/alarm/alarm.rows.ts'
import type { Ctx } from '../../../platform/context.ts'
import { isBelow } from '../../../platform/database/scope.ts'
import { maskedName, nameShown } from '../../../platform/mask.ts'

/** What a changed field refers to. */
type Pointed =
  | 'account'
  | 'alarm'
  | 'alarmType'
  | 'command'
  | 'company'
  | 'customer'
  | 'device'
  | 'faultType'
  | 'gateway'
  | 'model'
  | 'order'
  | 'project'
  | 'pushEndpoint'
  | 'projectType'
  | 'role'
  | 'series'
  | 'site'
  | 'team'
  | 'template'

/** Fields that hold one or several ids, by their name in the contract: `closed_by` counts as closedBy. */
export const pointers: Readonly<Record<string, Pointed>> = {
  accountId: 'account',
  accountIds: 'account',
  adminIds: 'account',
  appliedBy: 'account',
  decidedBy: 'account',
  endedBy: 'account',
  adminAccountId: 'account',
  completedBy: 'account',
  confirmedBy: 'account',
  closedBy: 'account',
  engineerIds: 'account',
  insteadOfId: 'account',
  memberIds: 'account',
  engineers: 'account',
  handledBy: 'account',
  withdrawnBy: 'account',
  publishedBy: 'account',
  solvedBy: 'account',
  verifiedBy: 'account',
  sentBy: 'account',
  submittedBy: 'account',
  submittedFor: 'account',
  alarmId: 'alarm',
  alarmTypeId: 'alarmType',
  alarmTypeIds: 'alarmType',
  commandId: 'command',
  companyId: 'company',
  endpointId: 'pushEndpoint',
  modelIds: 'model',
  companyIds: 'company',
  parentId: 'company',
  customerId: 'customer',
  deviceId: 'device',
  deviceIds: 'device',
  replacesId: 'device',
  devices: 'device',
  targetIds: 'device',
  faultTypeId: 'faultType',
  faultTypeIds: 'faultType',
  gatewayId: 'gateway',
  gatewayIds: 'gateway',
  modelId: 'model',
  orderId: 'order',
  projectId: 'project',
  projectIds: 'project',
  projectTypeIds: 'projectType',
  typeId: 'projectType',
  roleId: 'role',
  roleIds: 'role',
  roles: 'role',
  seriesId: 'series',
  siteIds: 'site',
  sites: 'site',
  teamId: 'team',
  templateEnId: 'template',
  templateZhId: 'template',
}

const camel = (name: string): string => name.replaceAll(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase())

export type Changes = Readonly<Record<string, readonly [unknown, unknown]>>
type Named = { readonly id: number; readonly name: string; readonly path?: string }

/** Rows named by the column `name`, or by one column per language. */
const plain =
  (table: 'device_command' | 'device_model' | 'device_series' | 'duty_team' | 'message_template' | 'push_endpoint') =>
  ({ systemDb }: Ctx, ids: readonly number[]): Promise<readonly Named[]> =>
    systemDb
      .selectFrom<'duty_team'>(table as 'duty_team')
      .select(['id', 'name'])
      .where('id', 'in', ids)
      .execute()
const bilingual =
  (table: 'alarm_type' | 'fault_type' | 'project_type') =>
  ({ systemDb, locale }: Ctx, ids: readonly number[]): Promise<readonly Named[]> =>
    systemDb
      .selectFrom<'alarm_type'>(table as 'alarm_type')
      .select(['id', locale === 'zh' ? 'name_zh as name' : 'name_en as name'])
      .where('id', 'in', ids)
      .execute()

/**
 * Names of the rows that changes refer to. Not scoped: anyone who may read the audit row may read the names in it. Names of private persons
 * are masked anyway. Rows that can change hands come with their path.
 */
const readers: Readonly<Record<Pointed, (ctx: Ctx, ids: readonly number[]) => Promise<readonly Named[]>>> = {
  account: async ({ systemDb }, ids) =>
    (await systemDb.selectFrom('account').select(['id', 'name', 'type']).where('id', 'in', ids).execute()).map(
      ({ id, name, type }) => ({ id, name: nameShown(type, name) }),
    ),
  alarm: async ({ systemDb }, ids) =>
    (
      await systemDb
        .selectFrom('alarm')
        .select(['id', 'first_at', 'path', alarmTimeZone.as('timeZone')])
        .where('id', 'in', ids)
        .execute()
    ).map((row) => ({ id: row.id, name: alarmCode(row.id, row.first_at, row.timeZone), path: row.path })),
  alarmType: bilingual('alarm_type'),
  command: plain('device_command'),
  company: ({ systemDb }, ids) => systemDb.selectFrom('company').select(['id', 'name']).where('id', 'in', ids).execute(),
  customer: async ({ systemDb }, ids) =>
    (await systemDb.selectFrom('customer').select(['id', 'name', 'type', 'path']).where('id', 'in', ids).execute()).map(
      ({ id, name, type, path }) => ({ id, name: type === 'person' ? maskedName(name) : name, path }),
    ),
  device: ({ systemDb }, ids) =>
    systemDb
      .selectFrom('device')
      .select(['id', 'path', sql<string>`concat_ws(' ', code, name)`.as('name')])
      .where('id', 'in', ids)
      .execute(),
  faultType: bilingual('fault_type'),
  gateway: ({ systemDb }, ids) =>
    systemDb.selectFrom('gateway').select(['id', 'code as name', 'path']).where('id', 'in', ids).execute(),
  model: plain('device_model'),
  order: ({ systemDb }, ids) =>
    systemDb.selectFrom('work_order').select(['id', 'code as name', 'path']).where('id', 'in', ids).execute(),
  project: ({ systemDb }, ids) => systemDb.selectFrom('project').select(['id', 'name', 'path']).where('id', 'in', ids).execute(),
  projectType: bilingual('project_type'),
  role: ({ systemDb }, ids) => systemDb.selectFrom('role').select(['id', 'name', 'path']).where('id', 'in', ids).execute(),
  series: plain('device_series'),
  site: ({ systemDb }, ids) => systemDb.selectFrom('sign_site').select(['id', 'name', 'path']).where('id', 'in', ids).execute(),
  team: plain('duty_team'),
  pushEndpoint: plain('push_endpoint'),
  template: plain('message_template'),
}

/** The ids in a changed value: a number, a list of them, or a list of rows with one. */
const idsIn = (value: unknown, key: string): number[] => {
  if (typeof value === 'number') return [value]
  if (!Array.isArray(value)) return []
  return value.flatMap((each) =>
    idsIn(typeof each === 'object' && each !== null ? (each as Record<string, unknown>)[key] : each, key),
  )
}

/** The ids under a field's name. A number under a name of several is how many there were. */
const idsOf = (field: string, value: unknown, key: string): number[] =>
  typeof value === 'number' && field.endsWith('s') ? [] : idsIn(value, key)

/** What has left the branch of the reader's company and those above it has another name there, which is not for them. */
const isInReach = ({ actor: { companyPath } }: Ctx, { path }: Named): boolean =>
  path === undefined || isBelow(path, companyPath) || isBelow(companyPath, path)

const rowKey = { account: 'accountId', device: 'deviceId', role: 'roleId', site: 'siteId' } as Partial<Record<Pointed, string>>

/** Old and new values in readable form: names and codes instead of ids. A deleted row keeps its number, marked as such. */
export const withNames = async (ctx: Ctx, rows: readonly Changes[]): Promise<Changes[]> => {
  const wanted = new Map<Pointed, Set<number>>()
  const keyOf = (kind: Pointed) => rowKey[kind] ?? 'id'
  for (const changes of rows)
    for (const [field, values] of Object.entries(changes)) {
      const kind = pointers[camel(field)]
      if (!kind || !Array.isArray(values)) continue
      const ids = wanted.get(kind) ?? new Set()
      for (const value of values) for (const id of idsOf(field, value, keyOf(kind))) ids.add(id)
      wanted.set(kind, ids)
    }
  const found = new Map(
    await Promise.all(
      [...wanted].map(async ([kind, ids]) => {
        const names = ids.size === 0 ? [] : await readers[kind](ctx, [...ids])
        return [kind, new Map(names.filter((one) => isInReach(ctx, one)).map(({ id, name }) => [id, name]))] as const
      }),
    ),
  )
  const named = (kind: Pointed, field: string, value: unknown): unknown => {
    const nameOf = (id: number) => found.get(kind)?.get(id) ?? `#${id}`
    if (typeof value === 'number') return idsOf(field, value, '').length === 0 ? value : nameOf(value)
    if (!Array.isArray(value)) return value
    return value.map((each: unknown) => {
      const [id] = idsIn([each], keyOf(kind))
      return id === undefined ? each : nameOf(id)
    })
  }
  return rows.map((changes) =>
    Object.fromEntries(
      Object.entries(changes).map(([field, values]) => {
        const kind = pointers[camel(field)]
        return [
          field,
          kind && Array.isArray(values) ? ([named(kind, field, values[0]), named(kind, field, values[1])] as const) : values,
        ]
      }),
    ),
  )
}
