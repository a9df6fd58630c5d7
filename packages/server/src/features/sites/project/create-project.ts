import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { insertRow } from '../../../platform/rows/rows.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import { assertStaff } from '../../base/access/assert-staff.ts'
import { companyInScope } from '../../base/tenant/company-in-scope.ts'
import { lockOwner } from '../../base/tenant/lock-owner.ts'
import { assertQuota } from '../../base/tenant/quotas.ts'
import { emitProject } from './project.events.ts'
import { applicantOf } from './project.facts.ts'
import { assertSaid, buildingOf, columnsOf, customerFor, replaceAdmins, termsOf, typeChange } from './project.rules.ts'
import { tellAuditors } from './tell-auditors.ts'

type Input = InputOf<typeof endpoints.project.create>

/** P-20261122-17: the day of creation in the project's time zone, and its number. */
const generatedCode = (id: number, at: Date, timeZone: string): string =>
  `P-${new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at).replaceAll('-', '')}-${id}`

/**
 * Adds a project within a write. Returns its id. It belongs to the given company, or else to its customer's, and waits for approval by
 * somebody above the applicant.
 * @throws DomainError notFound, notHere at a field, duplicate, quotaReached
 */
export const addProject = async (ctx: Ctx, write: Write, input: Input): Promise<number> => {
  assertStaff(ctx)
  await assertSaid(ctx, write, input)
  const named = input.companyId === undefined ? undefined : await companyInScope(write.db, input.companyId)
  if (input.companyId !== undefined && !named) throw new DomainError('notFound', {}, 'companyId')
  const customer = await customerFor(ctx, write, input.customerId, named?.path)
  const company = named ?? (await companyInScope(write.db, customer.company_id))
  if (!company) throw new DomainError('notFound', {}, 'customerId')
  // Not scoped: the company was found in the caller's scope.
  await lockOwner(write.systemDb, company.id)
  const { id } = await write.systemDb
    .selectNoFrom(sql<number>`nextval(pg_get_serial_sequence('project', 'id'))`.as('id'))
    .executeTakeFirstOrThrow()
  const time_zone = input.timeZone ?? company.time_zone
  const code = input.code ?? generatedCode(id, write.at, time_zone)
  const owner = { company_id: company.id, path: company.path, customer_id: customer.id }
  const row = {
    id,
    ...owner,
    code,
    time_zone,
    ...columnsOf(input, await termsOf(write, input.typeId)),
    building: JSON.stringify(buildingOf(input)),
    applied_at: write.at,
    applied_by: applicantOf(ctx.actor),
    applied_for: ctx.actor.issuer?.accountId ?? null,
    applicant_path: ctx.actor.companyPath || company.path,
  }
  const admins = input.adminIds ?? []
  await insertRow(write, 'project', row, {
    action: 'project.create',
    unique: ['code', code],
    changes: {
      id: null,
      applied_at: null,
      applied_by: null,
      applied_for: null,
      applicant_path: null,
      building: [null, buildingOf(input)],
      quiet_hours: input.quietHours ? [null, input.quietHours] : null,
      ...(await typeChange(write, null, input.typeId)),
      adminIds: admins.length > 0 ? [null, admins] : null,
    },
  })
  await replaceAdmins(ctx, write, { id, path: company.path }, input.adminIds)
  await assertQuota(ctx, write, company.path, 'projects')
  await tellAuditors(ctx, write, { id, name: input.name, applicant_path: row.applicant_path })
  emitProject(write, { id, ...owner }, 'create')
  return id
}

/** Creates a project, which is an application until somebody above has approved it. */
export const createProject = (ctx: Ctx, input: Input): Promise<{ id: number }> =>
  transact(ctx, async (write) => ({ id: await addProject(ctx, write, input) }))
