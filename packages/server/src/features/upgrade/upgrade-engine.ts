import type { Logger } from 'pino'
import type { Ctx } from '../../platform/context.ts'
import type { Notifications } from '../../platform/database/notifications.ts'
import { createWakeLoop, type WakeLoop } from '../../platform/wake-loop.ts'
import { advanceTask, type Moment } from './advance-task.ts'
import { consumeSignals } from './consume-signals.ts'
import { silencesOf } from './decide-upgrade.ts'
import { engineWrite } from './engine-write.ts'
import { upgradeChannel } from './upgrade-signal.batch.ts'

const lookEveryMs = 1_000
const signalsAtOnce = 200
/** Turns of one round, so that the program can stop while much is going on. */
const turnsInARound = 20
/** After a start gateways need this to come back and say how they fared: until then none is given up for its silence. */
const patienceMs = 30_000

export interface UpgradeEngine extends WakeLoop {
  /** One round: everything that is due by now. For tests, and for whoever cannot wait for the next look. */
  round(): Promise<void>
}

/**
 * Rolls firmware out: takes what gateways said, and brings each task up to date. Everything it knows stands in rows, so a restart loses nothing; one process
 * works at a time, the others wait their turn. Gateways are sent only what is committed (`upgrade-publisher.ts`).
 */
export const createUpgradeEngine = ({
  ctx,
  notifications,
  log,
}: {
  readonly ctx: Ctx
  readonly notifications: Notifications
  readonly log: Pick<Logger, 'warn'>
}): UpgradeEngine => {
  const { systemDb: db, clock, config } = ctx
  const silences = silencesOf(config.upgradeSilenceS)
  let startedAt: number | undefined

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

  const round = async (): Promise<void> => {
    startedAt ??= clock.now().getTime()
    const moment: Moment = { config, silences, patientUntil: startedAt + Math.min(patienceMs, silences.sent) }
    const warn = (error: unknown): void =>
      log.warn({ err: error }, 'something said about an upgrade could not be applied; trying again')
    let tasks: readonly number[] = await openTasks()
    for (let turn = 0; turn < turnsInARound; turn++) {
      // What was said first: a device that has answered is not given up.
      const taken = await consumeSignals(ctx, signalsAtOnce, silences, warn)
      const more: number[] = []
      // One that fails does not hold up the others.
      for (const id of tasks) {
        const again = await engineWrite(ctx, (write) => advanceTask(write, id, moment)).catch((error: unknown) => {
          log.warn({ err: error, task: id }, 'an upgrade task could not be advanced; trying again')
          return false
        })
        if (again) more.push(id)
      }
      if (taken < signalsAtOnce && more.length === 0) return
      tasks = more
    }
  }

  const loop = createWakeLoop({
    notifications,
    channel: upgradeChannel,
    everyMs: lookEveryMs,
    work: round,
    failed: 'upgrades could not be looked at; trying again',
    log,
  })
  return { ...loop, round }
}
