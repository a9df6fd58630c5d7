import { decide, DomainError, joinStates } from '@emberwatch/contract'
import type { Selectable } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { isBelow } from '../../../platform/database/scope.ts'
import { texts } from '../../../platform/i18n.ts'
import { lockRow } from '../../../platform/rows/rows.ts'
import type { Write } from '../../../platform/transact.ts'
import { lastEditor } from '../../../platform/versioned.ts'
import type { ProjectJoinTable } from '../../../tables/projects.tables.ts'

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
