import { expiringDays, type ProjectFacts } from '@emberwatch/contract'
import { sql, type RawBuilder, type Kysely } from 'kysely'
import type { Ctx, Actor } from '../../../platform/context.ts'
import { isBelow } from '../../../platform/database/scope.ts'
import { staffWith, isSecondPerson } from '../../base/access/access.rules.ts'
import type { Tables } from '../../../tables/index.ts'

/** Calendar days, in the project's time zone, until the day in `column`; negative once it has passed. `project` must be part of the query. */
export const daysLeft = (ctx: Ctx, column: string): RawBuilder<number | null> =>
  sql`${sql.ref(column)} - (${ctx.clock.now()}::timestamptz at time zone project.time_zone)::date`

/** Whether the day in `column` has passed or is near. For queries without `project`; `projectId` names the column with its id. */
export const isExpiring = (ctx: Ctx, column: string, projectId: string): RawBuilder<boolean> =>
  sql`${sql.ref(column)} <= (select (${ctx.clock.now()}::timestamptz at time zone project.time_zone)::date
    from project where project.id = ${sql.ref(projectId)}) + ${sql.lit(expiringDays)}`

// Deliberately not scoped: only numbers about a project that the caller sees. An order that the caller does not see is open too.
export const devices = sql<number>`(select count(*) from device where device.project_id = project.id and device.deleted_at is null)`
export const openInstallOrders = sql<number>`(select count(*) from work_order o
  where o.project_id = project.id and o.kind = 'install' and o.status not in ('complete', 'cancelled') and o.deleted_at is null)`
export const openServiceOrders = sql<number>`(select count(*) from work_order o
  where o.project_id = project.id and o.kind in ('inspect', 'maintenance') and o.status not in ('complete', 'cancelled') and o.deleted_at is null)`

interface Application {
  readonly applicant_path: string | null
  readonly applied_by: number | null
  /** The person who had signed in as the applicant. */
  readonly applied_for: number | null
}

/** The applicant. In the operating company, where another account decides, this is the person behind a sign-in as somebody else. */
export const applicantOf = ({ companyPath, accountId, issuer }: Actor): number | null =>
  issuer !== null && companyPath !== '' && !companyPath.includes('.') ? issuer.accountId : accountId

/** Whether the actor is the applicant, whichever account was used. */
export const isApplicant = (
  actor: Pick<Actor, 'accountId' | 'issuer'>,
  { applied_by, applied_for }: Pick<Application, 'applied_by' | 'applied_for'>,
): boolean => applied_by !== null && !isSecondPerson(actor, [applied_by, applied_for])

/**
 * Whether the actor is the only person of the operating company who can approve projects: a company of one has no second pair of eyes
 * (decision 200). Never somebody who is signed in as another account, as that is a second one.
 */
export const decidesAlone = async (
  systemDb: Kysely<Tables>,
  { companyId, companyPath, accountId, issuer }: Actor,
  now: Date,
): Promise<boolean> => {
  if (companyId === null || accountId === null || issuer !== null || companyPath.includes('.')) return false
  const people = await staffWith(systemDb, companyId, 'projectUnionApply:agree', now)
  return people.every((id) => id === accountId)
}

/**
 * Whether somebody is above the applicant, and is not the applicant using another account. Nobody is above the operating company; there,
 * another of its accounts decides, and the applicant only if there is no other who could (`alone`).
 */
export const isAbove = (
  actor: Pick<Actor, 'companyPath' | 'accountId' | 'issuer'>,
  application: Application,
  alone: boolean,
): boolean => {
  const { applicant_path } = application
  if (applicant_path === null || actor.companyPath === '') return false
  if (isApplicant(actor, application)) return alone && applicant_path === actor.companyPath
  if (applicant_path === actor.companyPath) return !applicant_path.includes('.')
  return isBelow(applicant_path, actor.companyPath)
}

/** The facts of a project that its state graphs need. `db` may be unscoped: the caller found the project in their scope. */
export const factsOf = async (
  db: Kysely<Tables>,
  actor: Actor,
  project: Application & { readonly id: number; readonly audit: ProjectFacts['audit']; readonly stopped: boolean },
  now: Date,
): Promise<ProjectFacts> => {
  const counted = await db
    .selectFrom('project')
    .select([devices.as('devices'), openInstallOrders.as('openInstallOrders'), openServiceOrders.as('openServiceOrders')])
    .where('id', '=', project.id)
    .executeTakeFirstOrThrow()
  return {
    ...counted,
    audit: project.audit,
    stopped: project.stopped,
    aboveApplicant: isAbove(actor, project, await decidesAlone(db, actor, now)),
  }
}
