import { decide, DomainError, upgradeTaskStates, type EnumValue, type UpgradeTaskFacts } from '@emberwatch/contract'
import type { SharedTexts } from '@emberwatch/contract/texts/zh'
import type { Ctx } from '../../../platform/context.ts'
import { enumLabel, translate } from '../../../platform/i18n.ts'
import type { Write } from '../../../platform/transact.ts'
import { lastEditor } from '../../../platform/versioned.ts'
import { editionOf } from './edition-of.ts'
import type { StoredTask } from './upgrade-device.store.ts'

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

export const refuse = (ctx: Pick<Ctx, 'locale'>, reason: keyof SharedTexts['reasons'], field?: string): never => {
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
