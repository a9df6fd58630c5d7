import { DomainError, listedIn, openAccessLimits, operationsOfRight, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Selectable } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { isBelow } from '../../../platform/database/scope.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { isNetwork } from '../../../platform/networks.ts'
import { assertFuture, refuseField } from '../../../platform/refuse-field.ts'
import type { Write } from '../../../platform/transact.ts'
import type { OpenAccessTable } from '../../../tables/open-access.tables.ts'
import { assertStaff } from '../../base/access/access.rules.ts'
import { coversScope } from '../../people/role/control.ts'
import { projectsOfKey } from './open-access.store.ts'

type Input = Omit<InputOf<typeof endpoints.openAccess.create>, 'companyId'>
type Grants = Pick<Input, 'keyRights' | 'dataScope'>

/**
 * Whoever makes a key, changes it or is shown its secret can do whatever it may do, for as long as it lasts. So it must have no right and no
 * data scope that they lack, and a session opened with a ticket, which would end before it, may not.
 * @throws DomainError notInPerson, grantBeyondOwn naming what is beyond
 */
export const assertGrantsKey = (ctx: Ctx, { keyRights, dataScope }: Grants): void => {
  const { actor, locale } = ctx
  assertStaff(ctx)
  if (actor.issuer) throw new DomainError('notInPerson')
  const beyond = keyRights.filter((right) => !operationsOfRight[right].every((code) => actor.operations.has(code)))
  if (beyond.length > 0) {
    const grants = listedIn(
      locale,
      beyond.map((right) => enumLabel(locale, 'openRight', right)),
    )
    throw new DomainError('grantBeyondOwn', { grants }, 'keyRights')
  }
  if (!coversScope(ctx, actor.accountType, dataScope))
    throw new DomainError('grantBeyondOwn', { grants: enumLabel(locale, 'dataScope', dataScope) }, 'dataScope')
}

/**
 * Whoever is shown the secret of a key for chosen projects, or enables it, must see all projects that it sees.
 * @throws DomainError grantBeyondOwn
 */
export const assertSeesProjects = async (
  ctx: Ctx,
  write: Write,
  { id, path, data_scope: dataScope }: Pick<Selectable<OpenAccessTable>, 'id' | 'path' | 'data_scope'>,
): Promise<void> => {
  if (dataScope !== 'projects') return
  const chosen = await projectsOfKey(write.systemDb, id)
  if (chosen.length === 0) return
  const read = (db: Write['db']) =>
    db.selectFrom('project').select(['id', 'path']).where('id', 'in', chosen).where('deleted_at', 'is', null).execute()
  const seen = new Set((await read(write.db)).map((project) => project.id))
  // Not scoped: only whether there are others. Those that were handed over, the key does not see either.
  const isBeyond = (await read(write.systemDb)).some((project) => isBelow(project.path, path) && !seen.has(project.id))
  if (isBeyond) throw new DomainError('grantBeyondOwn', { grants: enumLabel(ctx.locale, 'dataScope', dataScope) })
}

const latest = (now: Date): number => new Date(now).setUTCFullYear(now.getUTCFullYear() + openAccessLimits.years)

/** The columns that a form sets. `before`: the present end of the key, which may stay. @throws DomainError invalidInput */
export const columnsOf = (ctx: Ctx, input: Input, at: Date, before: string | null = null) => {
  assertFuture(ctx, 'expiresAt', input.expiresAt, at, before)
  if (Date.parse(input.expiresAt) > latest(at)) refuseField(ctx, 'expiresAt', 'keyTerm')
  const addresses = (input.addresses ?? []).map((each) => each.trim())
  if (!addresses.every(isNetwork)) refuseField(ctx, 'addresses', 'network')
  return {
    name: input.name,
    key_rights: input.keyRights,
    data_scope: input.dataScope,
    expires_at: input.expiresAt,
    addresses,
    per_minute: input.perMinute,
    remark: input.remark ?? '',
  }
}

/** The projects chosen for a key of a company: of its branch, and visible to the caller. @throws DomainError invalidInput, notFound */
export const chosenProjects = async (ctx: Ctx, write: Write, input: Input, path: string): Promise<number[]> => {
  if (input.dataScope !== 'projects') return []
  const ids = input.projectIds ?? []
  if (ids.length === 0) return refuseField(ctx, 'projectIds', 'required')
  const rows = await write.db
    .selectFrom('project')
    .select(['id', 'path'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  if (rows.length < ids.length || !rows.every((project) => isBelow(project.path, path)))
    throw new DomainError('notFound', {}, 'projectIds')
  return [...ids].sort((a, b) => a - b)
}
