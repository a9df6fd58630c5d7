import { readParameters, type EnumValue, type RunStep } from '@emberwatch/contract'
import type { SharedTexts } from '@emberwatch/contract/texts/zh'
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
  signalChannel,
  takeSignal,
  targetsOf,
  waitingSignals,
  type StoredRule,
  type StoredSignal,
} from './rule.store.ts'

type Reason = keyof SharedTexts['reasons']

const lookEveryMs = 2_000
const roundLimit = 100
/** A signal older than this sends nothing: a person in front of a device does not expect a command from long ago. */
const tooLateMs = 60_000
const mostTries = 5

const outcomeOf = (steps: readonly RunStep[]): EnumValue<'ruleOutcome'> => {
  const sent = steps.filter(({ commandId }) => commandId !== null).length
  return sent === 0 ? 'none' : sent === steps.length ? 'sent' : 'partly'
}

/** Sends a rule's command to one device, or records why not. What was checked when the rule was saved is checked again. */
const runAt = async (write: Write, rule: StoredRule, id: number, target: CommandTarget | undefined): Promise<RunStep> => {
  const step = (commandId: number | null, reason: Reason | null): RunStep => ({
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
  const skipped: Reason | undefined = isLate ? 'ruleTooLate' : (await isOnTest(write.systemDb, signal)) ? 'ruleOnTest' : undefined
  const steps: RunStep[] = []
  for (const id of ids) {
    const target = targets.get(id)
    if (skipped) steps.push({ deviceId: id, deviceCode: target?.deviceCode ?? String(id), commandId: null, reason: skipped })
    else steps.push(await runAt(write, rule, id, target))
  }
  const { company_id, path, customer_id, project_id, name } = rule
  const outcome = outcomeOf(steps)
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
    outcome,
    steps: JSON.stringify(steps),
  })
  write.audit({
    action: 'linkedRule.run',
    object: { kind: 'linked_rule', id: rule.id, name },
    owner: { companyId: company_id, path },
    changes: { deviceCode: [null, deviceCode], sourceCode: [null, signal.code], outcome: [null, outcome] },
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
 */
const runSignal = async (ctx: Ctx, id: number, onFailure?: (ruleId: number, error: unknown) => void): Promise<void> => {
  const isDone = await transactBriefly(ctx, async (write) => {
    const signal = await takeSignal(write.systemDb, id)
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
          onFailure(rule.id, error)
        })
    }
    await deleteSignal(write.systemDb, id)
    return true
  })
  if (isDone) return
  // Another process working on it holds its lock, and deletes it itself.
  await ctx.systemDb.transaction().execute(async (tx) => {
    if (await takeSignal(tx, id)) await deleteSignal(tx, id)
  })
}

/** Runs linked rules on the signals stored by ingest, separately from it: whatever is wrong with a rule, no alarm waits for it. */
export const createRuleRunner = (options: {
  readonly ctx: Ctx
  readonly notifications: Notifications
  readonly log: Pick<Logger, 'warn'>
}): WakeLoop => {
  const { ctx, notifications, log } = options
  const runApart = async (id: number): Promise<void> => {
    try {
      await runSignal(ctx, id, (rule, error) => log.warn({ err: error, signal: id, rule }, 'a linked rule was given up'))
    } catch (error) {
      if (isLockTimeout(error)) throw error
      log.warn({ err: error, signal: id }, 'a signal of linked rules was given up')
    }
    await deleteSignal(ctx.systemDb, id)
  }
  const work = workOff({
    limit: roundLimit,
    read: (limit, exceptProjects: readonly number[]) => waitingSignals(ctx.systemDb, limit, exceptProjects),
    keyOf: ({ project_id: projectId }) => projectId,
    work: async ({ id }) => {
      try {
        await runSignal(ctx, id)
      } catch (error) {
        // A defect must not hold up other rules forever, nor the rest of what the signal triggers.
        if (isLockTimeout(error) || !(await countTry(ctx.systemDb, id, mostTries))) throw error
        log.warn({ err: error, signal: id }, 'a linked rule could not run')
        await runApart(id)
      }
    },
    failed: (error, { id }) => log.warn({ err: error, signal: id }, 'a linked rule could not run'),
  })
  return createWakeLoop({
    notifications,
    channel: signalChannel,
    everyMs: lookEveryMs,
    work,
    failed: 'linked rules could not be run; trying again',
    log,
  })
}
