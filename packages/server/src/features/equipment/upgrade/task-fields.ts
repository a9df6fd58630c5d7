import { compareVersions, wavesFit, windowFits, type endpoints, type InputOf } from '@emberwatch/contract'
import { DomainError, fitsHardware, listedIn } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { assertFuture, refuseField } from '../../../platform/refuse-field.ts'
import type { UpgradeTarget } from '../../../tables/upgrades.tables.ts'
import { editionOf } from './edition-of.ts'
import { refuse } from './task-step.ts'

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
