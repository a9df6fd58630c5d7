import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { giveUpOnLocks } from '../../../platform/database/locks.ts'
import { transactQuietly, type Write } from '../../../platform/transact.ts'
import type { MessageRecordTable } from '../../../tables/records.tables.ts'
import { recordNotified } from '../../alarms/alarm/lifecycle/journey.ts'
import { cancelQueued, queueRecords } from '../../base/message-record/queue-records.ts'
import { restsAt, stopped } from './notification.rules.ts'
import { causesNow, type CauseNow } from './cause-facts.ts'
import { dueSteps, leftOutOf, nextOf, tell, withClock, type DueStep, type Facts, type Verdict } from './decide.ts'
import { takeRuns, type DueRuns, unsentRuns } from './due-runs.ts'
import { placesOf, type People, type ProjectFacts } from './people.ts'
import {
  addNotified,
  standingRules,
  insertSteps,
  recordFacts,
  updateRuns,
  type RunChange,
  type StepRow,
  type StoredRun,
} from './run.store.ts'
import { journeyOf, notifyPeople, timeZoneOf, notifiedOf, type DecidedRun } from './notify-people.ts'

export interface RunLookups {
  readonly people: People
  readonly channels: Facts['channels']
}

/** The state of a run at this moment, as the deciding functions take it. */
const progressAt = ({ rule, started_at: startedAt, progress }: StoredRun, at: number) =>
  withClock({ rule, startedAt: Date.parse(startedAt), progress }, at)

const ownerOfRun = ({ path, customer_id: customerId, device_id: deviceId, project_id: projectId }: StoredRun) => ({
  path,
  customerId,
  deviceId,
  projectId,
})

const auditOf = (run: StoredRun) => ({
  object: { kind: 'notification_run', id: run.id, name: run.rule_name } as const,
  owner: { companyId: run.company_id, path: run.path },
})

const decideRun = async (
  run: StoredRun,
  at: number,
  { people, channels }: RunLookups,
  open: readonly CauseNow[],
  project: ProjectFacts | undefined,
  records: Parameters<typeof nextOf>[1],
): Promise<DecidedRun & { readonly failures: readonly unknown[] }> => {
  const stand = progressAt(run, at)
  const verdicts = new Map<DueStep, readonly Verdict[]>()
  const failures: unknown[] = []
  const said = { fire: run.fire, mayBeAlarm: run.fire || open.some((cause) => cause.mayBeAlarm) }
  for (const due of dueSteps(stand, at)) {
    const step = run.rule.steps[due.step - 1]
    if (!step) continue
    const receivers = await people.receivers(step, ownerOfRun(run))
    const hours = { active: run.rule.activeHours, quiet: project?.quiet_hours ?? null }
    const rests = restsAt(hours, timeZoneOf(project), at)
    const facts = { ...said, ...rests, project: project?.stopped ? ('projectStopped' as const) : null, channels }
    failures.push(...receivers.flatMap(({ failure }) => failure ?? []))
    verdicts.set(due, tell(step.channels, receivers, facts))
  }
  const isNobody = [...verdicts.values()].flat().every(({ tell: toNotify }) => toNotify.length === 0)
  // Tried again: a moment's trouble passes. Then the others are notified, if there are any.
  if (failures.length > 0 && (run.tries === 0 || isNobody)) throw failures[0]
  const found = [...verdicts]
  const verdictsOf = ({ step, round }: DueStep) => found.find(([due]) => due.step === step && due.round === round)?.[1] ?? []
  const advanced = nextOf(stand, records, at, { verdictsOf, newKey: randomUUID })
  return { run, open, project, startedAt: stand.startedAt, advanced, failures }
}

const iso = (at: number): string => new Date(at).toISOString()

const stopOf = (run: StoredRun, causes: readonly CauseNow[]) => {
  const reasons = causes.map((cause) => stopped(run.rule, cause))
  return {
    open: causes.filter((_cause, index) => reasons[index] === null),
    reason: reasons.find((reason) => reason !== null) ?? 'closed',
  }
}

const stopRun = (write: Write, run: StoredRun, reason: RunChange['stop_reason'], by: string | null): RunChange => {
  write.audit({
    action: 'notificationRun.stop',
    ...auditOf(run),
    changes: { state: ['running', 'stopped'], reason: [null, reason] },
  })
  return {
    id: run.id,
    started_at: run.started_at,
    progress: { ...run.progress, legs: [] },
    state: 'stopped',
    due_at: null,
    next_step_at: null,
    stop_reason: reason,
    stopped_by: by,
    stopped_at: write.at.toISOString(),
  }
}

/** Bounds of the next look: never immediately, and never so late that a clock set back could postpone it for long. */
const soonestMs = 1_000
const latestMs = 11 * 60_000
const unsentUntil = (until: number | undefined, now: number): number | null =>
  until === undefined ? null : Math.min(Math.max(until, now + soonestMs), now + latestMs)

const work = async (
  write: Write,
  runs: readonly StoredRun[],
  lookups: RunLookups,
  publicUrl: string | undefined,
): Promise<void> => {
  const { systemDb: tx, at } = write
  const now = at.getTime()
  const [causes, projects, standing, records] = await Promise.all([
    causesNow(
      tx,
      runs.map(({ id }) => id),
      at,
    ),
    placesOf(
      tx,
      runs.flatMap(({ project_id: id }) => id ?? []),
    ),
    standingRules(
      tx,
      runs.map(({ rule_id: id }) => id),
    ),
    recordFacts(tx, runs),
  ])
  // After the records' outcomes are read: a copy is queued in the same transaction in which its record fails.
  const unsent = await unsentRuns(
    tx,
    runs.map(({ id }) => id),
    at,
  )
  const changes: RunChange[] = []
  const ended: number[] = []
  const queue: Insertable<MessageRecordTable>[] = []
  const steps: StepRow[] = []
  const notified: ReturnType<typeof notifiedOf>[number][] = []
  const journey: { alarmId: number; detail: Readonly<Record<string, unknown>> }[] = []
  for (const run of runs) {
    const all = causes.get(run.id) ?? []
    const { open, reason } = stopOf(run, all)
    const rulePath = standing.get(run.rule_id)
    if (open.length === 0 || rulePath === undefined) {
      const by = reason === 'taken' ? (all.find(({ takenBy }) => takenBy !== null)?.takenBy ?? null) : null
      changes.push(stopRun(write, run, open.length === 0 ? reason : 'ruleGone', by))
      ended.push(run.id)
    } else {
      const project = run.project_id === null ? undefined : projects.get(run.project_id)
      const decided = await decideRun(run, now, lookups, open, project, records)
      const { advanced, failures } = decided
      for (const failure of failures)
        write.audit({
          action: 'notificationRun.fail',
          ...auditOf(run),
          changes: { reason: [null, String(failure).slice(0, 500)] },
        })
      queue.push(...(await notifyPeople(write, decided, publicUrl)))
      const own = notifiedOf(decided, at)
      notified.push(...own)
      for (const done of advanced.done) {
        const { step, round, verdicts } = done
        const leftOut = leftOutOf(verdicts)
        steps.push({ run_id: run.id, step, round, due_at: iso(done.at), at: at.toISOString(), left_out: leftOut })
        const whom = own.find((entry) => entry.step === step && entry.round === round)?.told ?? []
        journey.push(...journeyOf(run, open, { step, round, told: whom, leftOut }, rulePath !== run.path))
        write.audit({
          action: 'notificationRun.tell',
          ...auditOf(run),
          changes: { step: [null, step], round: [null, round], told: [null, whom.map(({ name }) => name)] },
        })
      }
      const isDone = ({ step, round }: { step: number; round: number }) =>
        advanced.done.some((done) => done.step === step && done.round === round)
      for (const later of own.filter((entry) => !isDone(entry))) {
        journey.push(...journeyOf(run, open, { ...later, leftOut: [] }, rulePath !== run.path))
        write.audit({
          action: 'notificationRun.tell',
          ...auditOf(run),
          changes: { step: [null, later.step], round: [null, later.round], told: [null, later.told.map(({ name }) => name)] },
        })
      }
      const lookAt = advanced.dueAt ?? unsentUntil(unsent.get(run.id), now)
      changes.push({
        id: run.id,
        started_at: iso(decided.startedAt),
        progress: advanced.progress,
        state: lookAt === null ? 'finished' : 'running',
        due_at: lookAt === null ? null : iso(lookAt),
        next_step_at: advanced.nextStepAt === null ? null : iso(advanced.nextStepAt),
        stop_reason: null,
        stopped_by: null,
        stopped_at: null,
      })
    }
    write.emit({
      kind: 'notification',
      change: 'advanced',
      objectId: run.id,
      owner: ownerOfRun(run),
      data: { alarmId: run.alarm_id },
    })
  }
  await updateRuns(tx, changes)
  await insertSteps(tx, steps)
  await addNotified(tx, notified)
  await queueRecords(tx, queue)
  await cancelQueued(tx, ended, at)
  await recordNotified(tx, journey, at)
}

/**
 * Brings due runs up to date. A step, the people it notifies, what is recorded and the time of the next look are one transaction, so that
 * nothing is done twice or lost in a crash. It gives up on locks,
 * because people of other companies have to be notified meanwhile.
 * @returns how many runs were processed
 */
export const advanceRuns = (ctx: Ctx, lookups: RunLookups, due: Omit<DueRuns, 'at'>, id?: number): Promise<number> =>
  transactQuietly(ctx, async (write) => {
    await giveUpOnLocks(write.systemDb)
    const runs = await takeRuns(write.systemDb, { ...due, at: write.at }, id)
    if (runs.length > 0) await work(write, runs, lookups, ctx.config.publicUrl)
    return runs.length
  })
