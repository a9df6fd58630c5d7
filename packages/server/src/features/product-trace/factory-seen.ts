import { factoryNames, type originNames } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { isBelow } from '../../platform/database/scope.ts'

/** What the factory says is for the companies that have the device: not for customers, users, or companies that joined its project. */
export const seesFactory = ({ actor, scope }: Pick<Ctx, 'actor' | 'scope'>, path: string): boolean =>
  scope.kind === 'system' || (scope.kind === 'company' && isBelow(path, actor.companyPath))

/** A device owned at `path`, as the caller sees it. */
export const withFactorySeen = <R extends Readonly<Record<(typeof originNames)[number], unknown>>>(
  ctx: Pick<Ctx, 'actor' | 'scope'>,
  path: string,
  row: R,
): R => (seesFactory(ctx, path) ? row : { ...row, ...Object.fromEntries(factoryNames.map((name) => [name, null])) })
