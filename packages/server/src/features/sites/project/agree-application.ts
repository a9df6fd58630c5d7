import { applicationStates, type endpoints, type InputOf, pageAddress } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { sendMessages } from '../../base/message/send-messages.ts'
import { isApplicant } from './project.facts.ts'
import { transitionProject } from './transition-project.ts'

/** Approves a project, so that its installation may begin. */
export const agreeApplication = (ctx: Ctx, { id }: InputOf<typeof endpoints.projectUnionApply.agree>): Promise<{ id: number }> =>
  transitionProject(ctx, id, {
    graph: applicationStates,
    field: 'audit',
    action: 'agree',
    // Of oneself: only if there was nobody else.
    verb: (project) => (isApplicant(ctx.actor, project) ? 'projectUnionApply.agreeAlone' : 'projectUnionApply.agree'),
    changes: (write) => ({ decided_at: write.at.toISOString(), decided_by: write.by, reject_reason: null }),
    after: async (write, { name, applied_by }) => {
      if (applied_by !== null)
        await sendMessages(write, [applied_by], 'projectAgreed', { project: name }, pageAddress('projectDetail', { id }))
    },
  })
