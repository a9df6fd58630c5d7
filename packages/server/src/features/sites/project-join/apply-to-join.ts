import { DomainError, type endpoints, type InputOf, limits, pages } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { isBelow } from '../../../platform/database/scope.ts'
import { translate } from '../../../platform/i18n.ts'
import { actorCompany, insertRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { assertStaff } from '../../base/access/assert-staff.ts'
import { sendMessages } from '../../base/message/send-messages.ts'
import { emitProject } from '../project/project.events.ts'
import { decidersOf } from './deciders-of.ts'

const dayMs = 86_400_000

/**
 * Applies for the caller's company to join another company's project, by its code. Until the owner has agreed, the applicant sees nothing
 * of it but the code.
 * @throws DomainError notHere at `code`: unknown, already visible, already applied for, or too often
 */
export const applyToJoin = (ctx: Ctx, input: InputOf<typeof endpoints.projectJoin.create>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    assertStaff(ctx)
    const { companyId, companyPath, accountId } = ctx.actor
    const refuse = (reason: 'joinCodeUnknown' | 'joinSeen' | 'joinWaiting' | 'joinTooOften', params = {}): never => {
      throw new DomainError('notHere', { reason: translate(ctx.locale, `reasons.${reason}`, params) }, 'code')
    }
    if (companyId === null) throw new DomainError('noAccess')
    // Not scoped: the project is outside the caller's scope. Locked, so that a hand-over happens before or after this.
    const project = await write.systemDb
      .selectFrom('project')
      .select(['id', 'name', 'company_id', 'path'])
      .where('code', '=', input.code.trim())
      .where('audit', '=', 'approved')
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!project) return refuse('joinCodeUnknown')
    if (isBelow(project.path, companyPath)) return refuse('joinSeen')
    const open = await write.systemDb
      .selectFrom('project_join')
      .select('id')
      .where('project_id', '=', project.id)
      .where('joiner_id', '=', companyId)
      .where('state', 'in', ['pending', 'agreed'])
      .executeTakeFirst()
    if (open) return refuse('joinWaiting')
    // A company that was rejected may ask again, but must not pester those who decide.
    const { joinApplications: count, joinApplicationDays: days } = limits
    const before = await write.systemDb
      .selectFrom('project_join')
      .select('created_at')
      .where('project_id', '=', project.id)
      .where('joiner_id', '=', companyId)
      .orderBy('created_at', 'desc')
      .offset(count - 1)
      .limit(1)
      .executeTakeFirst()
    const wait = before === undefined ? 0 : Math.ceil(days - (write.at.getTime() - Date.parse(before.created_at)) / dayMs)
    if (wait > 0) return refuse('joinTooOften', { count, days, wait })
    const row = {
      company_id: project.company_id,
      path: project.path,
      project_id: project.id,
      joiner_id: companyId,
      note: input.note ?? '',
      applied_by: accountId,
    }
    // In the applicant's own log, named by what they know: the code.
    const id = await insertRow(write, 'project_join', row, {
      action: 'projectJoin.create',
      name: input.code,
      owner: actorCompany(ctx),
      changes: { project_id: null, joiner_id: null, applied_by: null, code: [null, input.code] },
    })
    const company = await write.systemDb
      .selectFrom('company')
      .select('name')
      .where('id', '=', companyId)
      .executeTakeFirstOrThrow()
    const params = { company: company.name, project: project.name }
    await sendMessages(
      write,
      await decidersOf(write, project.id, project.company_id),
      'joinApplied',
      params,
      pages.projectJoinList,
    )
    emitProject(write, { id: project.id, path: project.path, customer_id: null }, 'joinApply')
    return { id }
  })
