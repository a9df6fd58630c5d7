import { decide, DomainError, messageTaskStates, type EnumValue, type TaskFacts } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { enumLabel, translate } from '../../../platform/i18n.ts'
import type { Write } from '../../../platform/transact.ts'
import { lastEditor } from '../../../platform/versioned.ts'
import type { StoredTask } from './task.store.ts'

type Task = Pick<StoredTask, 'id' | 'state'>

/** @throws wrongState, naming who changed it last */
export const refuseState = async (ctx: Ctx, write: Write, task: Task): Promise<never> => {
  const state = enumLabel(ctx.locale, 'messageTaskState', task.state)
  throw new DomainError('wrongState', { state, ...(await lastEditor(write.systemDb, 'message_task', task.id)) })
}

/** The next state of a locked task. @throws wrongState, precondition, noAccess */
export const assertStep = async (
  ctx: Ctx,
  write: Write,
  task: Task,
  action: 'update' | 'send' | 'begin' | 'finish' | 'fail' | 'cancel' | 'retry',
  facts: TaskFacts = { failed: 0 },
): Promise<EnumValue<'messageTaskState'>> => {
  const verdict = decide(messageTaskStates, action, task.state, facts, ctx.actor)
  if (verdict.allowed) return verdict.to
  if (verdict.reason === 'wrongState') return refuseState(ctx, write, task)
  if (verdict.reason === 'noAccess') throw new DomainError('noAccess')
  throw new DomainError('precondition', { reason: translate(ctx.locale, `reasons.${verdict.reason}`) })
}
