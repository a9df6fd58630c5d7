import { sql } from 'kysely'
import type { Write } from '../../../platform/transact.ts'

/** Copies a customer to another company, which the caller has locked, as the customer of a project that goes there. Returns the id of the copy. */
export const copyCustomer = async (
  write: Write,
  id: number,
  company: { readonly id: number; readonly path: string },
  by: number | null,
): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    insert into customer (company_id, path, type, name, contacter, phone, email, address, country, province, city, region,
      notify_methods, created_at, created_by, updated_at, updated_by)
    select ${company.id}, ${company.path}, type, name, contacter, phone, email, address, country, province, city, region,
      notify_methods, ${write.at}, ${by}, ${write.at}, ${by} from customer where id = ${id}
    returning id`.execute(write.systemDb)
  return rows[0]?.id ?? 0
}
