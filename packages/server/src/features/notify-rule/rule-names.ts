import type { NamedKind, NotifyRule, RuleNamed } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import { isBelow } from '../../platform/database/scope.ts'
import { isPrivate, nameShown } from '../../platform/mask.ts'

/** What rules point at, by kind. */
const idsOf = (rule: NotifyRule): Record<NamedKind, readonly number[]> => {
  const receivers = rule.steps.flatMap((step) => step.receivers)
  return {
    project: rule.projectIds,
    projectType: rule.projectTypeIds,
    device: rule.deviceIds,
    alarmType: rule.alarmTypeIds,
    faultType: rule.faultTypeIds,
    team: receivers.flatMap(({ teamId }) => teamId ?? []),
    role: receivers.flatMap(({ roleId }) => roleId ?? []),
    account: receivers.flatMap(({ accountIds }) => accountIds ?? []),
  }
}

interface Found {
  readonly id: number
  readonly name: string
  readonly off: boolean
  /** Of the whole product: null. */
  readonly path: string | null
  /** Of a customer's or a user's account. */
  readonly isPerson?: boolean
}

const noPath = sql<string | null>`null::text`.as('path')

/**
 * Read without the caller's scope, because what has left the company is said as well; its name is not (`namesOf`).
 * Deleted and switched off count alike: neither tells anybody anything.
 */
const readers: Readonly<Record<NamedKind, (ctx: Ctx, ids: readonly number[]) => Promise<readonly Found[]>>> = {
  project: ({ systemDb }, ids) =>
    systemDb
      .selectFrom('project')
      .select((e) => ['id', 'name', 'path', e('deleted_at', 'is not', null).$castTo<boolean>().as('off')])
      .where('id', 'in', ids)
      .execute(),
  // One that is not offered any more keeps its projects.
  projectType: ({ systemDb, locale }, ids) =>
    systemDb
      .selectFrom('project_type')
      .select(['id', `name_${locale} as name`, noPath, sql<boolean>`false`.as('off')])
      .where('id', 'in', ids)
      .execute(),
  device: ({ systemDb }, ids) =>
    systemDb
      .selectFrom('device')
      .select((e) => ['id', 'code as name', 'path', e('deleted_at', 'is not', null).$castTo<boolean>().as('off')])
      .where('id', 'in', ids)
      .execute(),
  alarmType: ({ systemDb, locale }, ids) =>
    systemDb
      .selectFrom('alarm_type')
      .select((e) => ['id', `name_${locale} as name`, noPath, e.not('enabled').$castTo<boolean>().as('off')])
      .where('id', 'in', ids)
      .execute(),
  faultType: ({ systemDb, locale }, ids) =>
    systemDb
      .selectFrom('fault_type')
      .select((e) => ['id', `name_${locale} as name`, noPath, e.not('enabled').$castTo<boolean>().as('off')])
      .where('id', 'in', ids)
      .execute(),
  team: ({ systemDb }, ids) =>
    systemDb
      .selectFrom('duty_team')
      .select((e) => ['id', 'name', 'path', sql<boolean>`${e.ref('deleted_at')} is not null or not enabled`.as('off')])
      .where('id', 'in', ids)
      .execute(),
  role: ({ systemDb }, ids) =>
    systemDb
      .selectFrom('role')
      .select((e) => ['id', 'name', 'path', e.not('enabled').$castTo<boolean>().as('off')])
      .where('id', 'in', ids)
      .execute(),
  account: async ({ systemDb, clock }, ids) => {
    const off = sql<boolean>`deleted_at is not null or not enabled or coalesce(valid_until <= ${clock.now()}, false)`
    const rows = await systemDb
      .selectFrom('account')
      .select(['id', 'name', 'path', 'type', off.as('off')])
      .where('id', 'in', ids)
      .execute()
    return rows.map(({ type, name, ...row }) => ({ ...row, name: nameShown(type, name), isPerson: isPrivate(type) }))
  },
}

const kinds = Object.keys(readers) as NamedKind[]

interface Named {
  readonly path: string
  readonly rule: NotifyRule
}

/**
 * The names of everything that rules point at, for each rule. What is gone is named as long as it is in the rule's own line of companies: what was handed over
 * to somebody else keeps its name to itself.
 */
export const namesOf = async (ctx: Ctx, rules: readonly Named[]): Promise<RuleNamed[][]> => {
  const ids = rules.map(({ rule }) => idsOf(rule))
  const found = new Map(
    await Promise.all(
      kinds.map(async (kind) => {
        const wanted = [...new Set(ids.flatMap((each) => each[kind]))]
        const rows = wanted.length === 0 ? [] : await readers[kind](ctx, wanted)
        return [kind, new Map(rows.map((row) => [row.id, row]))] as const
      }),
    ),
  )
  return rules.map(({ path }, at) =>
    kinds.flatMap((kind) =>
      [...new Set(ids[at]?.[kind])].map((id): RuleNamed => {
        const row = found.get(kind)?.get(id)
        // Staff may also be of a company above, which looks after what is below. A customer there has moved away.
        const isOwn = !row || row.path === null || isBelow(row.path, path)
        const staysBelow = kind === 'project' || kind === 'device' || row?.isPerson === true
        const isAbove = row !== undefined && row.path !== null && !staysBelow && isBelow(path, row.path)
        const isKnown = row !== undefined && (isOwn || isAbove)
        return { kind, id, name: isKnown ? row.name : '', gone: !isKnown || row.off }
      }),
    ),
  )
}
