import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import { isInBranch } from '../../../platform/rows/in-branch.ts'
import { type EnumValue, pages } from '@emberwatch/contract'
import { noteUsed, pushesChanged, cancelWaiting } from '../push-endpoint/push-queue.ts'
import { notifyOwner } from '../push-endpoint/push-endpoint-control.verbs.ts'

/** A project push whose project is no longer in the scope of the endpoint's company, or was deleted. */
const isStray = sql<boolean>`p.state = 'active' and project.id = p.project_id and endpoint.id = p.endpoint_id
  and (project.deleted_at is not null or not ${isInBranch('project.path', 'endpoint.path')})`

interface Ended {
  readonly id: number
  readonly company_id: number
  readonly path: string
  readonly endpoint_id: number
  readonly endpoint: string
  readonly project_name: string
  readonly end_reason: EnumValue<'pushEndReason'>
}

/**
 * Ends the project pushes whose project has left, in the write that moves it; what waits is not sent. Whoever collects and sends checks it as
 * well, so that nothing goes to a former owner even before.
 */
export const endStrayPushes = async (write: Write): Promise<number> => {
  const { rows } = await sql<Ended>`
    update project_push as p
       set state = 'ended', end_reason = case when project.deleted_at is null then 'projectLeft' else 'projectDeleted' end,
           ended_at = ${write.at}, version = p.version + 1, updated_at = ${write.at}, updated_by = ${write.by}
      from project, push_endpoint endpoint
     where ${isStray}
    returning p.id, endpoint.company_id, endpoint.path, p.endpoint_id, endpoint.name as endpoint, p.project_name, p.end_reason`.execute(
    write.systemDb,
  )
  if (rows.length === 0) return 0
  await cancelWaiting(write.systemDb, { pushIds: rows.map(({ id }) => id) }, write.at)
  await noteUsed(
    write.systemDb,
    rows.map(({ endpoint_id: id }) => id),
    write.at,
  )
  for (const row of rows) {
    write.audit({
      action: 'projectPush.end',
      object: { kind: 'project_push', id: row.id, name: `${row.project_name} → ${row.endpoint}` },
      owner: { companyId: row.company_id, path: row.path },
      changes: { state: ['active', 'ended'], endReason: [null, row.end_reason] },
    })
    const endpoint = { id: row.endpoint_id, company_id: row.company_id, name: row.endpoint }
    await notifyOwner(write, endpoint, 'pushEnded', { project: row.project_name }, pages.projectPushList)
  }
  await pushesChanged(write.systemDb)
  return rows.length
}

/** The job: ends what no write has ended, such as the pushes of deleted projects. */
export const endStray = async (ctx: Ctx): Promise<void> => {
  const { rows } = await sql`select from project_push p, project, push_endpoint endpoint where ${isStray} limit 1`.execute(
    ctx.systemDb,
  )
  if (rows.length > 0) await transact(ctx, endStrayPushes)
}
