import { setTimeout } from 'node:timers/promises'
import type { EnumValue } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { isLockTimeout } from '../../../platform/database/locks.ts'
import { jobKind } from '../../../platform/jobs.ts'
import { oneByOne } from '../../../platform/one-by-one.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { NothingToDo, storeEvents, transactBriefly, type EventDraft } from '../../../platform/transact.ts'
import { waitingOfTask } from '../../base/message-record/task-records.ts'
import { expandTask, retryBatch, settledTarget } from './expand-task.ts'
import { shownCounts } from './message-task.reads.ts'
import { assertStep, emitTask } from './message-task.rules.ts'
import { addCounts, dueTasks, hasChanges, sendingTasks, takeChanges, takeTask, updateProgress } from './task.store.ts'

export const messageTasksKind = jobKind<Record<string, never>>('messageTasks')

/** Changes of records added up per transaction. */
const changesAtOnce = 5_000

/** The reason (texts of reasons) why a task could not continue. */
export type TaskFailure = 'taskSenderGone'

/** A step of the system on a task, if it is still in the state in which it was found. */
const step = async (
  ctx: Ctx,
  id: number,
  action: 'begin' | 'finish' | 'fail',
  failure: TaskFailure | null = null,
): Promise<void> => {
  const states: Record<typeof action, readonly EnumValue<'messageTaskState'>[]> = {
    begin: ['queued'],
    finish: ['sending'],
    fail: ['queued', 'sending'],
  }
  await transactBriefly(ctx, async (write) => {
    const task = await lockRow(write, 'message_task', { id })
    // Somebody cancelled it, or another process was faster.
    if (!states[action].includes(task.state)) throw new NothingToDo()
    const state = await assertStep(ctx, write, task, action)
    const changes =
      action === 'begin'
        ? { state, started_at: write.at, ...(await settledTarget(ctx, write.systemDb, task)) }
        : { state, finished_at: write.at, failure }
    const audit = { action: `messageTask.${action}` as const, name: task.title, changes: { last_account: null } }
    await updateRow(write, 'message_task', task, changes, audit)
    emitTask(write, task, state)
  }).catch((error: unknown) => {
    // Left for the next round.
    if (!isLockTimeout(error)) throw error
  })
}

/** Adds up what happened to messages since the last time. Returns whether there was anything. */
export const addUpChanges = async (ctx: Ctx): Promise<boolean> =>
  ctx.systemDb.transaction().execute(async (tx) => {
    const changes = await takeChanges(tx, changesAtOnce)
    const events: EventDraft[] = []
    for (const [taskId, own] of Map.groupBy(changes, (change) => change.taskId)) {
      const task = await tx.selectFrom('message_task').selectAll().where('id', '=', taskId).forNoKeyUpdate().executeTakeFirst()
      if (!task) continue
      let { counts, costs } = task
      for (const { was, isNow, n, cost, currency } of own) {
        if (was !== isNow)
          counts = JSON.parse(addCounts(counts, { ...(was ? { [was]: -n } : {}), ...(isNow ? { [isNow]: n } : {}) }))
        if (currency && cost !== 0) costs = JSON.parse(addCounts(costs, { [currency]: cost }))
      }
      await updateProgress(tx, taskId, { counts: JSON.stringify(counts), costs: JSON.stringify(costs) })
      emitTask({ emit: (event) => void events.push(event) }, task, 'progress')
    }
    await storeEvents(tx, events, ctx.clock.now())
    return changes.length > 0
  })

/** Ends a task that has nothing left to do. */
const finishIfDone = async (ctx: Ctx, id: number): Promise<void> => {
  const isDone = await ctx.systemDb.transaction().execute(async (tx) => {
    const task = await takeTask(tx, id)
    if (!task || task.state !== 'sending' || !task.expanded || task.retry_until !== null) return undefined
    if ((await waitingOfTask(tx, id)) > 0 || (await hasChanges(tx, id))) return undefined
    const { sent, failed } = shownCounts(task.counts)
    return sent > 0 || failed === 0 ? 'finish' : 'fail'
  })
  if (isDone) await step(ctx, id, isDone)
}

/**
 * One round over all tasks: starts those that are due, and advances the others by one batch. Returns whether more can be done at once. A
 * task that fails does not delay the others; its error is thrown at the end.
 */
export const runTasks = async (ctx: Ctx): Promise<boolean> => {
  let busy = false
  const begin = async () => oneByOne(await dueTasks(ctx.systemDb, ctx.clock.now()), ({ id }) => step(ctx, id, 'begin'))
  const getOn = async () =>
    oneByOne(await sendingTasks(ctx.systemDb), async ({ id }) => {
      const expanded = await expandTask(ctx, id)
      const retried = expanded === 'stopped' ? expanded : await retryBatch(ctx, id)
      if (retried === 'stopped') await step(ctx, id, 'fail', 'taskSenderGone')
      busy ||= expanded === 'done' || retried === 'done'
    })
  const addUp = async () => {
    busy = (await addUpChanges(ctx)) || busy
  }
  const finish = async () => oneByOne(await sendingTasks(ctx.systemDb), ({ id }) => finishIfDone(ctx, id))
  await oneByOne([begin, getOn, addUp, finish], (part) => part())
  return busy
}

/** A little less than the minute after which the schedule starts it again. */
const runMs = 55_000
/** A pause between two batches, so that alarms and people get their turn. */
const batchPauseMs = 250
const idlePauseMs = 2_000

/** Runs rounds for about a minute, until the schedule starts the job again. */
export const keepRunningTasks = async (ctx: Ctx, stopping: AbortSignal): Promise<void> => {
  const until = performance.now() + runMs
  const failures: unknown[] = []
  while (!stopping.aborted && performance.now() < until) {
    const busy = await runTasks(ctx).catch((error: unknown) => {
      failures.push(error)
      return false
    })
    await setTimeout(busy ? batchPauseMs : idlePauseMs, undefined, { signal: stopping }).catch(() => undefined)
  }
  if (failures.length > 0) throw failures[0]
}
