import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { maskedName } from '../../../platform/mask.ts'
import { translate } from '../../../platform/i18n.ts'
import { transact } from '../../../platform/transact.ts'
import { alarmToWorkOn, recordStep } from '../alarm/lifecycle/record-step.ts'
import { insertCall } from './alarm-call.store.ts'

/** Records the result of a call to somebody on the site's call list. Allowed in any state of the alarm: people are notified of the outcome too. */
export const recordCall = (ctx: Ctx, input: InputOf<typeof endpoints.alarmCall.record>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const alarm = await alarmToWorkOn(write, input.id)
    const person = await write.db
      .selectFrom('project_notifier')
      .select(['id', 'name', 'role', 'phone', 'project_id'])
      .where('id', '=', input.notifierId)
      .executeTakeFirst()
    if (!person) throw new DomainError('notFound', {}, 'notifierId')
    if (person.project_id !== alarm.project_id)
      throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.personOfOtherProject') }, 'notifierId')
    const { name, role, phone } = person
    const { callResult: result, note = null } = input
    const id = await insertCall(write.systemDb, {
      alarm_id: alarm.id,
      at: write.at,
      account_id: write.by,
      notifier_id: person.id,
      name,
      role,
      phone,
      result,
      note,
    })
    await recordStep(
      write,
      alarm,
      'called',
      { name, role, callResult: result, note },
      { name: [null, maskedName(name)], callResult: [null, result] },
    )
    return { id }
  })
