import {
  closedOrderStatuses,
  DomainError,
  type CompanyKind,
  type endpoints,
  type InputOf,
  type OutputOf,
} from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { branchOf } from '../../base/tenant/tenant.reads.ts'

/** What disabling a company would stop: who could no longer sign in, and what they would no longer look after. */
export const stopsOf = async (
  ctx: Ctx,
  kind: CompanyKind,
  input: InputOf<typeof endpoints.distributor.stops>,
): Promise<OutputOf<typeof endpoints.distributor.stops>> => {
  const company = await ctx.db
    .selectFrom('company')
    .select(['id', 'path'])
    .where('id', '=', input.id)
    .where('type', '=', kind)
    .executeTakeFirst()
  if (!company) throw new DomainError('notFound', {}, 'id')
  const db = branchOf(ctx.systemDb, company.path)
  const now = ctx.clock.now().toISOString()
  const count = sql<number>`count(*)`.as('n')
  const [companies, accounts, sessions, held, orders, alarms] = await Promise.all([
    db.selectFrom('company').select(count).where('deleted_at', 'is', null).where('enabled', '=', true).executeTakeFirstOrThrow(),
    db.selectFrom('account').select(count).where('deleted_at', 'is', null).where('enabled', '=', true).executeTakeFirstOrThrow(),
    db
      .selectFrom('account')
      .innerJoin('session', 'session.account_id', 'account.id')
      .select(count)
      .where('session.expires_at', '>', now)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('company_count')
      .select([
        sql<number>`coalesce(sum(projects), 0)::int`.as('projects'),
        sql<number>`coalesce(sum(devices), 0)::int`.as('devices'),
      ])
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('work_order')
      .select(count)
      .where('status', 'not in', closedOrderStatuses)
      .where('deleted_at', 'is', null)
      .executeTakeFirstOrThrow(),
    db.selectFrom('alarm').select(count).where('state', 'in', ['unconfirmed', 'confirmed']).executeTakeFirstOrThrow(),
  ])
  return {
    companies: companies.n,
    accounts: accounts.n,
    sessions: sessions.n,
    ...held,
    openOrders: orders.n,
    openAlarms: alarms.n,
  }
}
