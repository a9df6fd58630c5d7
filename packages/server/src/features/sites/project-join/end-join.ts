import { type endpoints, type InputOf, pages } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { actorCompany, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { assertStaff } from '../../base/access/assert-staff.ts'
import { sendMessages } from '../../base/message/send-messages.ts'
import { emitProject } from '../project/project.events.ts'
import { decidersOf } from './deciders-of.ts'
import { isOwnSide, lockJoin } from './lock-join.ts'
import { namesOf } from './names-of.ts'
import { tellRights } from './tell-rights.ts'

/** Ends a join at once, by either side. A pending application is withdrawn. */
export const endJoin = (ctx: Ctx, input: InputOf<typeof endpoints.projectJoin.end>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    assertStaff(ctx)
    const join = await lockJoin(ctx, write, input.id, 'end')
    const { project, code, company } = await namesOf(write, join)
    // A company that never joined knows only the code.
    const known = join.state === 'agreed' ? project : code
    const changes = { state: 'ended' as const, reason: input.reason, ended_at: write.at.toISOString(), ended_by: write.by }
    await updateRow(write, 'project_join', join, changes, {
      action: 'projectJoin.end',
      name: `${isOwnSide(ctx, join) ? project : known} · ${company}`,
      owner: actorCompany(ctx),
      changes: { ended_at: null, ended_by: null },
    })
    const params = { company, reason: input.reason }
    const owners = await decidersOf(write, join.project_id, join.company_id)
    await sendMessages(
      write,
      owners.filter((id) => id !== ctx.actor.accountId),
      'joinEnded',
      { ...params, project },
      pages.projectJoinList,
    )
    if (join.applied_by !== null && join.applied_by !== ctx.actor.accountId)
      await sendMessages(write, [join.applied_by], 'joinEnded', { ...params, project: known }, pages.projectJoinList)
    await tellRights(write, join.joiner_id)
    emitProject(write, { id: join.project_id, path: join.path, customer_id: null }, 'joinEnd')
    return { id: join.id }
  })
