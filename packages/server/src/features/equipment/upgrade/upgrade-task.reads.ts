import {
  type EnumValue,
  type UpgradeWave,
  type endpoints,
  type InputOf,
  type OutputOf,
  type UpgradeFilter,
  type UpgradeTaskRow,
  DomainError,
} from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { UpgradeTarget } from '../../../tables/upgrades.tables.ts'
import { countsOf, isHeld, isUnderWay, sum, type UpgradeCount } from './upgrade-task.rules.ts'
import { listPage } from '../../../platform/list.ts'
import { accountName, fields, tracked } from '../../../platform/rows/columns.ts'
import { filtered } from '../../../platform/rows/filter.ts'

interface Named {
  readonly targets: { value: number; label: string }[]
  readonly hiddenTargets: number
}

/** The names behind the ids of a filter. */
const filterNames = async (ctx: Ctx, { filter = {} }: UpgradeTarget): Promise<string[]> => {
  const { customerId, projectTypeId } = filter
  const [customer, type] = await Promise.all([
    typeof customerId === 'number'
      ? ctx.db.selectFrom('customer').select('name').where('id', '=', customerId).where('type', '<>', 'person').executeTakeFirst()
      : undefined,
    typeof projectTypeId === 'number'
      ? ctx.db.selectFrom('project_type').select(['name_zh', 'name_en']).where('id', '=', projectTypeId).executeTakeFirst()
      : undefined,
  ])
  return [
    // Only callers who may see customers see the name of a private person.
    ...(typeof customerId === 'number' ? [customer?.name ?? `#${customerId}`] : []),
    ...(type ? [ctx.locale === 'zh' ? type.name_zh : type.name_en] : []),
  ]
}

/** The names of a task's targets, as far as the caller sees them. */
const targetNames = async (
  ctx: Ctx,
  targetType: EnumValue<'upgradeTargetType'>,
  { companyIds, projectIds, deviceIds, gatewayIds }: UpgradeTarget,
): Promise<Named> => {
  if (targetType === 'filter') return { targets: [], hiddenTargets: 0 }
  const found =
    targetType === 'company'
      ? (['company', companyIds ?? []] as const)
      : targetType === 'project'
        ? (['project', projectIds ?? []] as const)
        : deviceIds
          ? (['device', deviceIds] as const)
          : (['gateway', gatewayIds ?? []] as const)
  const [table, ids] = found
  if (ids.length === 0) return { targets: [], hiddenTargets: 0 }
  const label =
    targetType === 'list'
      ? sql<string>`case when ${sql.ref(`${table}.name`)} in ('', ${sql.ref(`${table}.code`)}) then ${sql.ref(`${table}.code`)}
          else ${sql.ref(`${table}.code`)} || ' · ' || ${sql.ref(`${table}.name`)} end`
      : sql.ref<string>(`${table}.name`)
  const targets = await ctx.db
    .selectFrom(table)
    .select([`${table}.id as value`, label.as('label')])
    .where(`${table}.id`, 'in', ids)
    .where(`${table}.deleted_at`, 'is', null)
    .orderBy('label')
    .execute()
  return { targets, hiddenTargets: ids.length - targets.length }
}

const totals = <K>(groups: readonly UpgradeCount[], by: (group: UpgradeCount) => K): [K, number][] =>
  [...Map.groupBy(groups, by)].map(([key, some]): [K, number] => [key, sum(some, () => true)]).sort(([, a], [, b]) => b - a)

/** How far the waves of a task are, what holds devices back, and why others failed. Anyone who sees the task sees its counts. */
const taskProgress = async (
  ctx: Ctx,
  { id, waves }: { readonly id: number; readonly waves: readonly number[] },
): Promise<{
  progress: UpgradeWave[]
  held: number
  holds: { hold: EnumValue<'upgradeHold'>; count: number }[]
  failures: { failure: EnumValue<'upgradeFailure'> | null; count: number }[]
}> => {
  // Counts of a task that the caller sees. They include devices that have since left the owner.
  const groups = await countsOf(ctx.systemDb, id)
  const progress = waves.map((share, wave) => {
    const own = groups.filter((group) => group.wave === wave)
    const inState = (state: UpgradeCount['state']) => sum(own, (group) => group.state === state)
    return {
      wave,
      share,
      total: sum(own, () => true),
      waiting: inState('waiting'),
      held: sum(own, isHeld),
      underWay: sum(own, isUnderWay),
      succeeded: inState('succeeded'),
      failed: inState('failed'),
      skipped: inState('skipped'),
    }
  })
  const held = groups.filter(isHeld)
  return {
    progress,
    held: sum(held, () => true),
    holds: totals(held, ({ hold }) => hold).flatMap(([hold, count]) => (hold === null ? [] : [{ hold, count }])),
    failures: totals(
      groups.filter(({ state }) => state === 'failed'),
      ({ failure }) => failure,
    ).map(([failure, count]) => ({ failure, count })),
  }
}

type Task = typeof endpoints.upgradeTask

const counters = (
  ['total', 'waiting', 'sent', 'downloading', 'verifying', 'installing', 'succeeded', 'failed', 'skipped'] as const
).map((name) => sql.ref<number>(`upgrade_task.n_${name}`).as(name))

const rowsOf = (ctx: Ctx, ids: readonly number[]) =>
  ctx.db
    .selectFrom('upgrade_task')
    .innerJoin('company', 'company.id', 'upgrade_task.company_id')
    .innerJoin('firmware_edition as edition', 'edition.id', 'upgrade_task.edition_id')
    .innerJoin('device_model as model', 'model.id', 'edition.model_id')
    .select(fields('upgrade_task', ['id', 'name', 'state', 'approval', 'editionId', 'targetType', 'initialVersion', 'method']))
    .select(fields('upgrade_task', ['startsAt', 'windowFrom', 'windowTo', 'waves', 'wave', 'stoppedBy', 'stoppedAt']))
    .select(fields('upgrade_task', ['frozenAt', 'startedAt', 'endedAt', 'heardAt']))
    .select(['upgrade_task.requested_by as requestedById', 'upgrade_task.requested_for as requestedForId'])
    .select(['edition.name as editionName', 'edition.state as editionState', 'edition.edition_version as toVersion'])
    .select(['model.id as modelId', 'model.name as modelName', 'company.name as companyName'])
    .select(counters)
    .select(tracked('upgrade_task'))
    .where('upgrade_task.id', 'in', ids)

export const pageTasks = (ctx: Ctx, input: InputOf<Task['page']>): Promise<OutputOf<Task['page']>> => {
  let rows = filtered(ctx.db.selectFrom('upgrade_task'), 'upgrade_task', input, {
    equal: ['state', 'approval', 'editionId', 'targetType'],
    containing: ['name'],
    between: 'created_at',
  })
  if (input.modelId !== undefined)
    rows = rows.where(
      sql<boolean>`upgrade_task.edition_id in (select edition.id from firmware_edition edition where edition.model_id = ${input.modelId})`,
    )
  return listPage<UpgradeTaskRow>(ctx.db, input, {
    rows,
    key: 'upgrade_task.id',
    sorts: { name: 'upgrade_task.name', createdAt: 'upgrade_task.id', startedAt: 'upgrade_task.started_at' },
    defaultSort: { by: 'createdAt', order: 'desc' },
    read: async (ids) => (await rowsOf(ctx, ids).execute()).map((row) => ({ ...row, waves: [...row.waves] })),
  })
}

export const taskDetail = async (ctx: Ctx, { id }: InputOf<Task['detail']>): Promise<OutputOf<Task['detail']>> => {
  const row = await rowsOf(ctx, [id])
    .select(fields('upgrade_task', ['allowDowngrade', 'successShare', 'failureShare', 'retries', 'retryAfterS', 'minBattery']))
    .select(fields('upgrade_task', ['minSignal', 'remark', 'requestedAt', 'decidedAt', 'decisionNote', 'target']))
    .select(['edition.hardware', sql<boolean>`edition.target_type = 'gateway'`.as('ofGateways')])
    .select([accountName('upgrade_task.requested_by').as('requestedBy'), accountName('upgrade_task.decided_by').as('decidedBy')])
    .where('upgrade_task.deleted_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new DomainError('notFound', {}, 'id')
  const { target, ...shown } = row
  const [targets, progress, named] = await Promise.all([
    targetNames(ctx, row.targetType, target),
    taskProgress(ctx, row),
    filterNames(ctx, target),
  ])
  return {
    ...shown,
    waves: [...row.waves],
    ...targets,
    ...progress,
    filter: (target.filter ?? {}) as UpgradeFilter,
    filterNames: named,
  }
}
