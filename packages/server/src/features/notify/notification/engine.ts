import { pages } from '@emberwatch/contract'
import type { Logger } from 'pino'
import type { Ctx } from '../../../platform/context.ts'
import { giveUpOnLocks, isLockTimeout, lockedChains } from '../../../platform/database/locks.ts'
import type { Notifications } from '../../../platform/database/notifications.ts'
import { doubling } from '../../../platform/outbox/doubling.ts'
import { createParked } from '../../../platform/outbox/parked.ts'
import type { Retried } from '../../../platform/outbox/retried.ts'
import type { Service } from '../../../platform/service.ts'
import { transact } from '../../../platform/transact.ts'
import { unwatched, type UnderWay } from '../../../platform/under-way.ts'
import { createWakeLoop, type WakeLoop } from '../../../platform/wake-loop.ts'
import { hasUnwatchedClocks } from '../../alarms/alarm/lifecycle/record-breaches.ts'
import { endTestFaults } from '../../alarms/fault/lifecycle/end-test-faults.ts'
import { notifyChannel } from '../../alarms/notify-cause/cause.batch.ts'
import { sweepMissed } from '../../alarms/notify-cause/missed-causes.ts'
import { dueCauseIds, retriedCauses } from '../../alarms/notify-cause/waiting-causes.ts'
import { sendMessages } from '../../base/message/message.verbs.ts'
import { channelsToTry } from '../notify-provider/provider-health.ts'
import { staffWith } from '../../base/access/access.rules.ts'
import { advanceRuns, type RunLookups } from './advance-runs.ts'
import { createPeople } from './people.ts'
import { dueRuns } from './due-runs.ts'
import { retriedRuns, takeNudges } from './run.store.ts'
import { createRules, startRuns } from './start-runs.ts'

const lookEveryMs = 1_000
/** Rows per transaction, so that none is long however many wait. */
const causesAtOnce = 200
const runsAtOnce = 50
/**
 * Transactions of one kind in a row, so that causes and runs alternate: while events keep arriving, earlier ones are notified, and a fire
 * does not wait for a storm to end.
 */
const batchesInARow = 5
/** Turns of both kinds in one round, so that the program can stop during a storm. */
const passesPerRound = 20
/** After this many failed tries of the same row, people of the operating company are notified. */
const triesUntilReported = 5
const longestPauseMs = 60_000
const setBackMs = 2_000
const countEveryMs = 10_000
const sweepEveryMs = 30_000
/** When to retry what is locked. */
const lockedMs = 1_000
/** If no round was finished for this long, nobody is being notified. */
const stalledMs = 60_000
/** The job that looks for exceeded response clocks does so every few seconds, but not before it has been started. */
const unwatchedMs = 180_000
/** What was missed, and what is stuck, must have been looked for within this time (ms). */
const uncheckedMs = 300_000

/** What the engine takes up in batches: causes, or runs. */
interface Kind {
  readonly what: string
  readonly dueIds: () => Promise<readonly number[]>
  readonly work: (id: number) => Promise<unknown>
  /** Returns how many there were. */
  readonly workAll: () => Promise<number>
  readonly delay: Retried['delay']
  /** Leaves out those whose rows are locked. Returns whether there are any. */
  readonly park?: () => Promise<boolean>
}

export interface Engine extends WakeLoop {
  /** One round: everything that is due now. For tests, and for callers that cannot wait for the next look. */
  round(): Promise<void>
  /** What keeps people from being notified, for readiness and the console's banner. Answered from memory. */
  problem(): string | null
}

/**
 * Runs notification rules over rows in the database: takes events out of the outbox, and handles steps and answers as they become due. Any
 * number of processes may run it; row locks decide which of them does the work. What fails because of a defect is retried with growing
 * pauses, without end, and reported.
 */
export const createEngine = ({
  ctx,
  notifications,
  underWay = unwatched,
  log,
}: {
  readonly ctx: Ctx
  readonly notifications: Notifications
  readonly underWay?: Pick<UnderWay, 'guard' | 'watching'>
  readonly log: Pick<Logger, 'warn'>
}): Engine => {
  const { systemDb: db, clock } = ctx
  let lookedAt: number | undefined
  let finishedAt: number | undefined
  let stuck = 0
  let startedAt: number | undefined
  let isUnwatched = false
  /** Faults that could not be reported. */
  const unreported = new Set<string>()
  let countedAt = -Infinity
  let sweptAt = -Infinity
  /** When what was missed, and what is stuck, was last looked for without an error. */
  let sweptOkAt = -Infinity
  let countedOkAt = -Infinity
  /** Companies whose audit chain is locked. */
  const parked = createParked<number>(lockedMs)

  /** Tells people of the operating company, once, that something cannot be run. */
  const reportFault = async (tries: number, what: string, failure: string): Promise<void> => {
    if (tries !== triesUntilReported && !unreported.has(what)) return
    unreported.add(what)
    const root = await db.selectFrom('company').select(['id', 'path']).where('parent_id', 'is', null).executeTakeFirstOrThrow()
    await transact(ctx, async (write) => {
      await giveUpOnLocks(write.systemDb, lockedMs)
      const staff = await staffWith(write.systemDb, root.id, 'settings:update', write.at)
      await sendMessages(write, staff, 'notificationStuck', { what, failure }, pages.operatorPlatformList)
      write.audit({
        action: 'notificationRun.fail',
        object: { kind: 'notification_run', id: 'engine', name: what },
        owner: { companyId: root.id, path: root.path },
        changes: { reason: [null, failure] },
      })
    })
    unreported.delete(what)
  }

  const nextTry =
    (isLocked: boolean) =>
    (tries: number): Date =>
      new Date(clock.now().getTime() + (isLocked ? lockedMs : doubling(2_000, longestPauseMs, tries)))

  /** One failure does not delay the rest. */
  const each = async ({ what, dueIds, work, delay }: Kind): Promise<number> => {
    const ids = await dueIds()
    for (const id of ids) {
      try {
        await underWay.guard(`${what} ${id}`, () => work(id))
      } catch (error) {
        log.warn({ err: error, id }, `${what} failed; trying again`)
        const failure = String(error).slice(0, 500)
        const setBack = async (): Promise<void> => {
          const tries = await delay(db, id, nextTry(isLockTimeout(error)), failure)
          await reportFault(tries, `${what} ${id}`, failure)
        }
        await setBack().catch((unreported: unknown) =>
          log.warn({ err: unreported, id }, 'a fault could not be reported; trying again'),
        )
      }
    }
    return ids.length
  }

  /** What fails as a batch is done one by one. Returns whether there may be more to do. */
  const inBatches = async (kind: Kind): Promise<boolean> => {
    for (let batch = 0; batch < batchesInARow; batch++) {
      try {
        if ((await (underWay.watching() ? each(kind) : kind.workAll())) === 0) return false
      } catch (error) {
        if (!(isLockTimeout(error) && (await kind.park?.()))) await each(kind)
      }
    }
    return true
  }

  const start = (): Promise<boolean> => {
    const rules = createRules(ctx)
    return inBatches({
      what: 'notification cause',
      dueIds: () => dueCauseIds(db, clock.now(), causesAtOnce),
      work: (id) => startRuns(ctx, rules, 1, id),
      workAll: () => startRuns(ctx, rules, causesAtOnce),
      delay: retriedCauses.delay,
    })
  }

  const nextRuns = () => dueRuns(db, { at: clock.now(), limit: runsAtOnce, except: parked.keys() })
  const advance = (lookups: RunLookups): Promise<boolean> =>
    inBatches({
      what: 'notification run',
      dueIds: async () => (await nextRuns()).map(({ id }) => id),
      work: (id) => advanceRuns(ctx, lookups, { limit: 1, except: parked.keys() }, id),
      workAll: () => advanceRuns(ctx, lookups, { limit: runsAtOnce, except: parked.keys() }),
      delay: retriedRuns.delay,
      // The others are advanced without them at once.
      async park() {
        const locked = await lockedChains(
          db,
          (await nextRuns()).map((run) => run.company_id),
        )
        for (const id of locked) parked.park(id)
        return locked.size > 0
      },
    })

  const pass = async (): Promise<boolean> => {
    const hasMoreCauses = await start()
    await takeNudges(db, clock.now())
    const at = clock.now()
    if ((await dueRuns(db, { at, limit: 1, except: parked.keys() })).length === 0) return hasMoreCauses
    const hasMoreRuns = await advance({ people: createPeople(ctx, at), channels: await channelsToTry(db, at) })
    return hasMoreCauses || hasMoreRuns
  }

  const round = async (): Promise<void> => {
    const at = clock.now()
    // At a start, and after the clock was set back, whatever waits for a moment may have waited long enough.
    if (lookedAt === undefined || at.getTime() < lookedAt - setBackMs) {
      await retriedCauses.wake(db, at)
      await retriedRuns.wake(db, at)
    }
    lookedAt = at.getTime()
    if (performance.now() - sweptAt > sweepEveryMs) {
      sweptAt = performance.now()
      // The sweep finds only what was missed before. Its failure must not delay what is known.
      const warn = (error: unknown): void => log.warn({ err: error }, 'the search for missed alarms and faults failed')
      await endTestFaults(ctx).catch(warn)
      await sweepMissed(db, at).then(() => (sweptOkAt = performance.now()), warn)
    }
    let hasMore = true
    for (let passes = 0; hasMore && passes < passesPerRound; passes++) {
      hasMore = await pass()
      finishedAt = performance.now()
    }
    const now = performance.now()
    if (now - countedAt < countEveryMs) return
    countedAt = now
    const ago = (ms: number): Date => new Date(clock.now().getTime() - ms)
    const isNew = startedAt !== undefined && now - startedAt < unwatchedMs
    isUnwatched = !isNew && (await hasUnwatchedClocks(db, ago(unwatchedMs)))
    const since = ago(stalledMs)
    stuck = (await retriedCauses.stuck(db, triesUntilReported, since)) + (await retriedRuns.stuck(db, triesUntilReported, since))
    if (stuck === 0) unreported.clear()
    countedOkAt = now
  }

  const loop = createWakeLoop({
    notifications,
    channel: notifyChannel,
    everyMs: lookEveryMs,
    work: round,
    failed: 'notification rules could not be run; trying again',
    log,
  })
  return {
    ...loop,
    start() {
      startedAt = performance.now()
      finishedAt = startedAt
      countedOkAt = startedAt
      sweptOkAt = startedAt
      loop.start()
    },
    round,
    problem() {
      if (finishedAt !== undefined && performance.now() - finishedAt > stalledMs) return 'rules do not run'
      if (finishedAt !== undefined && performance.now() - Math.min(countedOkAt, sweptOkAt) > uncheckedMs)
        return 'missed alarms are not looked for'
      if (isUnwatched) return 'response clocks are not watched'
      return stuck > 0 ? `${stuck} notifications fail or wait` : null
    },
  }
}

export const engineService = (options: Parameters<typeof createEngine>[0]): Service => {
  const engine = createEngine(options)
  return { roles: ['jobs'], run: engine, health: { delivery: () => engine.problem() } }
}
