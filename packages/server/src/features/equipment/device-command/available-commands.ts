import type { endpoints, InputOf, OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { targetProblem } from './command-target.ts'
import { findTarget, senderProblem } from './send-command.ts'

/** The enabled commands of a device's or gateway's model, each with the reason if the caller may not send it. */
export const availableCommands = async (
  ctx: Ctx,
  input: InputOf<typeof endpoints.sentCommand.available>,
): Promise<OutputOf<typeof endpoints.sentCommand.available>> => {
  const target = await findTarget(ctx, ctx.db, input)
  const problem = targetProblem(target)
  const definitions = await ctx.db
    .selectFrom('device_command')
    .selectAll()
    .where('model_id', '=', target.modelId)
    .where('enabled', '=', true)
    .orderBy('name')
    .execute()
  return {
    off: problem ? translate(ctx.locale, `reasons.${problem}`) : null,
    commands: definitions.map((definition) => {
      const reason = senderProblem(ctx, definition)
      const { id, name, code, remark, parameters, timeout_s: timeoutS, dangerous } = definition
      return {
        id,
        name,
        code,
        remark,
        parameters,
        timeoutS,
        dangerous,
        off: reason ? translate(ctx.locale, `reasons.${reason}`) : null,
      }
    }),
  }
}
