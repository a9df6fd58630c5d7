import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { joining, transact } from '../../platform/transact.ts'
import { confirmAlarm } from '../alarm/confirm-alarm.ts'
import { takeSite } from './take-site.ts'

/** The second click that keeps nobody from a fire: takes the site over and confirms its alarm. @throws heldByOther if yet another person has it by now; wrongState */
export const takeAndConfirm = async (
  ctx: Ctx,
  { id, from }: InputOf<typeof endpoints.alarmDesk.confirm>,
): Promise<{ id: number }> => {
  const alarm = await ctx.db.selectFrom('alarm').select('project_id').where('id', '=', id).executeTakeFirst()
  if (!alarm) throw new DomainError('notFound', {}, 'id')
  const projectId = alarm.project_id
  // In one write: an alarm that can no longer be confirmed leaves its site with the person who has it.
  return transact(ctx, async (write) => {
    const within = joining(ctx, write)
    if (projectId !== null) await takeSite(within, { projectId, ...(from === undefined ? {} : { from }) })
    return confirmAlarm(within, { id })
  })
}
