import { factoryNames, type originNames } from '@emberwatch/contract'
import { sql, type SelectQueryBuilder } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { inBranchOf, isBelow } from '../../../platform/database/scope.ts'
import type { Tables } from '../../../tables/index.ts'

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
