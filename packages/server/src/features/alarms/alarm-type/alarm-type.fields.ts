import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { namesOf } from '../../../platform/both-names.ts'
import { refuseField } from '../../../platform/refuse-field.ts'

/** The columns that an input sets. @throws DomainError invalidInput if an alarm would have to be closed before it is confirmed */
export const columnsOf = (ctx: Ctx, input: Omit<InputOf<typeof endpoints.alarmType.create>, 'code'>) => {
  const { closeS } = input
  if (closeS !== undefined && closeS < input.acknowledgeS) refuseField(ctx, 'closeS', 'afterAcknowledge')
  return {
    ...namesOf(ctx, input),
    level: input.level,
    acknowledge_s: input.acknowledgeS,
    close_s: closeS ?? null,
  }
}
