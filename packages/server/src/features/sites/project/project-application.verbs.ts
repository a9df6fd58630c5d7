import { pages, applicationStates, type endpoints, type InputOf, pageAddress } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import type { Write } from '../../../platform/transact.ts'
import { administratorsOf, idsOf } from '../../base/tenant/tenant.reads.ts'
import { sendMessages } from '../../base/message/message.verbs.ts'
import { applicantOf, isApplicant } from './project.facts.ts'
import { transitionProject } from './project-life.verbs.ts'

/**
 * Tells the people who decide about an application: administrators of the company above the applicant's or, within the operating company,
 * its other administrators.
 */
export const notifyAuditors = async (
  ctx: Ctx,
  write: Write,
  { name, applicant_path }: { readonly id: number; readonly name: string; readonly applicant_path: string },
): Promise<void> => {
  const path = idsOf(applicant_path)
  const company = path.at(-2) ?? path.at(-1) ?? 0
  const people = await administratorsOf(write.systemDb, [company])
  const others = people.map(({ id }) => id).filter((id) => id !== ctx.actor.accountId)
  await sendMessages(write, others, 'projectApplied', { project: name, who: ctx.actor.name }, pages.projectAuditList)
}

/** The columns of a new application by the caller. */
export const newApplication = (ctx: Ctx, write: Write, project: { readonly path: string }) => ({
  audit: 'pending' as const,
  applied_at: write.at.toISOString(),
  applied_by: applicantOf(ctx.actor),
  applied_for: ctx.actor.issuer?.accountId ?? null,
  applicant_path: ctx.actor.companyPath || project.path,
  decided_at: null,
  decided_by: null,
  reject_reason: null,
})

/** Submits a rejected project again, unchanged. */
export const resubmitProject = (ctx: Ctx, { id }: InputOf<typeof endpoints.project.resubmit>): Promise<{ id: number }> =>
  transitionProject(ctx, id, {
    graph: applicationStates,
    field: 'audit',
    action: 'resubmit',
    verb: 'project.resubmit',
    changes: (write, project) => newApplication(ctx, write, project),
    after: (write, project) => notifyAuditors(ctx, write, { ...project, ...newApplication(ctx, write, project) }),
  })

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
