import type { BatchWrite } from '../../../../platform/batch-write.ts'
import type { Cause } from '../../notify-cause/cause.batch.ts'
import { causeOf, groupSignals, keyOf, type Raise, type Signal } from '../../signal/signal.ts'
import { lockOpenFaults, raiseFaults, restoreFaults, type FaultRow } from './fault.batch.ts'
import { emitFaultEvent } from './fault-event.ts'

/**
 * Raises, folds and solves faults (domain.md: a restore report solves a fault, whether or not a repair order exists). A late restore does
 * not solve a fault that was reported after it. Coming back online is our own finding, so it is never late.
 * @returns what people have to be notified of. The caller stores it.
 */
export const applyFaultSignals = async (write: BatchWrite, signals: readonly Signal[]): Promise<Cause[]> => {
  let causes: Cause[] = []
  // Raising some and solving others would lock them in a different order than user actions do.
  if (signals.some(({ action }) => action === 'restore')) await lockOpenFaults(write.client, signals)
  for (const { raises, restores } of groupSignals(signals)) {
    if (raises.length > 0) causes = [...causes, ...(await raise(write, raises))]
    if (restores.length > 0) await solve(write, restores)
  }
  return causes
}

const raise = async (write: BatchWrite, raises: readonly Raise<Signal>[]): Promise<Cause[]> => {
  const rows = await raiseFaults(write.client, raises)
  const firsts = raises.map(({ first }) => first)
  return withSignals(rows, firsts).flatMap(({ row, signal }) => {
    emitFaultEvent(write, row.raised ? 'raised' : 'repeated', row)
    if (!row.raised) return []
    audit(write, 'raise', row, signal, [null, 'pending'])
    return row.test ? [] : [causeOf(signal, { kind: 'fault', id: row.id, firstAt: signal.at, roundAt: signal.at, level: null })]
  })
}

const solve = async (write: BatchWrite, restores: readonly Signal[]): Promise<void> => {
  const rows = await restoreFaults(write.client, restores)
  for (const { row, signal } of withSignals(rows, restores)) {
    audit(write, 'restore', row, signal, [row.was, 'solved'])
    emitFaultEvent(write, 'solved', row)
  }
}

/** Each row with its signal. The present owner of a fault decides who sees its event and whose log records it. */
const withSignals = <Row extends FaultRow>(rows: readonly Row[], signals: readonly Signal[]) => {
  const byKey = new Map(signals.map((signal) => [keyOf(signal.typeId, signal.point), signal]))
  return rows.flatMap((row) => {
    const signal = byKey.get(keyOf(row.type_id, row.point))
    if (signal === undefined) return []
    const owner = { ...signal.owner, companyId: row.company_id, path: row.path, customerId: row.customer_id }
    return [{ row: { ...row, device_id: signal.deviceId }, signal: { ...signal, owner } }]
  })
}

const audit = (
  write: BatchWrite,
  verb: 'raise' | 'restore',
  { id, company_id: companyId, path }: FaultRow,
  { name }: Signal,
  state: readonly [unknown, unknown],
): void => {
  write.audit({ action: `fault.${verb}`, object: { kind: 'fault', id, name }, owner: { companyId, path }, changes: { state } })
}
