import { DomainError, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../../platform/context.ts'
import { transact, type Write } from '../../../../platform/transact.ts'
import { eachFault } from '../each-fault.ts'
import { findFault } from '../fault.store.ts'
import { throwFaultChanged } from './fault-event.ts'
import { transitionFault } from './transition-fault.ts'

type Fault = typeof endpoints.fault

const solve = async (ctx: Ctx, write: Write, id: number, note: string): Promise<void> => {
  const fault = await findFault(write.db, id)
  if (!fault) throw new DomainError('notFound', {}, 'id')
  const solved = { solved_at: write.at.toISOString(), solved_by: ctx.actor.accountId, solved_way: 'byHand', note } as const
  if (!(await transitionFault(ctx, write, fault, 'solve', solved))) await throwFaultChanged(ctx, write, fault)
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
