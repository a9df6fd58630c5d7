import { applicationStates, type endpoints, type InputOf, pageAddress } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { sendMessages } from '../../base/message/send-messages.ts'
import { transitionProject } from './transition-project.ts'

/** Rejects a project, with a reason. Editing it submits it again. */
export const rejectApplication = (
  ctx: Ctx,
  { id, reason }: InputOf<typeof endpoints.projectUnionApply.reject>,
): Promise<{ id: number }> =>
  transitionProject(ctx, id, {
    graph: applicationStates,
    field: 'audit',
    action: 'reject',
    verb: 'projectUnionApply.reject',
    changes: (write) => ({ decided_at: write.at.toISOString(), decided_by: write.by, reject_reason: reason }),
    after: async (write, { name, applied_by }) => {
      if (applied_by !== null)
        await sendMessages(
          write,
          [applied_by],
          'projectRejected',
          { project: name, reason },
          pageAddress('projectDetail', { id }),
        )
    },
  })
