import type { EnumValue, UpgradeWave } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { countsOf, isHeld, isUnderWay, sum, type UpgradeCount } from './upgrade-counts.ts'

const totals = <K>(groups: readonly UpgradeCount[], by: (group: UpgradeCount) => K): [K, number][] =>
  [...Map.groupBy(groups, by)].map(([key, some]): [K, number] => [key, sum(some, () => true)]).sort(([, a], [, b]) => b - a)

/** How far the waves of a task are, what holds devices back, and why others failed. Anyone who sees the task sees its counts. */
export const taskProgress = async (
  ctx: Ctx,
  { id, waves }: { readonly id: number; readonly waves: readonly number[] },
): Promise<{
  progress: UpgradeWave[]
  held: number
  holds: { hold: EnumValue<'upgradeHold'>; count: number }[]
  failures: { failure: EnumValue<'upgradeFailure'> | null; count: number }[]
}> => {
  // Counts of a task that the caller sees. They include devices that have since left the owner.
  const groups = await countsOf(ctx.systemDb, id)
  const progress = waves.map((share, wave) => {
    const own = groups.filter((group) => group.wave === wave)
    const inState = (state: UpgradeCount['state']) => sum(own, (group) => group.state === state)
    return {
      wave,
      share,
      total: sum(own, () => true),
      waiting: inState('waiting'),
      held: sum(own, isHeld),
      underWay: sum(own, isUnderWay),
      succeeded: inState('succeeded'),
      failed: inState('failed'),
      skipped: inState('skipped'),
    }
  })
  const held = groups.filter(isHeld)
  return {
    progress,
    held: sum(held, () => true),
    holds: totals(held, ({ hold }) => hold).flatMap(([hold, count]) => (hold === null ? [] : [{ hold, count }])),
    failures: totals(
      groups.filter(({ state }) => state === 'failed'),
      ({ failure }) => failure,
    ).map(([failure, count]) => ({ failure, count })),
  }
}
