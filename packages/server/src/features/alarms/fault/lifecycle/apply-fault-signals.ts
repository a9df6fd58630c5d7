import type pg from 'pg'
import { lockOpenFaults, raiseFaults, restoreFaults } from '../../alarms/fault/fault.batch.ts'
import type { Owner } from './gateway-cache.ts'
import type { BatchEffects } from './batch-effects.ts'
import { foldChanges } from './fold-changes.ts'
import type { ConditionChange, FoldedChanges } from './fold-changes.ts'

type StoredPlace = Readonly<{ company_id: number; path: string; customer_id: number | null }>

/** A fault condition that began or ended. */
export interface FaultChange extends ConditionChange {
  owner: Owner
  gatewayId: number | null
  deviceId: number | null
  /** For the audit row. */
  name: string
  format: string
  code: string
}

/**
 * Raises, folds and solves faults (domain.md: a restore report solves a fault, whether or not a repair order exists). A late restore does
 * not solve a fault that was reported after it. Coming back online is our own finding, so it is never late.
 */
export async function writeFaults(client: pg.ClientBase, changes: readonly FaultChange[], effects: BatchEffects): Promise<void> {
  // Raising some and solving others would lock them in a different order than user actions do.
  if (changes.some(({ action }) => action === 'restore')) await lockOpenFaults(client, changes)
  for (const { raises, restores } of foldChanges(changes)) {
    if (raises.length > 0) await raise(client, raises, effects)
    if (restores.length > 0) await solve(client, restores, effects)
  }
}

async function raise(client: pg.ClientBase, raises: FoldedChanges<FaultChange>['raises'], effects: BatchEffects): Promise<void> {
  const firsts = raises.map(({ first }) => first)
  const rows = await raiseFaults(
    client,
    raises.map(({ first, repeats, lastAt }) => ({ ...first, repeats, firstAt: first.at, lastAt })),
  )
  const byKey = new Map(firsts.map((change) => [`${change.typeId} ${change.point}`, change]))
  for (const row of rows) {
    const change = byKey.get(`${row.type_id} ${row.point}`)
    if (change === undefined) continue
    const owner = ownerOfFault(row, change)
    if (row.raised && !row.test) addFaultCause(effects, row, change)
    if (row.raised) effects.audit('fault.raise', 'fault', row.id, change.name, owner, { state: [null, 'pending'] })
    effects.event('fault', row.raised ? 'raised' : 'repeated', row.id, owner, change.deviceId, { typeId: change.typeId })
  }
}

async function solve(client: pg.ClientBase, restores: readonly FaultChange[], effects: BatchEffects): Promise<void> {
  const rows = await restoreFaults(client, restores)
  const byKey = new Map(restores.map((change) => [`${change.typeId} ${change.point}`, change]))
  for (const row of rows) {
    const change = byKey.get(`${row.type_id} ${row.point}`)
    if (change === undefined) continue
    const owner = ownerOfFault(row, change)
    effects.audit('fault.restore', 'fault', row.id, change.name, owner, { state: [row.was, 'solved'] })
    effects.event('fault', 'solved', row.id, owner, change.deviceId, { typeId: change.typeId })
  }
}

const addFaultCause = (effects: BatchEffects, row: StoredPlace & { readonly id: number }, change: FaultChange): void => {
  const { companyId, path, customerId, projectId } = ownerOfFault(row, change)
  const place = { companyId, path, customerId, projectId, deviceId: change.deviceId }
  const { at, typeId } = change
  effects.causes.push({ kind: 'fault', id: row.id, firstAt: at, roundAt: at, ...place, typeId, level: null })
}

/** The present owner of a fault: it decides who sees the event and whose log records it. */
const ownerOfFault = (row: StoredPlace, { owner }: FaultChange): Owner => ({
  ...owner,
  companyId: row.company_id,
  path: row.path,
  customerId: row.customer_id,
})
