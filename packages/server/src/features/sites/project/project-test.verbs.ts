import { pageAddress, DomainError, longestTestMs, type endpoints, type InputOf } from '@emberwatch/contract'
import { sql, type Kysely } from 'kysely'
import { type Write, transact } from '../../../platform/transact.ts'
import type { Tables } from '../../../tables/index.ts'
import { sendMessages } from '../../base/message/message.verbs.ts'
import { assertStaff } from '../../base/access/access.rules.ts'
import type { Ctx } from '../../../platform/context.ts'
import { assertFuture } from '../../../platform/refuse-field.ts'
import { insertRow, lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { lockProject } from './project-part.rules.ts'
import { emitProject } from './project.events.ts'
import { refuseChoice, throwPrecondition } from './project.rules.ts'

/** The number of open test alarms of `project.id` whose source has not been restored. */
export const activeTestAlarms = sql<number>`(select count(*) from alarm
  where alarm.project_id = project.id and alarm.state in ('unconfirmed', 'confirmed') and alarm.test and alarm.source_active)`

const receiversOf = async (db: Kysely<Tables>, projectId: number, madeBy: number | null): Promise<number[]> => {
  const admins = await db.selectFrom('project_admin').select('account_id').where('project_id', '=', projectId).execute()
  return [...admins.map((row) => row.account_id), ...(madeBy === null ? [] : [madeBy])]
}

/**
 * A test has ended, and a detector that it set off still reports its alarm. Whoever made the test, and those who look after the project,
 * are notified, since no new signal may follow. Until somebody has checked, it may be a fire.
 */
export const tellStillActive = async (
  write: Write,
  project: { readonly id: number; readonly name: string },
  madeBy: number | null,
): Promise<void> => {
  const { count } = await write.systemDb
    .selectFrom('project')
    .select(activeTestAlarms.as('count'))
    .where('id', '=', project.id)
    .executeTakeFirstOrThrow()
  if (count === 0) return
  const people = await receiversOf(write.systemDb, project.id, madeBy)
  await sendMessages(
    write,
    people,
    'testStillActive',
    { project: project.name, count },
    pageAddress('projectDetail', { id: project.id }),
  )
}

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

/** Ends a test early, or cancels one that has not begun: from now on its signals are real. */
export const endTest = (ctx: Ctx, { id }: InputOf<typeof endpoints.project.endTest>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    assertStaff(ctx)
    const test = await lockRow(write, 'project_test', { id })
    if (test.ended_at !== null || Date.parse(test.to_at) <= write.at.getTime()) throwPrecondition(ctx, 'testEnded')
    const project = await write.systemDb
      .selectFrom('project')
      .select(['id', 'name', 'path', 'customer_id'])
      .where('id', '=', test.project_id)
      .executeTakeFirst()
    if (!project) throw new DomainError('notFound', {}, 'id')
    const changes = { ended_at: write.at.toISOString(), ended_by: write.by }
    await updateRow(write, 'project_test', test, changes, { action: 'projectTest.end', name: project.name })
    await tellStillActive(write, project, test.created_by)
    emitProject(write, project, 'testEnd')
    return { id }
  })
