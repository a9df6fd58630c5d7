import type { EnumValue } from '@emberwatch/contract'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'
import type { Rights } from './control.ts'

export interface RoleFacts extends Rights {
  readonly id: number
  readonly name: string
  readonly type: EnumValue<'accountType'>
  readonly enabled: boolean
  readonly path: string
}

/** Roles in the scope of `db` with all their operations, even disabled ones. For a write they are locked against deletion. */
export const roleFacts = async (
  db: Kysely<Tables>,
  ids: readonly number[],
  purpose: 'read' | 'write' = 'write',
): Promise<RoleFacts[]> => {
  if (ids.length === 0) return []
  const found = db
    .selectFrom('role')
    .select(['id', 'name', 'type', 'level', 'data_scope', 'enabled', 'path'])
    .where('id', 'in', ids)
    .orderBy('id')
  const roles = await (purpose === 'write' ? found.forShare() : found).execute()
  const rows = await db
    .selectFrom('role_menu')
    .innerJoin('menu', 'menu.code', 'role_menu.menu_code')
    .select(['role_menu.role_id', 'menu.operation_code'])
    .where('role_menu.role_id', 'in', ids)
    .where('menu.operation_code', 'is not', null)
    .execute()
  const operations = Map.groupBy(rows, (row) => row.role_id)
  return roles.map((role) => ({
    ...role,
    operations: (operations.get(role.id) ?? []).flatMap((row) => row.operation_code ?? []),
  }))
}
