import { DomainError, type endpoints, type InputOf, applicationStates, decide, alarmCode } from '@emberwatch/contract'
import { sql, type Kysely } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import {
  insertRow,
  lockRow,
  updateRow,
  deleteRow,
  dependantLimit,
  refuseInUse,
  type Dependant,
} from '../../../platform/rows/rows.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import { assertStaff } from '../../base/access/access.rules.ts'
import { companyInScope } from '../../base/tenant/tenant.reads.ts'
import { lockOwner } from '../../base/tenant/tenant.rules.ts'
import { assertQuota } from '../../base/tenant/quotas.ts'
import { emitProject } from './project.events.ts'
import { applicantOf, factsOf } from './project.facts.ts'
import {
  assertSaid,
  buildingOf,
  columnsOf,
  customerFor,
  replaceAdmins,
  termsOf,
  typeChange,
  refuseChoice,
} from './project.rules.ts'
import { notifyAuditors, newApplication } from './project-application.verbs.ts'
import { canonicalJson } from '../../../platform/audit.ts'
import type { Tables } from '../../../tables/index.ts'

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
  await notifyAuditors(ctx, write, { id, name: input.name, applicant_path: row.applicant_path })
  emitProject(write, { id, ...owner }, 'create')
  return id
}

/** Creates a project, which is an application until somebody above has approved it. */
export const createProject = (ctx: Ctx, input: Input): Promise<{ id: number }> =>
  transact(ctx, async (write) => ({ id: await addProject(ctx, write, input) }))

/** Whether there is or was anything in the project that carries its customer. */
const isOccupied = async (write: Write, id: number): Promise<boolean> => {
  // Not scoped: what the caller does not see counts too.
  const { rows } = await sql<{ occupied: boolean }>`select
    exists (select from gateway where project_id = ${id}) or exists (select from device where project_id = ${id})
    or exists (select from work_order where project_id = ${id}) or exists (select from sign_site where project_id = ${id})
    or exists (select from alarm where project_id = ${id}) or exists (select from fault where project_id = ${id})
    or exists (select from project_test where project_id = ${id}) or exists (select from floor_plan where project_id = ${id})
    or exists (select from user_feedback where project_id = ${id}) as occupied`.execute(write.systemDb)
  return rows[0]?.occupied ?? true
}

/** Edits a project. Editing a rejected one submits it again. */
export const updateProject = (ctx: Ctx, input: InputOf<typeof endpoints.project.update>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    assertStaff(ctx)
    const project = await lockRow(write, 'project', input)
    await assertSaid(ctx, write, input, project)
    if (input.customerId !== project.customer_id) {
      await customerFor(ctx, write, input.customerId, project.path)
      if (await isOccupied(write, project.id)) refuseChoice(ctx, 'customerId', 'projectCustomerFixed')
    }
    const facts = await factsOf(write.systemDb, ctx.actor, project, write.at)
    const again = decide(applicationStates, 'resubmit', project.audit, facts, ctx.actor).allowed
    const application = again ? newApplication(ctx, write, project) : {}
    const building = buildingOf(input)
    const admins = await replaceAdmins(ctx, write, project, input.adminIds)
    const changes = {
      ...columnsOf(input, project),
      customer_id: input.customerId,
      time_zone: input.timeZone ?? project.time_zone,
      building: JSON.stringify(building),
      ...application,
    }
    const hours = input.quietHours ?? null
    await updateRow(write, 'project', project, changes, {
      action: 'project.update',
      changes: {
        building: changed(project.building, building),
        quiet_hours: changed(project.quiet_hours, hours),
        ...(await typeChange(write, project.type_id, input.typeId)),
        applied_at: null,
        applied_by: null,
        applied_for: null,
        applicant_path: null,
        adminIds: admins,
      },
    })
    if (again) await notifyAuditors(ctx, write, { ...project, name: input.name, ...newApplication(ctx, write, project) })
    emitProject(write, { ...project, customer_id: input.customerId }, 'update')
    return { id: project.id }
  })

/** A change for the audit log. Stored JSON comes back with its keys in another order. */
const changed = (before: unknown, after: unknown): [before: unknown, after: unknown] | null =>
  canonicalJson(before) === canonicalJson(after) ? null : [before, after]

/** Some of each kind of what is in a project, and of what ever happened there. */
const dependantsOf = async (db: Kysely<Tables>, id: number, timeZone: string): Promise<Dependant[]> => {
  const some = <T extends 'gateway' | 'device' | 'work_order'>(table: T) =>
    db
      .selectFrom<'gateway' | 'device' | 'work_order'>(table)
      .select('code as label')
      .where('project_id', '=', id)
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(dependantLimit)
      .execute()
  const [gateways, devices, orders, sites, alarms] = await Promise.all([
    some('gateway'),
    some('device'),
    some('work_order'),
    db.selectFrom('sign_site').select('name as label').where('project_id', '=', id).limit(dependantLimit).execute(),
    db
      .selectFrom('alarm')
      .select(['id', 'first_at'])
      .where('project_id', '=', id)
      .orderBy('first_at', 'desc')
      .limit(dependantLimit)
      .execute(),
  ])
  const named = alarms.map((alarm) => ({ label: alarmCode(alarm.id, alarm.first_at, timeZone) }))
  return [...gateways, ...devices, ...orders, ...sites, ...named]
}

/** Deletes a project in which there is nothing and nothing has happened; otherwise the error names what there is. */
export const removeProject = (ctx: Ctx, input: InputOf<typeof endpoints.project.remove>): Promise<null> =>
  transact(ctx, async (write) => {
    assertStaff(ctx)
    const project = await lockRow(write, 'project', input, 'delete')
    await refuseInUse(write, (db) => dependantsOf(db, project.id, project.time_zone))
    await deleteRow(write, 'project', project, { action: 'project.del' })
    emitProject(write, project, 'del')
    return null
  })
