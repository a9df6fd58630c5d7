import { DomainError, limits, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { insertRow, lockRow, updateRow, auditRow, deleteRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { emitProject } from '../project/project.events.ts'
import { assertReachable, projectOfList } from './project-notifier.rules.ts'
import { listedIds, numberCalls } from './project-notifier.store.ts'

/** Adds a person at the end of a project's call list. */
export const createProjectNotifier = (
  ctx: Ctx,
  input: InputOf<typeof endpoints.projectNotifier.create>,
): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const project = await projectOfList(write, input.projectId, 'projectId')
    const listed = await listedIds(write.systemDb, project.id)
    if (listed.length >= limits.callListLength)
      throw new DomainError('precondition', {
        reason: translate(ctx.locale, 'reasons.callListFull', { count: limits.callListLength }),
      })
    const { projectId: project_id, email = null, accountId: account_id = null, ...fields } = input
    const person = { project_id, email, account_id, ...fields, seq: listed.length + 1 }
    await assertReachable(ctx, write, project, person)
    const owner = { companyId: project.company_id, path: project.path }
    const id = await insertRow(write, 'project_notifier', person, { action: 'projectNotifier.create', owner })
    emitProject(write, project, 'callList')
    return { id }
  })

/** Edits a person on a call list. Phone and email that are left out stay: editors see them masked. */
export const updateProjectNotifier = (
  ctx: Ctx,
  input: InputOf<typeof endpoints.projectNotifier.update>,
): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const row = await lockRow(write, 'project_notifier', input)
    const project = await projectOfList(write, row.project_id)
    const { id, version: _version, noEmail = false, accountId, phone = row.phone, email, ...fields } = input
    const person = {
      ...fields,
      phone,
      email: email ?? (noEmail ? null : row.email),
      account_id: accountId ?? null,
    }
    await assertReachable(ctx, write, project, person)
    const owner = { companyId: project.company_id, path: project.path }
    await updateRow(write, 'project_notifier', row, person, { action: 'projectNotifier.update', owner })
    emitProject(write, project, 'callList')
    return { id }
  })

/** Sets the order of a project's call list. All its people must be given: an order based on an outdated list would put the newest person anywhere. */
export const orderCalls = (ctx: Ctx, input: InputOf<typeof endpoints.projectNotifier.phoneSeq>): Promise<null> =>
  transact(ctx, async (write) => {
    const project = await projectOfList(write, input.projectId, 'projectId')
    const before = await listedIds(write.systemDb, project.id)
    if (before.length !== input.ids.length || before.some((id) => !input.ids.includes(id)))
      throw new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.callListChanged') }, 'ids')
    const rows = await write.db
      .selectFrom('project_notifier')
      .select(['id', 'name'])
      .where('project_id', '=', project.id)
      .execute()
    const nameOf = new Map(rows.map(({ id, name }) => [id, name]))
    const named = (ids: readonly number[]) => ids.map((id) => nameOf.get(id) ?? '').join(' → ')
    await numberCalls(write.systemDb, input.ids)
    write.audit({
      action: 'projectNotifier.phoneSeq',
      object: { kind: 'project', id: project.id, name: project.name },
      owner: { companyId: project.company_id, path: project.path },
      changes: { seq: [named(before), named(input.ids)] },
    })
    emitProject(write, project, 'callList')
    return null
  })

type Unmask = typeof endpoints.projectNotifier.unmask

/** Shows the phone and email of a person in full, and records that in the audit log. */
export const unmaskProjectNotifier = (ctx: Ctx, input: InputOf<Unmask>): Promise<OutputOf<Unmask>> =>
  transact(ctx, async (write) => {
    const row = await lockRow(write, 'project_notifier', input)
    const project = await projectOfList(write, row.project_id)
    const owner = { companyId: project.company_id, path: project.path }
    auditRow(write, 'project_notifier', row, { action: 'projectNotifier.unmask', owner })
    return { phone: row.phone, email: row.email }
  })

/** Removes a person from a call list; those after them move up. */
export const removeProjectNotifier = (ctx: Ctx, input: InputOf<typeof endpoints.projectNotifier.remove>): Promise<null> =>
  transact(ctx, async (write) => {
    const row = await lockRow(write, 'project_notifier', input, 'delete')
    const project = await projectOfList(write, row.project_id)
    const owner = { companyId: project.company_id, path: project.path }
    await deleteRow(write, 'project_notifier', row, { action: 'projectNotifier.del', owner })
    await numberCalls(write.systemDb, await listedIds(write.systemDb, project.id))
    emitProject(write, project, 'callList')
    return null
  })
