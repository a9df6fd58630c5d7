import { DomainError, type endpoints, type InputOf, limits, pages, pageAddress } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { isBelow } from '../../../platform/database/scope.ts'
import { translate } from '../../../platform/i18n.ts'
import { actorCompany, insertRow, updateRow, auditRow, lockRow } from '../../../platform/rows/rows.ts'
import { transact, transactBriefly } from '../../../platform/transact.ts'
import { assertStaff } from '../../base/access/access.rules.ts'
import { sendMessages } from '../../base/message/message.verbs.ts'
import { emitProject } from '../project/project.events.ts'
import { decidersOf, lockJoin, namesOf, announceRights, isOwnSide } from './project-join.rules.ts'
import { lockProject } from '../project/project-part.rules.ts'
import { oneByOne } from '../../../platform/one-by-one.ts'

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
    await announceRights(write, join.joiner_id)
    emitProject(write, { id: join.project_id, path: join.path, customer_id: null }, 'joinAgree')
    return { id: join.id }
  })

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
    await announceRights(write, join.joiner_id)
    emitProject(write, { id: join.project_id, path: join.path, customer_id: null }, 'joinEnd')
    return { id: join.id }
  })

/** How many are handled at a time; the rest follows in the next run. */
const atOnce = 200

/**
 * Ends joins that have expired, and those whose project has a new owner. Access has already ended by then (access/authenticate.ts); this
 * updates the list and tells both sides.
 */
export const expireJoins = async (ctx: Ctx): Promise<void> => {
  const { systemDb } = ctx // not scoped: the system's own job
  const over = await systemDb
    .selectFrom('project_join')
    .innerJoin('project', 'project.id', 'project_join.project_id')
    .select('project_join.id')
    .where('project_join.state', '=', 'agreed')
    .where((e) =>
      e.or([
        e('project_join.valid_until', '<=', ctx.clock.now().toISOString()),
        e('project.deleted_at', 'is not', null),
        e('project.company_id', '<>', e.ref('project_join.agreed_company_id')),
      ]),
    )
    .orderBy('project_join.id')
    .limit(atOnce)
    .execute()
  await oneByOne(over, ({ id }) => expire(ctx, id))
}

const expire = (ctx: Ctx, id: number): Promise<void> =>
  transactBriefly(ctx, async (write) => {
    const join = await lockRow(write, 'project_join', { id })
    const { project, company } = await namesOf(write, join)
    const audit = { action: 'projectJoin.expire', name: `${project} · ${company}` } as const
    // Another process was first.
    if (join.state !== 'agreed') return auditRow(write, 'project_join', join, { ...audit, result: 'alreadyEnded' })
    const changes = { state: 'ended' as const, ended_at: write.at.toISOString() }
    await updateRow(write, 'project_join', join, changes, { ...audit, changes: { ended_at: null } })
    const people = await decidersOf(write, join.project_id, join.company_id)
    const receivers = join.applied_by === null ? people : [...people, join.applied_by]
    await sendMessages(write, receivers, 'joinExpired', { project, company }, pages.projectJoinList)
    await announceRights(write, join.joiner_id)
  })
