import { upgradeUnderWayStates, type EnumValue, type UpgradeWave } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'

interface Group {
  readonly wave: number
  readonly state: EnumValue<'upgradeDeviceState'>
  readonly hold: EnumValue<'upgradeHold'> | null
  readonly failure: EnumValue<'upgradeFailure'> | null
  readonly count: number
}

const sum = (groups: readonly Group[], counts: (group: Group) => boolean): number =>
  groups.filter(counts).reduce((total, { count }) => total + count, 0)

const isUnderWay = ({ state }: Group): boolean => upgradeUnderWayStates.some((each) => each === state)
const isHeld = ({ state, hold }: Group): boolean => state === 'waiting' && hold !== null

const totals = <K>(groups: readonly Group[], by: (group: Group) => K): [K, number][] =>
  [...Map.groupBy(groups, by)].map(([key, some]): [K, number] => [key, sum(some, () => true)]).sort(([, a], [, b]) => b - a)

/** How far the waves of a task are, what holds devices back, and why others failed. Whoever sees the task sees its counts. */
export const taskProgress = async (
  ctx: Ctx,
  { id, waves }: { readonly id: number; readonly waves: readonly number[] },
): Promise<{
  progress: UpgradeWave[]
  held: number
  holds: { hold: EnumValue<'upgradeHold'>; count: number }[]
  failures: { failure: EnumValue<'upgradeFailure'> | null; count: number }[]
}> => {
  // Counts of the caller's own task: a device that has left the owner since still counts in it.
  const groups = await ctx.systemDb
    .selectFrom('upgrade_device')
    .select(['wave', 'state', 'hold', 'failure'])
    .select((e) => e.fn.countAll<number>().as('count'))
    .where('task_id', '=', id)
    .groupBy(['wave', 'state', 'hold', 'failure'])
    .execute()
  const progress = waves.map((share, wave) => {
    const own = groups.filter((group) => group.wave === wave)
    const inState = (state: Group['state']) => sum(own, (group) => group.state === state)
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
