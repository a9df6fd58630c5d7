import { applicationStates, decide, type endpoints, type InputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import { canonicalJson } from '../../../platform/audit.ts'
import { assertStaff } from '../../base/access/assert-staff.ts'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import { emitProject } from './project.events.ts'
import { factsOf } from './project.facts.ts'
import { assertSaid, buildingOf, columnsOf, customerFor, refuseChoice, replaceAdmins, typeChange } from './project.rules.ts'
import { newApplication } from './resubmit-project.ts'
import { tellAuditors } from './tell-auditors.ts'

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
    if (again) await tellAuditors(ctx, write, { ...project, name: input.name, ...newApplication(ctx, write, project) })
    emitProject(write, { ...project, customer_id: input.customerId }, 'update')
    return { id: project.id }
  })

/** A change for the audit log. Stored JSON comes back with its keys in another order. */
const changed = (before: unknown, after: unknown): [before: unknown, after: unknown] | null =>
  canonicalJson(before) === canonicalJson(after) ? null : [before, after]
