import { type endpoints, type InputOf, pages } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { actorCompany, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { assertStaff } from '../../base/access/assert-staff.ts'
import { sendMessages } from '../../base/message/send-messages.ts'
import { emitProject } from '../project/project.events.ts'
import { lockJoin } from './lock-join.ts'
import { namesOf } from './names-of.ts'

/** Rejects an application, with a reason that the applicant reads. They may apply again. */
export const rejectJoin = (ctx: Ctx, input: InputOf<typeof endpoints.projectJoin.reject>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    assertStaff(ctx)
    const join = await lockJoin(ctx, write, input.id, 'reject')
    const { project, code, company } = await namesOf(write, join)
    const changes = { state: 'rejected' as const, reason: input.reason, decided_at: write.at.toISOString(), decided_by: write.by }
    await updateRow(write, 'project_join', join, changes, {
      action: 'projectJoin.reject',
      name: `${project} · ${company}`,
      owner: actorCompany(ctx),
      changes: { decided_at: null, decided_by: null },
    })
    // By its code: the applicant never learns its name.
    if (join.applied_by !== null)
      await sendMessages(write, [join.applied_by], 'joinRejected', { project: code, reason: input.reason }, pages.projectJoinList)
    emitProject(write, { id: join.project_id, path: join.path, customer_id: null }, 'joinReject')
    return { id: join.id }
  })
