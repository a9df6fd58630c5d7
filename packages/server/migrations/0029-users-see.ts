import { sql, type Kysely } from 'kysely'

/**
 * The roles that 0023 gave companies for their ordinary users let them take fires and close them. They see what is theirs, as the roles of new companies
 * say; a role that people have changed since is theirs.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    delete from role_menu using role, menu
    where role.id = role_menu.role_id and menu.code = role_menu.menu_code
      and role.type = 'user' and role.created_by is null and role.version = 1
      and menu.operation_code not like '%:view'`.execute(db)
}
