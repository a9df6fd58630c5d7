import type { NamedKind, NotifyRule, RuleNamed } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { isBelow } from '../../../platform/database/scope.ts'
import { isPrivate, nameShown } from '../../../platform/mask.ts'

/** The ids that a rule refers to, by kind. */
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
  /** Null: product-wide. */
  readonly path: string | null
  /** An account of a customer or user. */
  readonly isPerson?: boolean
}

const noPath = sql<string | null>`null::text`.as('path')

/**
 * Not scoped, because what has left the company is reported too, without its name (`namesOf`). Deleted and disabled count alike: neither
 * notifies anybody.
 */
const readers: Readonly<Record<NamedKind, (ctx: Ctx, ids: readonly number[]) => Promise<readonly Found[]>>> = {
  project: ({ systemDb }, ids) =>
    systemDb
      .selectFrom('project')
      .select((e) => ['id', 'name', 'path', e('deleted_at', 'is not', null).$castTo<boolean>().as('off')])
      .where('id', 'in', ids)
      .execute(),
  // A type that is no longer offered keeps its projects.
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
 * The names of everything that rules refer to, for each rule. What is gone is still named within the rule's own line of companies. What was
 * handed over to somebody else is not named any more.
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
        // Staff may also belong to a company above, which looks after those below. A customer there has moved away.
        const isOwn = !row || row.path === null || isBelow(row.path, path)
        const staysBelow = kind === 'project' || kind === 'device' || row?.isPerson === true
        const isAbove = row !== undefined && row.path !== null && !staysBelow && isBelow(path, row.path)
        const isKnown = row !== undefined && (isOwn || isAbove)
        return { kind, id, name: isKnown ? row.name : '', gone: !isKnown || row.off }
      }),
    ),
  )
}
