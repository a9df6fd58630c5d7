import type { EnumValue } from '@emberwatch/contract'
import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'

interface Known {
  readonly version: string
  readonly operations: ReadonlySet<string>
}

/** Cached combinations of roles: each company may have its own. */
const maxKnown = 10_000
const knownOf = new WeakMap<Kysely<Tables>, Map<string, Known>>()

/** Most roles open the same few sets of operations, so each set is kept once, not once per role or open stream. */
const maxShared = 500
const shared = new Map<string, ReadonlySet<string>>()

const sharedSet = (operations: readonly string[]): ReadonlySet<string> => {
  const key = operations.join()
  const known = shared.get(key)
  if (known) return known
  if (shared.size >= maxShared) shared.clear()
  const set = new Set(operations)
  shared.set(key, set)
  return set
}

/** A menu entry is closed if it or an entry above it is disabled. One statement reads version and operations, so that they are of the same moment. */
const read = async (
  systemDb: Kysely<Tables>,
  accountType: EnumValue<'accountType'>,
  roleIds: readonly number[],
): Promise<Known> => {
  const { rows } = await sql<{ version: string; operations: string[] }>`
    with recursive closed as (
      select code from menu where not enabled
      union select menu.code from menu join closed on menu.parent_code = closed.code)
    select version, array(
      select distinct menu.operation_code from role_menu join menu on menu.code = role_menu.menu_code
      where role_menu.role_id = any(${roleIds}::bigint[]) and menu.operation_code is not null
        and ${accountType} = any(menu.account_types) and menu.code not in (select code from closed) order by 1) as operations
    from rights_version`.execute(systemDb)
  const [row] = rows
  if (!row) throw new Error('rights_version has no row')
  return { version: row.version, operations: sharedSet(row.operations) }
}

/**
 * The operations that enabled roles open to accounts of a type. Computing them costs ten times as much as everything else about a caller,
 * so they are cached until a grant or a menu entry changes.
 * @param version the present `rights_version`; cached results of another version are not used
 */
export const operationsOf = async (
  systemDb: Kysely<Tables>,
  accountType: EnumValue<'accountType'>,
  roleIds: readonly number[],
  version: string,
): Promise<ReadonlySet<string>> => {
  const all = knownOf.get(systemDb) ?? new Map<string, Known>()
  knownOf.set(systemDb, all)
  const key = `${accountType} ${roleIds.join()}`
  const known = all.get(key)
  if (known?.version === version) return known.operations
  const found = await read(systemDb, accountType, roleIds)
  if (all.size >= maxKnown) all.clear()
  all.set(key, found)
  return found.operations
}
