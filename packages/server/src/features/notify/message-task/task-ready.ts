import { DomainError } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { enumLabel, translate } from '../../../platform/i18n.ts'
import { channelsUp } from '../notify-provider/provider-health.ts'
import type { StoredTask } from './task.store.ts'
import { textsOfTask, type TaskTexts } from './task-texts.ts'

/** The texts of a task that is ready to be sent. @throws emptyMessage; precondition without a suitable template or a provider */
export const assertReady = async (ctx: Ctx, task: StoredTask, at: Date): Promise<TaskTexts> => {
  const texts = await textsOfTask(ctx.systemDb, task)
  if (texts.unfit) throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.templateUnfit') })
  if (texts.languages.length === 0) throw new DomainError('emptyMessage')
  if (task.push_type !== 'inSite' && (await channelsUp(ctx.systemDb, at))[task.push_type] === 'none')
    throw new DomainError('precondition', { reason: enumLabel(ctx.locale, 'leftOutReason', 'noProvider') })
  return texts
}
