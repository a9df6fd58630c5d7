import { DomainError, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import { sql, type Kysely } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { pathsOn } from '../../base/tenant/tenant.reads.ts'
import type { Tables } from '../../../tables/index.ts'
import { ownProjects } from '../../../tables/reach.ts'
import { joinersOf } from '../../base/access/authenticate.ts'
import { holdersOf } from '../../base/access/access.rules.ts'

/** The project whose alarms somebody handles. */
export interface Site {
  readonly id: number
  readonly name: string
  readonly company_id: number
  readonly path: string
  readonly customer_id: number | null
}

/**
 * People who may handle the alarms of a site: they may confirm alarms and see the site. Staff with a narrow data scope see it if it is
 * assigned to them, is their own, or belongs to their company. People of a company that has joined it with that right see it too.
 */
export const operatorsOf = (db: Kysely<Tables>, site: Pick<Site, 'id' | 'path' | 'customer_id'>, now: Date) => {
  const branches = pathsOn(site.path)
  const scopes = sql`(select role.data_scope from account_role join role on role.id = account_role.role_id and role.enabled
    where account_role.account_id = account.id)`
  const isTheirs = sql<boolean>`(exists (select from account_project where account_project.account_id = account.id and account_project.project_id = ${site.id})
    or ('own' in ${scopes} and ${site.id} in (${ownProjects(sql.ref('account.id'))})))`
  return holdersOf(db, 'alarm:confirm', now).where((e) =>
    e.or([
      e.and([
        e('account.type', 'not in', ['customer', 'user']),
        e('account.path', 'in', branches),
        sql<boolean>`('branch' in ${scopes} or ('company' in ${scopes} and account.path = ${site.path}) or ${isTheirs})`,
      ]),
      e.and([
        e('account.type', 'not in', ['customer', 'user']),
        // Evaluated once, and served by the index on companies.
        sql<boolean>`account.company_id = any(array(${joinersOf(site.id, 'alarm', now)}))`,
        sql<boolean>`('branch' in ${scopes} or 'company' in ${scopes} or ${isTheirs})`,
      ]),
      e.and([e('account.type', '=', 'customer'), e('account.customer_id', '=', site.customer_id)]),
    ]),
  )
}

/** A site in the caller's scope. @throws notFound */
export const findSite = async (db: Kysely<Tables>, id: number): Promise<Site> => {
  const site = await db
    .selectFrom('project')
    .select(['id', 'name', 'company_id', 'path', 'customer_id'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!site) throw new DomainError('notFound', {}, 'projectId')
  return site
}

/** Those among them whom the caller may see. */
export const colleagues = async (
  ctx: Ctx,
  { projectId }: InputOf<typeof endpoints.alarmDesk.colleagues>,
): Promise<OutputOf<typeof endpoints.alarmDesk.colleagues>> => {
  const site = await findSite(ctx.db, projectId)
  return operatorsOf(ctx.db, site, ctx.clock.now())
    .leftJoin('company', 'company.id', 'account.company_id')
    .select(['account.id as value', sql<string>`concat_ws(' · ', account.name, company.name)`.as('label')])
    .orderBy('account.name')
    .orderBy('account.id')
    .limit(500)
    .execute()
}
