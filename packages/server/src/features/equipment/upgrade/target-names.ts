import type { EnumValue } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { UpgradeTarget } from '../../../tables/upgrades.tables.ts'

interface Named {
  readonly targets: { value: number; label: string }[]
  readonly hiddenTargets: number
}

/** The names behind the ids of a filter. */
export const filterNames = async (ctx: Ctx, { filter = {} }: UpgradeTarget): Promise<string[]> => {
  const { customerId, projectTypeId } = filter
  const [customer, type] = await Promise.all([
    typeof customerId === 'number'
      ? ctx.db.selectFrom('customer').select('name').where('id', '=', customerId).where('type', '<>', 'person').executeTakeFirst()
      : undefined,
    typeof projectTypeId === 'number'
      ? ctx.db.selectFrom('project_type').select(['name_zh', 'name_en']).where('id', '=', projectTypeId).executeTakeFirst()
      : undefined,
  ])
  return [
    // Only callers who may see customers see the name of a private person.
    ...(typeof customerId === 'number' ? [customer?.name ?? `#${customerId}`] : []),
    ...(type ? [ctx.locale === 'zh' ? type.name_zh : type.name_en] : []),
  ]
}

/** The names of a task's targets, as far as the caller sees them. */
export const targetNames = async (
  ctx: Ctx,
  targetType: EnumValue<'upgradeTargetType'>,
  { companyIds, projectIds, deviceIds, gatewayIds }: UpgradeTarget,
): Promise<Named> => {
  if (targetType === 'filter') return { targets: [], hiddenTargets: 0 }
  const found =
    targetType === 'company'
      ? (['company', companyIds ?? []] as const)
      : targetType === 'project'
        ? (['project', projectIds ?? []] as const)
        : deviceIds
          ? (['device', deviceIds] as const)
          : (['gateway', gatewayIds ?? []] as const)
  const [table, ids] = found
  if (ids.length === 0) return { targets: [], hiddenTargets: 0 }
  const label =
    targetType === 'list'
      ? sql<string>`case when ${sql.ref(`${table}.name`)} in ('', ${sql.ref(`${table}.code`)}) then ${sql.ref(`${table}.code`)}
          else ${sql.ref(`${table}.code`)} || ' · ' || ${sql.ref(`${table}.name`)} end`
      : sql.ref<string>(`${table}.name`)
  const targets = await ctx.db
    .selectFrom(table)
    .select([`${table}.id as value`, label.as('label')])
    .where(`${table}.id`, 'in', ids)
    .where(`${table}.deleted_at`, 'is', null)
    .orderBy('label')
    .execute()
  return { targets, hiddenTargets: ids.length - targets.length }
}
