import { type EnumValue, factoryNames, type originNames } from '@emberwatch/contract'
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { inBranchOf, isBelow } from '../../../platform/database/scope.ts'
import type { Tables } from '../../../tables/index.ts'
import type { Write } from '../../../platform/transact.ts'

/** Where a device is: in use at a project, in stock, or scrapped. `device`: its table or alias. */
export const traceStateOf = (device: string): RawBuilder<EnumValue<'traceState'>> =>
  sql`case when ${sql.ref(`${device}.scrapped_at`)} is not null then 'scrapped'
           when ${sql.ref(`${device}.project_id`)} is not null then 'installed' else 'inStock' end`

/** Factory data is for companies that have the device, not for customers, users, or companies that joined its project. */
export const seesFactory = ({ actor, scope }: Pick<Ctx, 'actor' | 'scope'>, path: string): boolean =>
  scope.kind === 'system' || (scope.kind === 'company' && isBelow(path, actor.companyPath))

/** A device owned at `path`, as the caller sees it. */
export const withFactorySeen = <R extends Readonly<Record<(typeof originNames)[number], unknown>>>(
  ctx: Pick<Ctx, 'actor' | 'scope'>,
  path: string,
  row: R,
): R => (seesFactory(ctx, path) ? row : { ...row, ...Object.fromEntries(factoryNames.map((name) => [name, null])) })

/** Limits a list that is filtered by factory data to rows whose factory data the caller may see; otherwise it could be guessed. */
export const filteredByFactory = <T extends 'device' | 'gateway'>(
  { scope }: Pick<Ctx, 'scope'>,
  table: T,
  rows: SelectQueryBuilder<Tables, T, object>,
  { box, pallet }: { readonly box?: string | undefined; readonly pallet?: string | undefined },
): SelectQueryBuilder<Tables, T, object> => {
  if ((!box && !pallet) || scope.kind === 'system') return rows
  if (scope.kind !== 'company') return rows.where(sql<boolean>`false`)
  const isOwn = inBranchOf(scope, `${table}.path`)
  return isOwn ? rows.where(isOwn) : rows
}

/** The path of the company in whose stock a device or gateway began. Not scoped: the caller may not see that company. Undefined if no step tells. */
export const stockPathOf = async (
  { systemDb }: Pick<Write, 'systemDb'>,
  kind: 'device' | 'gateway',
  id: number,
): Promise<string | undefined> => {
  const step = await systemDb
    .selectFrom('device_trace')
    .select('path')
    .where(`${kind}_id`, '=', id)
    .where('step', 'in', ['inStock', 'imported', 'registered'])
    .orderBy('at')
    .orderBy('id')
    .executeTakeFirst()
  return step?.path
}
