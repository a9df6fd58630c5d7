import type { Insertable, Kysely, Selectable } from 'kysely'
import { insertRow } from '../../../platform/rows/rows.ts'
import type { Write } from '../../../platform/transact.ts'
import type { AccountTable, RoleTable } from '../../../tables/people.tables.ts'
import type { Tables } from '../../../tables/index.ts'
import { endSessions } from '../../base/access/end-sessions.ts'

type Db = Kysely<Tables>

/** Adds a role with its grants. Returns its id. `unaudited`: columns left out of the audit row. */
export const insertRole = async (
  write: Write,
  role: Insertable<RoleTable>,
  grants: readonly string[],
  unaudited: Readonly<Record<string, null>> = { remark: null },
): Promise<number> => {
  const changes = { grants: [null, grants] as const, ...unaudited }
  const id = await insertRow(write, 'role', role, { action: 'role.create', unique: ['name', role.name], changes })
  await replaceGrants(write.systemDb, id, grants)
  return id
}

export const grantsOf = async (db: Db, id: number): Promise<string[]> => {
  const rows = await db.selectFrom('role_menu').select('menu_code').where('role_id', '=', id).orderBy('menu_code').execute()
  return rows.map((row) => row.menu_code)
}

export const replaceGrants = async (db: Db, id: number, codes: readonly string[]): Promise<void> => {
  await db.deleteFrom('role_menu').where('role_id', '=', id).execute()
  if (codes.length > 0)
    await db
      .insertInto('role_menu')
      .values(codes.map((menu_code) => ({ role_id: id, menu_code })))
      .execute()
}

/** The accounts that have a role. */
export const holdersOf = async (db: Db, id: number): Promise<Pick<Selectable<AccountTable>, 'id' | 'name' | 'type'>[]> =>
  db
    .selectFrom('account_role')
    .innerJoin('account', 'account.id', 'account_role.account_id')
    .select(['account.id', 'account.name', 'account.type'])
    .where('account_role.role_id', '=', id)
    .where('account.deleted_at', 'is', null)
    .orderBy('account.id')
    .execute()

/** Ends the sessions of a role's holders, so that their rights are read anew at the next sign-in. */
export const endHoldersSessions = async (write: Write, id: number): Promise<void> => {
  const holders = await holdersOf(write.systemDb, id)
  await endSessions(
    write,
    holders.map((holder) => holder.id),
  )
}

/** Deletes the roles of a company. No account may have them any more. */
export const deleteRolesOf = async (db: Db, companyId: number): Promise<void> => {
  await db
    .deleteFrom('role')
    .where('company_id', '=', companyId)
    .where((e) =>
      e.not(e.exists(e.selectFrom('account_role').select('account_id').whereRef('account_role.role_id', '=', 'role.id'))),
    )
    .execute()
}
