import { DomainError, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import { lastEditor } from '../../../platform/versioned.ts'
import { eachFault } from './each-fault.ts'
import { findFault } from './fault.store.ts'
import { transitionFault } from './transition-fault.ts'

type Fault = typeof endpoints.fault

const solve = async (ctx: Ctx, write: Write, id: number, note: string): Promise<void> => {
  const fault = await findFault(write.db, id)
  if (!fault) throw new DomainError('notFound', {}, 'id')
  const solved = { solved_at: write.at.toISOString(), solved_by: ctx.actor.accountId, solved_way: 'byHand', note } as const
  if (await transitionFault(ctx, write, fault, 'solve', solved)) return
  const now = (await findFault(write.db, id)) ?? fault
  const state = enumLabel(ctx.locale, 'faultState', now.state)
  throw new DomainError('wrongState', { state, ...(await lastEditor(write.systemDb, 'fault', id)) })
}

/**
 * Marks a fault as solved by hand.
 * @throws notFound, wrongState naming who was first
 */
export const solveFault = (ctx: Ctx, { id, note }: InputOf<Fault['solved']>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    await solve(ctx, write, id, note)
    return { id }
  })

/** The same for several faults, each on its own: one that cannot be solved does not stop the others. */
export const solveManyFaults = async (
  ctx: Ctx,
  { ids, note }: InputOf<Fault['batchSolved']>,
): Promise<OutputOf<Fault['batchSolved']>> => {
  const results = await eachFault(ctx, ids, (id) => solveFault(ctx, { id, note }))
  return results.map(({ id, done, msg }) => ({ id, solved: done, msg }))
}
