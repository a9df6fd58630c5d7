import {
  compareVersions,
  wavesFit,
  windowFits,
  type endpoints,
  type InputOf,
  DomainError,
  fitsHardware,
  listedIn,
  decide,
  upgradeTaskStates,
  type EnumValue,
  type UpgradeTaskFacts,
  upgradeUnderWayStates,
} from '@emberwatch/contract'
import type { ReasonName } from '@emberwatch/contract/texts/zh'
import type { Kysely, Selectable } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { translate, enumLabel } from '../../../platform/i18n.ts'
import { assertFuture, refuseField } from '../../../platform/refuse-field.ts'
import type { UpgradeTarget, UpgradeCountTable } from '../../../tables/upgrades.tables.ts'
import type { Write } from '../../../platform/transact.ts'
import { lastEditor } from '../../../platform/versioned.ts'
import type { StoredTask } from './upgrade-device.store.ts'
import type { Tables } from '../../../tables/index.ts'

type Input = InputOf<typeof endpoints.upgradeTask.save>
type Meant = Pick<Input, 'targetType' | 'companyIds' | 'projectIds' | 'deviceIds' | 'gatewayIds' | 'filter'>

const sorted = (ids: readonly number[] = []): number[] => [...ids].sort((a, b) => a - b)

/** The stored target of a task: only the fields of the chosen kind. */
export const targetOf = (input: Meant, ofGateways: boolean): UpgradeTarget => {
  switch (input.targetType) {
    case 'company':
      return { companyIds: sorted(input.companyIds) }
    case 'project':
      return { projectIds: sorted(input.projectIds) }
    case 'list':
      return ofGateways ? { gatewayIds: sorted(input.gatewayIds) } : { deviceIds: sorted(input.deviceIds) }
    case 'filter':
      return { filter: input.filter ?? {} }
  }
}

const targetField = { company: 'companyIds', project: 'projectIds', list: 'deviceIds' } as const

/** A list may name only what the edition is made for. */
const assertKind = async (
  ctx: Ctx,
  { deviceIds = [], gatewayIds = [] }: UpgradeTarget,
  edition: Awaited<ReturnType<typeof editionOf>>,
): Promise<void> => {
  const [table, ids, field] =
    edition.target_type === 'gateway'
      ? (['gateway', gatewayIds, 'gatewayIds'] as const)
      : (['device', deviceIds, 'deviceIds'] as const)
  if (ids.length === 0) return
  const rows = await ctx.db.selectFrom(table).select(['code', 'model_id', 'hardware']).where('id', 'in', ids).execute()
  const wrong = rows.filter((row) => row.model_id !== edition.model_id || !fitsHardware(edition, row.hardware))
  if (wrong.length === 0) return
  const names = listedIn(ctx.locale, [...wrong.slice(0, 10).map(({ code }) => code), ...(wrong.length > 10 ? ['…'] : [])])
  throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.upgradeWrongKind', { names }) }, field)
}

/** The columns that a form sets. @throws invalidInput, precondition naming the field */
export const taskColumns = async (ctx: Ctx, input: Input, now: Date, startsBefore: string | null) => {
  const edition = await editionOf(ctx.db, input.editionId)
  if (edition.state !== 'released') refuse(ctx, 'upgradeEditionReleased', 'editionId')
  const ofGateways = edition.target_type === 'gateway'
  const target = targetOf(input, ofGateways)
  if (input.targetType !== 'filter') {
    const { companyIds = [], projectIds = [], deviceIds = [], gatewayIds = [] } = target
    const field = ofGateways && input.targetType === 'list' ? 'gatewayIds' : targetField[input.targetType]
    if ([companyIds, projectIds, deviceIds, gatewayIds].every((ids) => ids.length === 0)) refuseField(ctx, field, 'required')
  }
  if (input.targetType === 'list') await assertKind(ctx, target, edition)
  assertFuture(ctx, 'startsAt', input.startsAt, now, startsBefore)
  if (!wavesFit(input.waves)) refuse(ctx, 'upgradeWavesFit', 'waves')
  const window = { windowFrom: input.windowFrom ?? null, windowTo: input.windowTo ?? null }
  if (!windowFits(window)) refuse(ctx, 'upgradeWindowFits', 'windowTo')
  const allowDowngrade = input.allowDowngrade ?? false
  if (input.initialVersion !== undefined) {
    const difference = compareVersions(input.initialVersion, edition.edition_version)
    if (difference === 0) refuse(ctx, 'upgradeInitialFits', 'initialVersion')
    if (difference > 0 && !allowDowngrade) refuse(ctx, 'upgradeDowngradeFits', 'allowDowngrade')
  }
  return {
    name: input.name.trim(),
    edition_id: input.editionId,
    target_type: input.targetType,
    target: JSON.stringify(target),
    initial_version: input.initialVersion ?? null,
    allow_downgrade: allowDowngrade,
    method: input.method,
    starts_at: input.startsAt ?? null,
    window_from: window.windowFrom,
    window_to: window.windowTo,
    waves: JSON.stringify(input.waves),
    success_share: input.successShare,
    failure_share: input.failureShare,
    retries: input.retries,
    retry_after_s: input.retryAfterS,
    min_battery: input.minBattery ?? null,
    min_signal: input.minSignal ?? null,
    remark: input.remark?.trim() ?? '',
  }
}

type TaskAction =
  | 'save'
  | 'enable'
  | 'approve'
  | 'reject'
  | 'disable'
  | 'suspend'
  | 'resume'
  | 'complete'
  | 'terminate'
  | 'delete'
  | 'stop'
  | 'finish'

export const refuse = (ctx: Pick<Ctx, 'locale'>, reason: ReasonName, field?: string): never => {
  throw new DomainError('precondition', { reason: translate(ctx.locale, `reasons.${reason}`) }, field)
}

const factsOf = (task: StoredTask, editionState: EnumValue<'firmwareState'>): UpgradeTaskFacts => ({
  editionState,
  approval: task.approval,
  requestedById: task.requested_by,
  requestedForId: task.requested_for,
  frozenAt: task.frozen_at,
  startedAt: task.started_at,
  waves: task.waves,
  windowFrom: task.window_from,
  windowTo: task.window_to,
  total: task.n_total,
  waiting: task.n_waiting,
  sent: task.n_sent,
  downloading: task.n_downloading,
  verifying: task.n_verifying,
  installing: task.n_installing,
  succeeded: task.n_succeeded,
  failed: task.n_failed,
  skipped: task.n_skipped,
})

/** The next state of a locked task. @throws wrongState naming who changed it last; precondition, noAccess */
export const assertStep = async (
  ctx: Ctx,
  write: Write,
  task: StoredTask,
  action: TaskAction,
): Promise<EnumValue<'upgradeTaskState'>> => {
  const { state } = await editionOf(write.systemDb, task.edition_id)
  const verdict = decide(upgradeTaskStates, action, task.state, factsOf(task, state), ctx.actor)
  if (verdict.allowed) return verdict.to
  if (verdict.reason === 'wrongState')
    throw new DomainError('wrongState', {
      state: enumLabel(ctx.locale, 'upgradeTaskState', task.state),
      ...(await lastEditor(write.systemDb, 'upgrade_task', task.id)),
    })
  if (verdict.reason === 'noAccess') throw new DomainError('noAccess')
  return refuse(ctx, verdict.reason)
}

/** The target edition of a task, released or not. */
export const editionOf = (db: Kysely<Tables>, id: number) =>
  db
    .selectFrom('firmware_edition')
    .select(['id', 'name', 'model_id', 'hardware', 'target_type', 'edition_version', 'state'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()

/** The edition that a task is being planned for. A draft is only for those who make it. @throws precondition */
export const plannedEdition = async (ctx: Ctx, id: number): ReturnType<typeof editionOf> => {
  const edition = await editionOf(ctx.db, id)
  return edition.state === 'draft' ? refuse(ctx, 'upgradeEditionReleased', 'editionId') : edition
}

/** How many devices of a wave are in one state for one reason. */
export type UpgradeCount = Selectable<UpgradeCountTable>

export const countsOf = (db: Kysely<Tables>, taskId: number): Promise<UpgradeCount[]> =>
  db.selectFrom('upgrade_count').selectAll().where('task_id', '=', taskId).where('count', '>', 0).execute()

export const sum = (counts: readonly UpgradeCount[], counted: (count: UpgradeCount) => boolean): number =>
  counts.filter(counted).reduce((total, { count }) => total + count, 0)

export const isUnderWay = ({ state }: UpgradeCount): boolean => upgradeUnderWayStates.some((each) => each === state)
export const isHeld = ({ state, hold }: UpgradeCount): boolean => state === 'waiting' && hold !== null

/** Tells open lists that an upgrade task changed or made progress. */
export const emitTask = (write: Pick<Write, 'emit'>, { id, path }: { id: number; path: string }, change: string): void =>
  write.emit({ kind: 'upgrade', change, objectId: id, owner: { path, projectId: null } })
