import type { endpoints, EnumValue, InputOf, KioskLinkRow, OutputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { listPage } from '../../../platform/list.ts'
import { fields, tracked } from '../../../platform/rows/columns.ts'
import { filtered } from '../../../platform/rows/filter.ts'

type Page = typeof endpoints.kioskLink.page

const read = (ctx: Ctx, ids: readonly number[]): Promise<KioskLinkRow[]> => {
  const now = ctx.clock.now().toISOString()
  return ctx.db
    .selectFrom('kiosk_link')
    .innerJoin('company', 'company.id', 'kiosk_link.company_id')
    .leftJoin('project', 'project.id', 'kiosk_link.project_id')
    .select(fields('kiosk_link', ['id', 'name', 'companyId', 'projectId', 'validUntil']))
    .select(['company.name as companyName', 'project.name as projectName'])
    .select([
      sql<EnumValue<'kioskState'>>`case when kiosk_link.revoked_at is not null then 'revoked'
        when kiosk_link.valid_until <= ${now} then 'expired' else 'valid' end`.as('kioskState'),
      // An open screen is seen every minute.
      sql<string | null>`greatest(kiosk_link.last_used_at,
        (select max(last_seen_at) from kiosk_session where link_id = kiosk_link.id))`.as('lastUsedAt'),
      sql<number>`(select count(*) from kiosk_session where link_id = kiosk_link.id and last_seen_at > ${now}::timestamptz - interval '3 minutes')`.as(
        'screens',
      ),
    ])
    .select(tracked('kiosk_link'))
    .where('kiosk_link.id', 'in', ids)
    .execute()
}

/** Kiosk links in scope, the newest first. Revoked and expired ones stay in the list. */
export const pageKioskLinks = (ctx: Ctx, input: InputOf<Page>): Promise<OutputOf<Page>> =>
  listPage<KioskLinkRow>(ctx.db, input, {
    rows: filtered(ctx.db.selectFrom('kiosk_link'), 'kiosk_link', input, {
      equal: ['companyId', 'projectId'],
      containing: ['name'],
      between: 'created_at',
    }),
    key: 'kiosk_link.id',
    sorts: { name: 'kiosk_link.name', validUntil: 'kiosk_link.valid_until', createdAt: 'kiosk_link.created_at' },
    defaultSort: { by: 'createdAt', order: 'desc' },
    read: (ids) => read(ctx, ids),
  })
