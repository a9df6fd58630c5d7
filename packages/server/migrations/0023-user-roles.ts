import { sql, type Kysely } from 'kysely'

/**
 * An ordinary user who registered needs a role of their type to be enabled with: each company that has none gets one, with all that such roles may hold.
 * A new installation has neither companies nor menus yet and is given its own when it is seeded.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    with added as (
      insert into role (company_id, path, name, type, level)
      select id, path, case when language = 'zh' then '普通用户' else 'Ordinary user' end, 'user', 9 from company
      where deleted_at is null and not exists (select from role where role.company_id = company.id and role.type = 'user')
      returning id)
    insert into role_menu (role_id, menu_code)
    select added.id, menu.code from added cross join menu where menu.seeded and 'user' = any(menu.account_types)`.execute(db)
}
