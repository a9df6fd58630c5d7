import type { TestWorld } from '../../../testing/context.ts'

/** Accounts of one customer of the north. The first has no number, and every second one reads English. Returns their ids. */
export const addCrowd = async (
  { db, companies, customers }: Pick<TestWorld, 'db' | 'companies' | 'customers'>,
  size: number,
): Promise<number[]> => {
  const { id: company_id, path } = companies.north
  const rows = Array.from({ length: size }, (_each, n) => ({
    company_id,
    path,
    customer_id: customers.north,
    type: 'customer' as const,
    account: `crowd${n}`,
    name: `Person ${n}`,
    password_hash: '-',
    phone: n === 0 ? null : `138${String(n).padStart(8, '0')}`,
    language: n % 2 === 0 ? 'en' : 'zh',
  }))
  return (await db.insertInto('account').values(rows).returning('id').execute()).map(({ id }) => id)
}

/** An SMS provider, so that SMS can be sent. */
export const addSmsProvider = async ({ db, companies }: TestWorld): Promise<void> => {
  const { id: company_id, path } = companies.siter
  await db
    .insertInto('notify_provider')
    .values({
      company_id,
      path,
      channel: 'sms',
      kind: 'httpSms',
      name: 'SMS',
      priority: 1,
      settings: '{}',
      token: 'token',
      rate_per_minute: 60,
      timeout_s: 10,
      enabled: true,
    })
    .execute()
}

/** What the audit log says was done with a task, in order. */
export const auditsOfTask = async ({ db }: Pick<TestWorld, 'db'>, id: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('audit_log')
    .select('action')
    .where('object_kind', '=', 'message_task')
    .where('object_id', '=', String(id))
    .orderBy('id')
    .execute()
  return rows.map(({ action }) => action)
}
