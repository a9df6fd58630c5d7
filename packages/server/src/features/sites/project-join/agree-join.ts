import { DomainError, type endpoints, type InputOf, pageAddress } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { actorCompany, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { assertStaff } from '../../base/access/assert-staff.ts'
import { sendMessages } from '../../base/message/send-messages.ts'
import { emitProject } from '../project/project.events.ts'
import { lockProject } from '../project/lock-project.ts'
import { lockJoin } from './lock-join.ts'
import { namesOf } from './names-of.ts'
import { tellRights } from './tell-rights.ts'

/** Lets the company join: it sees the project, and may do there what was agreed, until the validity ends or somebody ends it. */
export const agreeJoin = (ctx: Ctx, input: InputOf<typeof endpoints.projectJoin.agree>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    assertStaff(ctx)
    const join = await lockJoin(ctx, write, input.id, 'agree')
    const project = await lockProject(write.db, join.project_id)
    if (!project) throw new DomainError('notFound', {}, 'id')
    if (input.validUntil !== undefined && new Date(input.validUntil) <= write.at)
      throw new DomainError('notHere', { reason: translate(ctx.locale, 'reasons.joinPast') }, 'validUntil')
    const { company, ...names } = await namesOf(write, join)
    const changes = {
      state: 'agreed' as const,
      rights: [...input.rights],
      valid_until: input.validUntil ?? null,
      agreed_company_id: project.company_id,
      decided_at: write.at.toISOString(),
      decided_by: write.by,
    }
    await updateRow(write, 'project_join', join, changes, {
      action: 'projectJoin.agree',
      name: `${names.project} · ${company}`,
      owner: actorCompany(ctx),
      changes: { agreed_company_id: null, decided_at: null, decided_by: null },
    })
    if (join.applied_by !== null)
      await sendMessages(
        write,
        [join.applied_by],
        'joinAgreed',
        { project: names.project },
        pageAddress('projectDetail', { id: project.id }),
      )
    await tellRights(write, join.joiner_id)
    emitProject(write, { id: join.project_id, path: join.path, customer_id: null }, 'joinAgree')
    return { id: join.id }
  })
