import {
  DomainError,
  ruleProblems,
  shortestRepeatS,
  type NotifyReceiver,
  type NotifyRule,
  type ActiveHours,
  type InputOf,
  type NotifyStep,
  type endpoints,
} from '@emberwatch/contract'
import type { ReasonName } from '@emberwatch/contract/texts/zh'
import type { Ctx } from '../../../platform/context.ts'
import { isBelow } from '../../../platform/database/scope.ts'
import { translate } from '../../../platform/i18n.ts'
import type { Write } from '../../../platform/transact.ts'
import { branchOf } from '../../base/tenant/tenant.reads.ts'
import { canonicalJson, changesBetween } from '../../../platform/audit.ts'

type Reason = Extract<ReasonName, `rule${string}`>

const refuse = (ctx: Ctx, field: string, reason: Reason, params: Readonly<Record<string, string | number>> = {}): never => {
  throw new DomainError('notHere', { reason: translate(ctx.locale, `reasons.${reason}`, params) }, field)
}

/** Checks the places that a rule names: each must be in its company's branch. */
const assertPlaces = async (ctx: Ctx, write: Write, path: string, rule: NotifyRule): Promise<void> => {
  const branch = branchOf(write.systemDb, path)
  const { projectIds, projectTypeIds, deviceIds } = rule
  if (projectIds.length > 0) {
    const own = await branch.selectFrom('project').select(['id', 'type_id']).where('id', 'in', projectIds).execute()
    const found = new Set(own.map(({ id }) => id))
    const ofTypes = own.some(({ type_id: type }) => projectTypeIds.includes(type))
    if (own.length > 0 && projectTypeIds.length > 0 && !ofTypes) refuse(ctx, 'projectTypeIds', 'ruleProjectsNotOfTypes')
    const other = projectIds.find((id) => !found.has(id))
    if (other !== undefined) {
      const { name } = await ctx.db.selectFrom('project').select('name').where('id', '=', other).executeTakeFirstOrThrow()
      refuse(ctx, 'projectIds', 'ruleProjectElsewhere', { name })
    }
  }
  if (deviceIds.length === 0) return
  const own = await branch.selectFrom('device').select(['id', 'project_id']).where('id', 'in', deviceIds).execute()
  const found = new Set(own.map(({ id }) => id))
  const other = deviceIds.find((id) => !found.has(id))
  if (other !== undefined) {
    const { code } = await ctx.db.selectFrom('device').select('code').where('id', '=', other).executeTakeFirstOrThrow()
    refuse(ctx, 'deviceIds', 'ruleDeviceElsewhere', { name: code })
  }
  const inProjects = own.some(({ project_id: id }) => id !== null && projectIds.includes(id))
  if (projectIds.length > 0 && !inProjects) refuse(ctx, 'deviceIds', 'ruleDeviceNotOfProjects')
}

interface Named {
  readonly name: string
  readonly enabled: boolean
  /** Sees what happens at these places, or at some of them. */
  readonly sees: boolean
}

/** The places of a rule: those of its projects, or of its company if it is for all. */
interface Places {
  /** A person at one of these paths, or above, sees something. */
  readonly paths: readonly string[]
  /** For all projects: people below the company see those of their own branch. */
  readonly branch: string | null
  readonly customers: ReadonlySet<number>
}

const placesOf = async (write: Write, path: string, { projectIds }: NotifyRule): Promise<Places> => {
  let query = write.systemDb.selectFrom('project').select(['path', 'customer_id']).where('deleted_at', 'is', null)
  if (projectIds.length === 0) return { paths: [path], branch: path, customers: new Set() }
  query = query.where('id', 'in', projectIds)
  const rows = await query.execute()
  return {
    paths: [...new Set(rows.map((row) => row.path))],
    branch: null,
    customers: new Set(rows.map(({ customer_id }) => customer_id)),
  }
}

const sees = ({ paths, branch }: Places, path: string): boolean =>
  paths.some((place) => isBelow(place, path)) || (branch !== null && isBelow(path, branch))

/** The people that a receiver names. Null for a call list or device list, whose people follow from the event. */
const namedBy = async (write: Write, places: Places, receiver: NotifyReceiver): Promise<Named[] | null> => {
  const { kind, teamId = 0, roleId = 0, accountIds = [] } = receiver
  const db = write.systemDb
  if (kind === 'duty') {
    const team = await db.selectFrom('duty_team').select(['name', 'enabled', 'path']).where('id', '=', teamId).execute()
    return team.map(({ path, ...row }) => ({ ...row, sees: sees(places, path) }))
  }
  if (kind === 'role') {
    const role = await db.selectFrom('role').select(['name', 'enabled', 'path']).where('id', '=', roleId).execute()
    // People of any company below may have a role of a company above.
    return role.map(({ path, ...row }) => ({ ...row, sees: sees(places, path) }))
  }
  if (kind !== 'accounts') return null
  const accounts = await db
    .selectFrom('account')
    .select(['name', 'enabled', 'path', 'customer_id'])
    .where('id', 'in', accountIds)
    .execute()
  return accounts.map(({ name, enabled, path, customer_id: customer }) => ({
    name,
    enabled,
    sees:
      customer === null
        ? sees(places, path)
        : places.branch !== null
          ? isBelow(path, places.branch)
          : places.customers.has(customer),
  }))
}

const assertReceivers = async (ctx: Ctx, write: Write, path: string, rule: NotifyRule): Promise<void> => {
  const places = await placesOf(write, path, rule)
  for (const [at, { receivers }] of rule.steps.entries())
    for (const receiver of receivers) {
      const named = (await namedBy(write, places, receiver)) ?? []
      const off = named.find(({ enabled }) => !enabled)
      if (off) refuse(ctx, 'steps', 'ruleReceiverOff', { step: at + 1, name: off.name })
      const blind = named.find((each) => !each.sees)
      if (blind) refuse(ctx, 'steps', 'ruleReceiverElsewhere', { step: at + 1, name: blind.name })
    }
}

/**
 * A rule must be able to start, and notify only people who see what happened.
 * @param path of the company that it belongs to
 * @throws DomainError notHere, with the reason at the field
 */
export const assertRule = async (ctx: Ctx, write: Write, path: string, rule: NotifyRule): Promise<void> => {
  const [problem] = ruleProblems(rule)
  if (problem) refuse(ctx, problem.field, problem.reason, { step: problem.step ?? 1, seconds: shortestRepeatS })
  await assertPlaces(ctx, write, path, rule)
  await assertReceivers(ctx, write, path, rule)
}

export type RuleInput = Omit<InputOf<typeof endpoints.notifyRule.update>, 'id' | 'version'>

/** A form's input as a rule; missing fields are null. */
export const ruleOfInput = (input: RuleInput, enabled: boolean): NotifyRule => ({
  name: input.name,
  enabled,
  events: input.events,
  levels: input.levels ?? [],
  projectIds: input.projectIds ?? [],
  projectTypeIds: input.projectTypeIds ?? [],
  alarmTypeIds: input.alarmTypeIds ?? [],
  faultTypeIds: input.faultTypeIds ?? [],
  deviceIds: input.deviceIds ?? [],
  steps: input.steps,
  stopWhen: input.stopWhen,
  activeHours: input.activeHours ?? null,
  mergeWindowS: input.mergeWindowS,
  language: input.language ?? null,
})

const sorted = (ids: readonly number[]): number[] => ids.toSorted((a, b) => a - b)

/** The columns of a rule. */
export const columnsOf = (rule: NotifyRule) => ({
  name: rule.name,
  events: rule.events,
  levels: rule.levels,
  project_ids: sorted(rule.projectIds),
  project_type_ids: sorted(rule.projectTypeIds),
  alarm_type_ids: sorted(rule.alarmTypeIds),
  fault_type_ids: sorted(rule.faultTypeIds),
  device_ids: sorted(rule.deviceIds),
  steps: JSON.stringify(rule.steps),
  stop_when: rule.stopWhen,
  active_hours: rule.activeHours && JSON.stringify(rule.activeHours),
  merge_window_s: rule.mergeWindowS,
  language: rule.language,
})

interface Said {
  readonly steps: readonly NotifyStep[]
  readonly activeHours: ActiveHours | null
}

/** With sorted keys, because jsonb returns them in its own order. */
const sortedKeys = (value: unknown): unknown => (value === undefined ? null : JSON.parse(canonicalJson(value)))

/** The audit entries of columns logged as text, from → to. */
export const textChanges = (before: Said | null, after: Said) => ({
  steps: null,
  active_hours: null,
  ...changesBetween(
    { steps: sortedKeys(before?.steps), active_hours: sortedKeys(before?.activeHours) },
    { steps: sortedKeys(after.steps), active_hours: sortedKeys(after.activeHours) },
  ),
})
