import type { ProjectFacts } from '@emberwatch/contract'
import { sql, type Kysely } from 'kysely'
import type { Actor } from '../../platform/context.ts'
import { isBelow } from '../../platform/database/scope.ts'
import { isSecondPerson } from '../access/second-person.ts'
import type { Tables } from '../../tables/index.ts'

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

/**
 * Whether somebody is above the applicant, and is not the applicant using another account. Nobody is above the operating company; there,
 * another of its accounts decides.
 */
export const isAbove = (
  actor: Pick<Actor, 'companyPath' | 'accountId' | 'issuer'>,
  { applicant_path, applied_by, applied_for }: Application,
): boolean => {
  if (applicant_path === null || actor.companyPath === '') return false
  if (applied_by !== null && !isSecondPerson(actor, [applied_by, applied_for])) return false
  if (applicant_path === actor.companyPath) return !applicant_path.includes('.')
  return isBelow(applicant_path, actor.companyPath)
}

/** The facts of a project that its state graphs need. `db` may be unscoped: the caller found the project in their scope. */
export const factsOf = async (
  db: Kysely<Tables>,
  actor: Actor,
  project: Application & { readonly id: number; readonly audit: ProjectFacts['audit']; readonly stopped: boolean },
): Promise<ProjectFacts> => {
  const counted = await db
    .selectFrom('project')
    .select([devices.as('devices'), openInstallOrders.as('openInstallOrders'), openServiceOrders.as('openServiceOrders')])
    .where('id', '=', project.id)
    .executeTakeFirstOrThrow()
  return { ...counted, audit: project.audit, stopped: project.stopped, aboveApplicant: isAbove(actor, project) }
}
