import { decide, faultStates, type AuditAct } from '@emberwatch/contract'
import { changesBetween } from '../../../../platform/audit.ts'
import type { Ctx } from '../../../../platform/context.ts'
import type { Write } from '../../../../platform/transact.ts'
import { updateFault, type FaultChanges, type StoredFault } from '../fault.store.ts'
import { emitFaultEvent } from './fault-event.ts'

/** Performs one transition of a fault, with audit row and live event. Returns false if its state does not allow it. */
export const transitionFault = async (
  ctx: Ctx,
  write: Write,
  fault: StoredFault,
  action: AuditAct<'fault'>,
  changes: FaultChanges,
): Promise<boolean> => {
  const verdict = decide(faultStates, action, fault.state, {}, ctx.actor)
  if (!verdict.allowed) return false
  if (!(await updateFault(write.db, fault, verdict.to, changes, ctx.actor.accountId, write.at))) return false
  write.audit({
    action: `fault.${action}`,
    object: { kind: 'fault', id: fault.id, name: fault.deviceName ?? fault.point },
    owner: { companyId: fault.company_id, path: fault.path },
    changes: changesBetween(fault, { state: verdict.to, ...changes }),
  })
  emitFaultEvent(write, verdict.to, fault, verdict.to)
  return true
}
