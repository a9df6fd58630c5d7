import { follows, planRoute, type EnumValue } from '@emberwatch/contract'
import { sql, type Kysely, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import { isInBranch } from '../../../platform/rows/in-branch.ts'
import type { Tables } from '../../../tables/index.ts'
import type { UpgradeTarget } from '../../../tables/upgrades.tables.ts'
import { releasedEditions, type ReleasedEdition } from '../firmware/released-editions.ts'

/** What determines the devices of a task. */
export interface UpgradeAim {
  readonly modelId: number
  /** Hardware revision of the edition. Empty: any. */
  readonly hardware: string
  readonly ofGateways: boolean
  readonly toVersion: string
  readonly targetType: EnumValue<'upgradeTargetType'>
  readonly target: UpgradeTarget
  readonly initialVersion: string | null
  readonly allowDowngrade: boolean
  /** The task's company. The task never reaches beyond this company's branch. */
  readonly ownerPath: string
}

/** A device, or a gateway itself, targeted by a task. */
export interface MeantRow {
  readonly company_id: number
  readonly path: string
  readonly customer_id: number | null
  readonly project_id: number | null
  readonly gateway_id: number
  readonly device_id: number | null
  readonly point: string
  readonly code: string
  readonly firmware: string | null
  readonly hardware: string | null
  readonly battery: number | null
  readonly signal: number | null
}

type Kind = 'device' | 'gateway'
const column = (kind: Kind, name: string) => sql.ref(`${kind}.${name}`)
const all = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  conditions.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(conditions, sql` and `)})`

const zoneFields = ['country', 'province', 'city', 'region'] as const

const byFilter = (kind: Kind, filter: Readonly<Record<string, unknown>>): RawBuilder<boolean> => {
  const conditions: RawBuilder<boolean>[] = []
  for (const [field, name] of [
    ['customerId', 'customer_id'],
    ['batch', 'batch'],
    ['online', 'online'],
  ] as const)
    if (filter[field] !== undefined && filter[field] !== '')
      conditions.push(sql<boolean>`${column(kind, name)} = ${filter[field]}`)
  const ofProject = zoneFields.flatMap((field) =>
    filter[field] ? [sql<boolean>`${sql.ref(`project.${field}`)} = ${filter[field]}`] : [],
  )
  if (filter['projectTypeId'] !== undefined) ofProject.push(sql<boolean>`project.type_id = ${filter['projectTypeId']}`)
  if (ofProject.length > 0)
    conditions.push(sql<boolean>`${column(kind, 'project_id')} in (select project.id from project where ${all(ofProject)})`)
  return all(conditions)
}

const isTarget = (kind: Kind, { targetType, target }: UpgradeAim): RawBuilder<boolean> => {
  switch (targetType) {
    case 'company':
      return sql<boolean>`exists (select from company chosen where chosen.id = any(${target.companyIds ?? []}::bigint[])
        and ${isInBranch(column(kind, 'path'), 'chosen.path')})`
    case 'project':
      return sql<boolean>`${column(kind, 'project_id')} = any(${target.projectIds ?? []}::bigint[])`
    case 'list':
      return sql<boolean>`${column(kind, 'id')} = any(${(kind === 'device' ? target.deviceIds : target.gatewayIds) ?? []}::bigint[])`
    case 'filter':
      return byFilter(kind, target.filter ?? {})
  }
}

/** Conditions for every device of a task: it has the model, is at a place, is in service, and belongs to the owner. */
const isMeant = (kind: Kind, aim: UpgradeAim): RawBuilder<boolean> => {
  const conditions = [
    sql<boolean>`${column(kind, 'model_id')} = ${aim.modelId}`,
    sql<boolean>`${column(kind, 'deleted_at')} is null`,
    sql<boolean>`${column(kind, 'enabled')}`,
    sql<boolean>`${column(kind, 'project_id')} is not null`,
    isInBranch(column(kind, 'path'), sql`${aim.ownerPath}`),
    isTarget(kind, aim),
  ]
  if (kind === 'device') conditions.push(sql<boolean>`device.scrapped_at is null`)
  if (aim.hardware !== '') conditions.push(sql<boolean>`lower(trim(${column(kind, 'hardware')})) = ${aim.hardware.toLowerCase()}`)
  if (aim.initialVersion !== null)
    conditions.push(sql<boolean>`version_order(${column(kind, 'firmware')}) = version_order(${aim.initialVersion})`)
  return all(conditions)
}

const nothing = { device_id: sql<number | null>`null::bigint`, battery: sql<number | null>`null::integer` }

/** The targeted devices within the scope of `db` and the branch of the task's owner. */
const meant = (db: Kysely<Tables>, aim: UpgradeAim) => {
  const owned = ['company_id', 'path', 'customer_id', 'project_id', 'code', 'firmware', 'hardware', 'signal'] as const
  const rows = aim.ofGateways
    ? db
        .selectFrom('gateway')
        .select(owned.map((name) => `gateway.${name}` as const))
        .select([
          'gateway.id as gateway_id',
          nothing.device_id.as('device_id'),
          sql<string>`'g' || gateway.id`.as('point'),
          nothing.battery.as('battery'),
        ])
        .where(isMeant('gateway', aim))
        .$castTo<MeantRow>()
    : db
        .selectFrom('device')
        .select(owned.map((name) => `device.${name}` as const))
        .select(['device.gateway_id', 'device.id as device_id', sql<string>`'d' || device.id`.as('point'), 'device.battery'])
        .where(isMeant('device', aim))
        .where('device.gateway_id', 'is not', null)
        .$castTo<MeantRow>()
  return db.selectFrom((rows as SelectQueryBuilder<Tables, 'device', MeantRow>).as('meant'))
}

/** Devices of a task with the same version and hardware. */
export interface TargetGroup {
  readonly hardware: string | null
  readonly firmware: string | null
  readonly count: number
  /** The versions on the way. Empty: already there. Null: no route. */
  readonly route: readonly string[] | null
}

/** The targeted devices grouped by version and hardware revision, with the route from there. */
export const targetGroups = async (db: Kysely<Tables>, aim: UpgradeAim): Promise<TargetGroup[]> => {
  const rows = await meant(db, aim)
    .select(['meant.hardware', 'meant.firmware'])
    .select((e) => e.fn.countAll<number>().as('count'))
    .groupBy(['meant.hardware', 'meant.firmware'])
    .orderBy(sql`version_order(meant.firmware) desc nulls last, meant.firmware, meant.hardware`)
    .execute()
  const editions = new Map<string | null, ReleasedEdition[]>()
  for (const { hardware } of rows)
    if (!editions.has(hardware)) editions.set(hardware, await releasedEditions(db, aim.modelId, hardware))
  return rows.map((row) => {
    const route = planRoute(editions.get(row.hardware) ?? [], row.firmware, aim.toVersion, aim)
    return { ...row, route: route && route.map(({ version }) => version) }
  })
}

/** Whether the version is missing or malformed. */
export const isUnknownVersion = (firmware: string | null): boolean => firmware === null || !follows('version', firmware)

const isOneOf = (groups: readonly TargetGroup[]): RawBuilder<boolean> => sql<boolean>`exists (
  select from unnest(${groups.map(({ hardware }) => hardware)}::text[], ${groups.map(({ firmware }) => firmware)}::text[])
    as one (hardware, firmware)
  where one.hardware is not distinct from meant.hardware and one.firmware is not distinct from meant.firmware)`

/**
 * The rows of a task. Devices that already have the version are left out; those without a route are skipped, so that everybody sees it.
 * `freeze-targets.ts` inserts these rows and the preview counts them.
 */
export const targetRows = (db: Kysely<Tables>, aim: UpgradeAim, groups: readonly TargetGroup[]) => {
  const isStuck = isOneOf(groups.filter(({ route }) => route === null))
  return meant(db, aim)
    .selectAll('meant')
    .select(sql<EnumValue<'upgradeDeviceState'>>`case when ${isStuck} then 'skipped' else 'waiting' end`.as('state'))
    .select(sql<EnumValue<'upgradeFailure'> | null>`case when ${isStuck} then 'noRoute' end`.as('failure'))
    .where(sql<boolean>`not ${isOneOf(groups.filter(({ route }) => route?.length === 0))}`)
}

export const countOf = (groups: readonly TargetGroup[], counts: (group: TargetGroup) => boolean): number =>
  groups.filter(counts).reduce((sum, { count }) => sum + count, 0)
