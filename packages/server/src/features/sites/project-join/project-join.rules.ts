import { decide, DomainError, joinStates } from '@emberwatch/contract'
import type { Selectable } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { isBelow } from '../../../platform/database/scope.ts'
import { texts } from '../../../platform/i18n.ts'
import { lockRow } from '../../../platform/rows/rows.ts'
import type { Write } from '../../../platform/transact.ts'
import { lastEditor } from '../../../platform/versioned.ts'
import type { ProjectJoinTable } from '../../../tables/projects.tables.ts'
import { administratorsOf } from '../../base/tenant/tenant.reads.ts'
import { rightsChanged } from '../../base/access/end-sessions.ts'

export type StoredJoin = Selectable<ProjectJoinTable>

/** Whether the caller is on the project's side: its company, or one above it. */
export const isOwnSide = ({ actor }: Pick<Ctx, 'actor'>, { path }: Pick<StoredJoin, 'path'>): boolean =>
  actor.companyPath !== '' && isBelow(path, actor.companyPath)

/**
 * An application in the caller's scope, locked, for which the action is allowed.
 * @throws notFound, noAccess, wrongState (naming who was first), precondition with the reason
 */
export const lockJoin = async (ctx: Ctx, write: Write, id: number, action: 'agree' | 'reject' | 'end'): Promise<StoredJoin> => {
  const join = await lockRow(write, 'project_join', { id })
  const verdict = decide(joinStates, action, join.state, { ownSide: isOwnSide(ctx, join) }, ctx.actor)
  if (verdict.allowed) return join
  const { enums, reasons } = texts[ctx.locale]
  if (verdict.reason === 'wrongState')
    throw new DomainError('wrongState', {
      state: enums.joinState[join.state],
      ...(await lastEditor(write.systemDb, 'project_join', id)),
    })
  if (verdict.reason === 'joinOwner') throw new DomainError('precondition', { reason: reasons.joinOwner })
  throw new DomainError('noAccess')
}

/** The names of the project and the company, for the audit log and for messages. */
export const namesOf = async (
  write: Write,
  { project_id, joiner_id }: Pick<StoredJoin, 'project_id' | 'joiner_id'>,
): Promise<{ project: string; code: string; company: string }> => {
  const { systemDb } = write // not scoped: names for a row that the caller sees
  const project = await systemDb
    .selectFrom('project')
    .select(['name', 'code'])
    .where('id', '=', project_id)
    .executeTakeFirstOrThrow()
  const company = await systemDb.selectFrom('company').select('name').where('id', '=', joiner_id).executeTakeFirstOrThrow()
  return { project: project.name, code: project.code, company: company.name }
}

/** The people told of an application: administrators of the project's company, and those who look after the project. */
export const decidersOf = async (write: Write, projectId: number, companyId: number): Promise<number[]> => {
  const [people, admins] = await Promise.all([
    administratorsOf(write.systemDb, [companyId]),
    write.systemDb.selectFrom('project_admin').select('account_id').where('project_id', '=', projectId).execute(),
  ])
  return [...people.map(({ id }) => id), ...admins.map(({ account_id }) => account_id)]
}

/** People of the company see more, or less, from now on. Their open consoles follow at once. */
export const announceRights = async (write: Write, joinerId: number): Promise<void> => {
  const people = await write.systemDb
    .selectFrom('account')
    .select('id')
    .where('company_id', '=', joinerId)
    .where('type', 'not in', ['customer', 'user'])
    .where('deleted_at', 'is', null)
    .execute()
  if (people.length > 0)
    rightsChanged(
      write,
      people.map(({ id }) => id),
    )
}
