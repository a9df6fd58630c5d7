import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { joining, transact } from '../../../platform/transact.ts'
import { confirmAlarm } from '../alarm/lifecycle/transition-alarm.ts'
import { takeSite } from './take-site.ts'

/**
 * The second click, so that a holder never keeps anybody from a fire: takes the site over and confirms its alarm. @throws heldByOther if a
 * third person holds it by now; wrongState
 */
export const takeAndConfirm = async (
  ctx: Ctx,
  { id, from }: InputOf<typeof endpoints.alarmDesk.confirm>,
): Promise<{ id: number }> => {
  const alarm = await ctx.db.selectFrom('alarm').select(['project_id', 'tried_by']).where('id', '=', id).executeTakeFirst()
  if (!alarm) throw new DomainError('notFound', {}, 'id')
  // Seeing a test takes nobody's site: those who are called about a fire there would not be called any more.
  const projectId = alarm.tried_by === null ? alarm.project_id : null
  // In one write: if the alarm can no longer be confirmed, the site stays with its holder.
  return transact(ctx, async (write) => {
    const within = joining(ctx, write)
    if (projectId !== null) await takeSite(within, { projectId, ...(from === undefined ? {} : { from }) })
    return confirmAlarm(within, { id })
  })
}
