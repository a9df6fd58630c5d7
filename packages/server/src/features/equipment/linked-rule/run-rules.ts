import { readParameters, type EnumValue, type RunStep } from '@emberwatch/contract'
import type { ReasonName } from '@emberwatch/contract/texts/zh'
import type { Logger } from 'pino'
import { attempt } from '../../../platform/attempt.ts'
import type { Ctx } from '../../../platform/context.ts'
import { isLockTimeout } from '../../../platform/database/locks.ts'
import type { Notifications } from '../../../platform/database/notifications.ts'
import { workOff } from '../../../platform/outbox/work-off.ts'
import { NothingToDo, transactBriefly, type Write } from '../../../platform/transact.ts'
import { createWakeLoop, type WakeLoop } from '../../../platform/wake-loop.ts'
import { deviceTargets, targetProblem, type CommandTarget } from '../device-command/command-target.ts'
import { definitionOf } from '../device-command/sent-command.verbs.ts'
import { queueCommand } from '../device-command/queue-command.ts'
import { mayStart } from './linked-rule.rules.ts'
import { isTriggeredBy } from './rule-triggers.ts'
import {
  countTry,
  deleteSignal,
  insertRun,
  isOnTest,
  lockEnabledRules,
  markRun,
  oldestSignal,
  signalChannel,
  takeSignal,
  targetsOf,
  waitingSignals,
  type StoredRule,
  type StoredSignal,
} from './rule.store.ts'

const lookEveryMs = 2_000
const roundLimit = 100
/** A signal older than this sends nothing: a person in front of a device does not expect a command from long ago. */
const tooLateMs = 60_000
/** A signal that waits longer than this is a problem. */
const lateMs = 30_000
const mostTries = 5

const runResultOf = (steps: readonly RunStep[]): EnumValue<'ruleOutcome'> => {
  const sent = steps.filter(({ commandId }) => commandId !== null).length
  return sent === 0 ? 'none' : sent === steps.length ? 'sent' : 'partly'
}

/** Sends a rule's command to one device, or records why not. What was checked when the rule was saved is checked again. */
const runAt = async (write: Write, rule: StoredRule, id: number, target: CommandTarget | undefined): Promise<RunStep> => {
  const step = (commandId: number | null, reason: ReasonName | null): RunStep => ({
    deviceId: id,
    deviceCode: target?.deviceCode ?? String(id),
    commandId,
    reason,
  })
  // It moved to another project or company: no rule reaches beyond its own place.
  if (!target || target.projectId !== rule.project_id || target.path !== rule.path) return step(null, 'ruleTargetMoved')
  const problem = targetProblem(target)
  if (problem) return step(null, problem)
  const definition = await definitionOf(write.systemDb, rule.command_id)
  if (!definition.enabled) return step(null, 'commandDisabled')
  if (definition.model_id !== target.modelId) return step(null, 'commandForeignModel')
  const { values, problems } = readParameters(definition.parameters, rule.params)
  if (problems.length > 0) return step(null, 'commandForeignModel')
  const { resend_unanswered: resendUnanswered } = await write.systemDb
    .selectFrom('device_model')
    .select('resend_unanswered')
    .where('id', '=', definition.model_id)
    .executeTakeFirstOrThrow()
  const from = { id: rule.id, name: rule.name, editor: rule.edited_by, editorFor: rule.edited_for }
  const sent = await queueCommand(write, { definition, target, values, resendUnanswered, rule: from })
  if (sent === 'open') return step(null, 'commandOpen')
  return sent === 'unfit' ? step(null, 'commandForeignModel') : step(sent, null)
}

const runRule = async (write: Write, rule: StoredRule, signal: StoredSignal, deviceCode: string): Promise<void> => {
  const ids = await targetsOf(write.systemDb, rule.id)
  const targets = new Map((await deviceTargets(write.systemDb, ids)).map((target) => [target.deviceId, target]))
  const isLate = write.at.getTime() - Date.parse(signal.at) > tooLateMs
  const skipped: ReasonName | undefined = isLate
    ? 'ruleTooLate'
    : (await isOnTest(write.systemDb, signal))
      ? 'ruleOnTest'
      : undefined
  const steps: RunStep[] = []
  for (const id of ids) {
    const target = targets.get(id)
    if (skipped) steps.push({ deviceId: id, deviceCode: target?.deviceCode ?? String(id), commandId: null, reason: skipped })
    else steps.push(await runAt(write, rule, id, target))
  }
  const { company_id, path, customer_id, project_id, name } = rule
  const result = runResultOf(steps)
  // A skipped run starts no pause: a device on test must not silence the rule for a fire at another.
  if (skipped === undefined) await markRun(write.systemDb, rule.id, write.at)
  await insertRun(write.systemDb, {
    at: write.at,
    company_id,
    path,
    customer_id,
    project_id,
    rule_id: rule.id,
    rule_name: name,
    device_id: signal.device_id,
    device_code: deviceCode,
    source_code: signal.code,
    outcome: result,
    steps: JSON.stringify(steps),
  })
  write.audit({
    action: 'linkedRule.run',
    object: { kind: 'linked_rule', id: rule.id, name },
    owner: { companyId: company_id, path },
    changes: { deviceCode: [null, deviceCode], sourceCode: [null, signal.code], outcome: [null, result] },
  })
  const owner = { path, customerId: customer_id, deviceId: signal.device_id, projectId: project_id }
  write.emit({ kind: 'command', change: 'ruleRun', objectId: rule.id, owner })
}

/** Whether it has just run. A run dated in the future was written before the clock was set back, and must not keep the rule silent until then. */
const isPausing = ({ last_run_at, pause_s }: StoredRule, now: Date): boolean =>
  last_run_at !== null && Math.abs(now.getTime() - Date.parse(last_run_at)) < pause_s * 1000

/**
 * Runs the rules that a stored signal triggers. Each runs at most once within its pause, across all processes. With `onFailure` each runs
 * on its own: a failing one is left out, and the others run.
 * @returns false if another process works on the signal; it deletes it itself, or leaves it to the next look
 */
const runSignal = async (ctx: Ctx, id: number, onFailure?: (error: unknown, ruleId?: number) => void): Promise<boolean> => {
  let isTaken = false
  const isDone = await transactBriefly(ctx, async (write) => {
    const signal = await takeSignal(write.systemDb, id)
    isTaken = signal !== undefined
    const [device] = signal ? await deviceTargets(write.systemDb, [signal.device_id]) : []
    if (!signal || !device || device.projectId !== signal.project_id) throw new NothingToDo()
    const reported = { ...signal, type: signal.report_type, alarmTypeId: signal.alarm_type_id }
    const from = { id: signal.device_id, modelId: device.modelId }
    const started = (await lockEnabledRules(write.systemDb, signal.project_id)).filter(
      (rule) =>
        isTriggeredBy(rule, reported) &&
        mayStart({ deviceId: rule.device_id, modelId: rule.model_id }, from) &&
        !isPausing(rule, write.at),
    )
    if (started.length === 0) throw new NothingToDo()
    for (const rule of started) {
      const run = (part: Write) => runRule(part, rule, signal, device.deviceCode ?? '')
      if (onFailure === undefined) await run(write)
      else
        await attempt(write, run).catch((error: unknown) => {
          if (isLockTimeout(error)) throw error
          onFailure(error, rule.id)
        })
    }
    await deleteSignal(write.systemDb, id)
    return true
  }).catch((error: unknown) => {
    if (onFailure === undefined || !isTaken || isLockTimeout(error)) throw error
    onFailure(error)
  })
  // What was not even read may be a fire whose process has just given it up.
  if (isDone || !isTaken) return isTaken
  await ctx.systemDb.transaction().execute(async (tx) => {
    if (await takeSignal(tx, id)) await deleteSignal(tx, id)
  })
  return true
}

export interface RuleRunner extends WakeLoop {
  /** What keeps rules from running in time. Answered from memory. */
  problem(): string | null
}

/** Runs linked rules on the signals stored by ingest, separately from it: whatever is wrong with a rule, no alarm waits for it. */
export const createRuleRunner = (options: {
  readonly ctx: Ctx
  readonly notifications: Notifications
  readonly log: Pick<Logger, 'warn'>
}): RuleRunner => {
  const { ctx, notifications, log } = options
  let oldestAt: string | undefined
  const runApart = (id: number): Promise<boolean> =>
    runSignal(ctx, id, (error, rule) =>
      log.warn({ err: error, signal: id, rule }, rule === undefined ? 'a signal was given up' : 'a linked rule was given up'),
    )
  const round = workOff({
    limit: roundLimit,
    read: (limit, exceptProjects: readonly number[]) => waitingSignals(ctx.systemDb, limit, exceptProjects),
    keyOf: ({ project_id: projectId }) => projectId,
    work: async ({ id }) => {
      try {
        return await runSignal(ctx, id)
      } catch (error) {
        // A defect must not hold up other rules forever, nor the rest of what the signal triggers.
        if (isLockTimeout(error) || !(await countTry(ctx.systemDb, id, mostTries))) throw error
        log.warn({ err: error, signal: id }, 'a linked rule could not run')
        return await runApart(id)
      }
    },
    failed: (error, { id }) => log.warn({ err: error, signal: id }, 'a linked rule could not run'),
  })
  const loop = createWakeLoop({
    notifications,
    channel: signalChannel,
    everyMs: lookEveryMs,
    async work() {
      const isMore = await round()
      oldestAt = await oldestSignal(ctx.systemDb)
      return isMore
    },
    failed: 'linked rules could not be run; trying again',
    log,
  })
  return {
    ...loop,
    problem() {
      if (!loop.isWorking()) return 'linked rules do not run'
      const waitsMs = oldestAt === undefined ? 0 : ctx.clock.now().getTime() - Date.parse(oldestAt)
      return waitsMs > lateMs ? `linked rules wait ${Math.round(waitsMs / 1_000)} s` : null
    },
  }
}
