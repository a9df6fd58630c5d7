import { DomainError, faultCode, faultSnoozeDays, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import { changesBetween } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { assertFuture, refuseField } from '../../../platform/refuse-field.ts'
import { transact } from '../../../platform/transact.ts'
import { eachFault } from './each-fault.ts'
import { findFault, setSnooze, type Snooze } from './fault.store.ts'
import { emitFaultEvent, throwFaultChanged } from './lifecycle/fault-event.ts'

type Fault = typeof endpoints.fault

const dayMs = 86_400_000

/** Snoozes one fault, or ends that. A solved fault cannot be snoozed. */
const setOne = (ctx: Ctx, id: number, action: 'snooze' | 'wake', snooze: Snooze | null): Promise<void> =>
  transact(ctx, async (write) => {
    const fault = await findFault(write.db, id)
    if (!fault) throw new DomainError('notFound', {}, 'id')
    const changes = await setSnooze(write.db, id, snooze, write.by, write.at)
    if (changes === undefined) return throwFaultChanged(ctx, write, fault)
    write.audit({
      action: `fault.${action}`,
      object: { kind: 'fault', id, name: faultCode(id, fault.first_at, fault.timeZone) },
      owner: { companyId: fault.company_id, path: fault.path },
      changes: changesBetween(fault, { snoozed_until: changes.snoozed_until, snooze_reason: changes.snooze_reason }),
    })
    emitFaultEvent(write, action, fault, fault.state)
  })

/**
 * Snoozes faults, each on its own. They stay in their lists, show until when and why, and are as before once the time is over or the fault
 * is reported again.
 * @throws invalidInput for a time in the past or too far ahead
 */
export const snoozeFaults = (ctx: Ctx, { ids, until, reason }: InputOf<Fault['snooze']>): Promise<OutputOf<Fault['snooze']>> => {
  const now = ctx.clock.now()
  assertFuture(ctx, 'until', until, now)
  if (Date.parse(until) > now.getTime() + faultSnoozeDays * dayMs) refuseField(ctx, 'until', 'tooFar')
  return eachFault(ctx, ids, (id) => setOne(ctx, id, 'snooze', { until, reason }))
}

/** Ends snoozing, for each fault on its own. */
export const wakeFaults = (ctx: Ctx, { ids }: InputOf<Fault['wake']>): Promise<OutputOf<Fault['wake']>> =>
  eachFault(ctx, ids, (id) => setOne(ctx, id, 'wake', null))
