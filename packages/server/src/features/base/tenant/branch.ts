import type { Kysely } from 'kysely'
import { depthOf, scoped, type Scope } from '../../../platform/database/scope.ts'
import type { Tables } from '../../../tables/index.ts'

/** The ids of the companies on a path, the operating company first. */
export const idsOf = (path: string): number[] => path.split('.').map(Number)

/** The paths of the companies on a path, the operating company first: '1.5.9' → '1', '1.5', '1.5.9'. */
export const pathsOn = (path: string): string[] => path.split('.').map((_id, at, ids) => ids.slice(0, at + 1).join('.'))

/** A database that sees what the company at `path` sees: its whole branch, and nothing else. */
export const branchOf = (systemDb: Kysely<Tables>, path: string): Kysely<Tables> => {
  const scope: Scope = { kind: 'company', companyId: idsOf(path).at(-1) ?? 0, depth: depthOf(path), accountId: 0 }
  return scoped(systemDb, scope)
}
