import type { endpoints, InputOf, OutputOf, UpgradeFilter, UpgradeTaskRow } from '@emberwatch/contract'
import { DomainError } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { listPage } from '../../../platform/list.ts'
import { accountName, fields, tracked } from '../../../platform/rows/columns.ts'
import { filtered } from '../../../platform/rows/filter.ts'
import { filterNames, targetNames } from './target-names.ts'
import { taskProgress } from './task-progress.ts'

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
