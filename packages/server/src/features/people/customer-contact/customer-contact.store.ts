import { sql, type Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'

/** A customer's contacts, in their order. */
export const contactIds = async (db: Kysely<Tables>, customerId: number): Promise<number[]> => {
  const rows = await db
    .selectFrom('customer_contact')
    .select('id')
    .where('customer_id', '=', customerId)
    .orderBy('seq')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Numbers contacts from 1 in the given order. */
export const numberContacts = async (db: Kysely<Tables>, ids: readonly number[]): Promise<void> => {
  await sql`update customer_contact set seq = wanted.seq
    from unnest(${ids}::bigint[]) with ordinality as wanted (id, seq)
    where customer_contact.id = wanted.id and customer_contact.seq <> wanted.seq`.execute(db)
}
