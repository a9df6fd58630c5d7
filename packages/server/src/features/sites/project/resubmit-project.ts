import { applicationStates, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import type { Write } from '../../../platform/transact.ts'
import { applicantOf } from './project.facts.ts'
import { tellAuditors } from './tell-auditors.ts'
import { transitionProject } from './transition-project.ts'

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
    after: (write, project) => tellAuditors(ctx, write, { ...project, ...newApplication(ctx, write, project) }),
  })
