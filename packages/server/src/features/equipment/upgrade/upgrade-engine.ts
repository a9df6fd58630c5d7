import type { Logger } from 'pino'
import { type EngineWrite, engineWrite } from './engine-write.ts'
import { holdMs, isUnderWay, silencesOf } from './decide-upgrade.ts'
import { lockFreeTask, type StoredUnit } from './upgrade-device.store.ts'
import type { Ctx } from '../../../platform/context.ts'
import { isLockTimeout } from '../../../platform/database/locks.ts'
import type { Notifications } from '../../../platform/database/notifications.ts'
import { createWakeLoop, type WakeLoop } from '../../../platform/wake-loop.ts'
import { advanceTask, devicesAtOnce } from './advance-task.ts'
import { consumeSignals, type SignalTroubles } from './consume-signals.ts'
import { createHeldLooks, type TaskContext } from './task-context.ts'
import { boundLimits, createGracePeriod, renewLimits } from './grace-period.ts'
import { upgradeChannel } from './upgrade-signal.batch.ts'

/** Postpones a device for a minute after an internal error, so that it does not hold up others. Its hold reason shows why it waits. */
const putOff = async ({ systemDb: db, at }: EngineWrite, { id, task_id, state }: StoredUnit): Promise<void> => {
  if (!(await lockFreeTask(db, task_id))) return
  const later = new Date(at.getTime() + holdMs)
  await db
    .updateTable('upgrade_device')
    .set(isUnderWay(state) ? { due_at: later } : { hold: 'programError', not_before: later })
    .where('id', '=', id)
    .where('state', '=', state)
    .execute()
}

const lookEveryMs = 1_000
const signalsAtOnce = 200
/** Turns of one round. Bounded, so that the program can stop while there is much to do. */
const passesPerRound = 20
/** After a start, gateways need this long to reconnect and report. Until then no device is given up for silence. */
const graceMs = 30_000

export interface UpgradeEngine extends WakeLoop {
  /** One round: everything that is due now. For tests, and for callers that cannot wait for the next look. */
  round(): Promise<void>
}

/**
 * Rolls firmware out: applies what gateways reported and brings each task up to date. All its state is in rows, so a restart loses nothing.
 * One process works at a time; the others wait their turn. Gateways are sent only what is committed (`upgrade-publisher.ts`).
 */
export const createUpgradeEngine = ({
  ctx,
  notifications,
  log,
}: {
  readonly ctx: Ctx
  readonly notifications: Notifications
  readonly log: Pick<Logger, 'warn' | 'error'>
}): UpgradeEngine => {
  const { systemDb: db, clock, config } = ctx
  const silences = silencesOf(config.upgradeSilenceS)
  const grace = createGracePeriod(Math.min(graceMs, silences.sent))
  const heldLooks = createHeldLooks()
  let roundsBegun = 0
  let bounded = false

  const troubles: SignalTroubles = {
    failed: (err) => log.warn({ err }, 'an upgrade message could not be applied; trying again'),
    givenUp: ({ signal, kept }) =>
      log.error({ signal, kept }, 'an upgrade message could not be applied and was set aside (table upgrade_signal)'),
  }

  /** Advances one device at a time to find the one that fails. That one waits a minute; the others continue. */
  const advanceSingly = async (id: number, context: TaskContext): Promise<boolean> => {
    for (let n = 0; n < 2 * devicesAtOnce; n++) {
      const trail: NonNullable<TaskContext['trail']> = { unit: null }
      try {
        const single: TaskContext = { ...context, single: true, trail }
        if (!(await engineWrite(ctx, (write) => advanceTask(write, id, single)))) return false
      } catch (error) {
        const { unit } = trail
        if (unit === null || isLockTimeout(error)) throw error
        log.warn({ err: error, task: id, device: unit.code }, 'a device could not be upgraded; trying again in a minute')
        await engineWrite(ctx, (write) => putOff(write, unit))
        return true
      }
    }
    return true
  }

  const advance = async (id: number, context: TaskContext): Promise<boolean> => {
    try {
      return await engineWrite(ctx, (write) => advanceTask(write, id, context))
    } catch (error) {
      if (isLockTimeout(error)) throw error
      return await advanceSingly(id, context)
    }
  }

  const openTasks = async (): Promise<number[]> => {
    const rows = await db
      .selectFrom('upgrade_task')
      .select('id')
      .where((e) =>
        e.or([
          e.and([e('state', 'in', ['enabled', 'suspended']), e('deleted_at', 'is', null)]),
          e(e('n_sent', '+', e('n_downloading', '+', e('n_verifying', '+', e.ref('n_installing')))), '>', 0),
        ]),
      )
      .orderBy('id')
      .execute()
    return rows.map(({ id }) => id)
  }

  const advanceAll = async (): Promise<void> => {
    const { inGrace, steppedMs } = grace.look(clock.now().getTime())
    if (steppedMs !== 0) await engineWrite(ctx, (write) => renewLimits(write, silences))
    if (!bounded) await engineWrite(ctx, (write) => boundLimits(write, silences))
    bounded = true
    const open = await openTasks()
    heldLooks.keep(open)
    const waiting = new Set<string>()
    // Each turn starts with another task, and each task leaves a share for the others, so that none waits until an earlier one is done.
    const begin = open.length === 0 ? 0 : roundsBegun++ % open.length
    let tasks: readonly number[] = [...open.slice(begin), ...open.slice(0, begin)]
    for (let pass = 0; pass < passesPerRound; pass++) {
      // Reports first, so that a device that has answered is not given up.
      const taken = await consumeSignals(ctx, signalsAtOnce, silences, waiting, troubles)
      const more: number[] = []
      // A task that fails does not hold up the others.
      for (const [index, id] of tasks.entries()) {
        const context: TaskContext = { config, silences, inGrace, sharers: tasks.length - index, heldLooks }
        const again = await advance(id, context).catch((error: unknown) => {
          if (!isLockTimeout(error)) log.warn({ err: error, task: id }, 'an upgrade task could not be advanced; trying again')
          return false
        })
        if (again) more.push(id)
      }
      if (taken < signalsAtOnce && more.length === 0) return
      tasks = more
    }
  }

  const round = async (): Promise<void> => {
    try {
      await advanceAll()
    } catch (error) {
      grace.renew()
      throw error
    }
  }

  const loop = createWakeLoop({
    notifications,
    channel: upgradeChannel,
    everyMs: lookEveryMs,
    work: round,
    failed: 'upgrades could not be processed; trying again',
    log,
  })
  return { ...loop, round }
}
