import { DomainError, longestTestMs, type endpoints, type InputOf } from '@emberwatch/contract'
import { assertStaff } from '../../base/access/assert-staff.ts'
import type { Ctx } from '../../../platform/context.ts'
import { assertFuture } from '../../../platform/refuse-field.ts'
import { insertRow } from '../../../platform/rows/rows.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import { lockProject } from './lock-project.ts'
import { emitProject } from './project.events.ts'
import { refuseChoice } from './project.rules.ts'

type Input = InputOf<typeof endpoints.project.putOnTest>

/** The devices and gateways to put on test: those chosen, all of the project. */
const chosen = async (ctx: Ctx, write: Write, input: Input) => {
  const { whole, projectId, deviceIds = [], gatewayIds = [] } = input
  if (whole) return { device_ids: [], gateway_ids: [] }
  if (deviceIds.length + gatewayIds.length === 0) refuseChoice(ctx, 'whole', 'testNothing')
  const inProject = async (table: 'device' | 'gateway', ids: readonly number[]) => {
    if (ids.length === 0) return
    const found = await write.db
      .selectFrom<'device' | 'gateway'>(table)
      .select('id')
      .where('id', 'in', ids)
      .where('project_id', '=', projectId)
      .where('deleted_at', 'is', null)
      .execute()
    if (found.length < ids.length) refuseChoice(ctx, `${table}Ids`, 'testElsewhere')
  }
  await inProject('device', deviceIds)
  await inProject('gateway', gatewayIds)
  return { device_ids: [...deviceIds], gateway_ids: [...gatewayIds] }
}

/**
 * Puts a project, or some of its devices and gateways, on test for a time. What they report is stored and marked, and nobody is notified;
 * everything else alarms as usual. Ingest checks for running tests with each alarm that it stores, so a test counts from its commit on and
 * ends by the clock alone.
 */
export const putOnTest = (ctx: Ctx, input: Input): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    assertStaff(ctx)
    const project = await lockProject(write.db, input.projectId)
    if (!project) throw new DomainError('notFound', {}, 'projectId')
    const from = input.fromAt === undefined ? write.at : new Date(input.fromAt)
    // Nothing in the past is marked: to those who saw it, it was real.
    if (from < write.at) assertFuture(ctx, 'fromAt', input.fromAt, write.at)
    if (Date.parse(input.toAt) <= from.getTime()) assertFuture(ctx, 'toAt', input.toAt, from)
    if (Date.parse(input.toAt) - from.getTime() > longestTestMs) refuseChoice(ctx, 'toAt', 'testTooLong')
    const row = {
      company_id: project.company_id,
      path: project.path,
      customer_id: project.customer_id,
      project_id: project.id,
      from_at: from.toISOString(),
      to_at: input.toAt,
      whole: input.whole,
      ...(await chosen(ctx, write, input)),
      reason: input.reason,
      requested_by: input.requestedBy,
      identity_check: input.identityCheck,
    }
    const id = await insertRow(write, 'project_test', row, { action: 'projectTest.create', name: project.name })
    emitProject(write, project, 'test')
    return { id }
  })
