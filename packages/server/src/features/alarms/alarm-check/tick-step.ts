import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { transact } from '../../../platform/transact.ts'
import { auditTarget } from '../alarm/lifecycle/alarm-event.ts'
import { alarmToWorkOn, recordStep } from '../alarm/lifecycle/record-step.ts'
import { checklistOf, checksOf, setCheck } from './alarm-check.store.ts'

/** Ticks or unticks a step of the site's checklist for an alarm. The journey keeps both. */
export const tickStep = (ctx: Ctx, input: InputOf<typeof endpoints.alarmCheck.tick>): Promise<null> =>
  transact(ctx, async (write) => {
    const { id, text, done } = input
    const alarm = await alarmToWorkOn(write, id)
    const list = alarm.project_id === null ? undefined : await checklistOf(write.db, alarm.project_id)
    const listed = list?.items.includes(text) ?? false
    const known = listed || (await checksOf(write.db, id)).some((check) => check.text === text)
    if (!known) throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.checkGone') }, 'text')
    const check = { alarm_id: id, text, done, at: write.at, account_id: write.by }
    const changes = { text: [null, text], done: [!done, done] } as const
    if (await setCheck(write.systemDb, check)) await recordStep(write, alarm, 'checked', { text, done }, changes)
    else write.audit({ action: 'alarm.checked', ...auditTarget(alarm), changes, result: 'unchanged' })
    return null
  })
