import { DomainError, openAccessLimits, type endpoints, type InputOf, type OpenAccessSecret } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { insertRow, lockRow, updateRow, deleteRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { assertRoom, lockOwner } from '../../base/tenant/tenant.rules.ts'
import { companyInScope } from '../../base/tenant/tenant.reads.ts'
import { assertGrantsKey, chosenProjects, columnsOf, assertSeesProjects } from './open-access.rules.ts'
import { replaceProjects, addSecret, projectsOfKey, retireSecrets } from './open-access.store.ts'
import { endSessionsOfKey } from '../../base/access/end-sessions.ts'

/** Makes a key for the caller's company, or for one below. Its secret is in the answer, and nowhere else. */
export const createOpenAccess = (ctx: Ctx, input: InputOf<typeof endpoints.openAccess.create>): Promise<OpenAccessSecret> =>
  transact(ctx, async (write) => {
    assertGrantsKey(ctx, input)
    const companyId = input.companyId ?? ctx.actor.companyId
    const company = companyId === null ? undefined : await companyInScope(write.db, companyId)
    if (!company) throw new DomainError('notFound', {}, 'companyId')
    // Not scoped: the company was found in the caller's scope.
    await lockOwner(write.systemDb, company.id)
    await assertRoom(write, company.id, 'open_access', sql`deleted_at is null`, openAccessLimits.keys)
    const projectIds = await chosenProjects(ctx, write, input, company.path)
    const row = {
      company_id: company.id,
      path: company.path,
      ...columnsOf(ctx, input, write.at),
      ticket_granted_by: input.keyRights.includes('ticket:issue') ? write.by : null,
      scope_since: write.at,
    }
    const id = await insertRow(write, 'open_access', row, {
      action: 'openAccess.create',
      unique: ['name', input.name],
      changes: {
        ticket_granted_by: null,
        scope_since: null,
        ...(projectIds.length > 0 ? { projectIds: [null, projectIds] } : {}),
      },
    })
    await replaceProjects(write.systemDb, id, projectIds)
    const { secret } = await addSecret(write, id)
    return { id, secret, formerUntil: null }
  })

/** Edits a key. Somebody who lacks a right that it has, or is to get, may not. */
export const updateOpenAccess = (ctx: Ctx, input: InputOf<typeof endpoints.openAccess.update>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const key = await lockRow(write, 'open_access', input)
    assertGrantsKey(ctx, { keyRights: key.key_rights, dataScope: key.data_scope })
    assertGrantsKey(ctx, input)
    const columns = columnsOf(ctx, input, write.at, key.expires_at)
    const [before, after] = [
      await projectsOfKey(write.systemDb, key.id), // including those that the caller does not see
      await chosenProjects(ctx, write, input, key.path),
    ]
    const isMoved = before.join() !== after.join()
    const [had, has] = [key.key_rights, input.keyRights].map((rights) => rights.includes('ticket:issue'))
    const granter = has ? (had ? key.ticket_granted_by : write.by) : null
    const sees = isMoved || columns.data_scope !== key.data_scope ? { scope_since: write.at } : {}
    await updateRow(
      write,
      'open_access',
      key,
      { ...columns, ...sees, ticket_granted_by: granter },
      {
        action: 'openAccess.update',
        unique: ['name', input.name],
        changes: { scope_since: null, ticket_granted_by: null, ...(isMoved ? { projectIds: [before, after] } : {}) },
      },
    )
    if (isMoved) await replaceProjects(write.systemDb, key.id, after)
    if (had && !has) await endSessionsOfKey(write, key.id)
    return { id: key.id }
  })

/** Disables a key, which whoever may do so can do at any time, or enables it, which gives its rights. */
export const setOpenAccessEnabled = (ctx: Ctx, { id, enabled }: InputOf<typeof endpoints.openAccess.setEnabled>): Promise<null> =>
  transact(ctx, async (write) => {
    const key = await lockRow(write, 'open_access', { id })
    if (enabled) {
      assertGrantsKey(ctx, { keyRights: key.key_rights, dataScope: key.data_scope })
      await assertSeesProjects(ctx, write, key)
    }
    await updateRow(
      write,
      'open_access',
      key,
      { enabled },
      {
        action: 'openAccess.forbidden',
        changes: { enabled: [key.enabled, enabled] },
      },
    )
    if (!enabled) await endSessionsOfKey(write, key.id)
    return null
  })

/**
 * Gives a key a new secret, shown this once. The one before it works for another day, so that the partner can change it without an
 * interruption; one that may be known to somebody ends at once, with the sessions that it opened.
 */
export const rotateOpenAccess = (
  ctx: Ctx,
  { id, immediately = false }: InputOf<typeof endpoints.openAccess.rotate>,
): Promise<OpenAccessSecret> =>
  transact(ctx, async (write) => {
    const key = await lockRow(write, 'open_access', { id })
    assertGrantsKey(ctx, { keyRights: key.key_rights, dataScope: key.data_scope })
    await assertSeesProjects(ctx, write, key)
    const until = immediately ? null : new Date(write.at.getTime() + openAccessLimits.overlapMs)
    await retireSecrets(write.systemDb, key.id, until)
    const { secret, prefix } = await addSecret(write, key.id)
    await updateRow(
      write,
      'open_access',
      key,
      {},
      {
        action: 'openAccess.rotateSecret',
        changes: { prefix: [null, prefix], immediately: [null, immediately] },
      },
    )
    if (immediately) await endSessionsOfKey(write, key.id)
    return { id: key.id, secret, formerUntil: until?.toISOString() ?? null }
  })

/** Revokes a key for good: its secrets are deleted, and the sessions that it opened end. What it did stays under its name. */
export const removeOpenAccess = (ctx: Ctx, input: InputOf<typeof endpoints.openAccess.remove>): Promise<null> =>
  transact(ctx, async (write) => {
    const key = await lockRow(write, 'open_access', input, 'delete')
    await deleteRow(write, 'open_access', key, { action: 'openAccess.del' })
    await retireSecrets(write.systemDb, key.id, null)
    await endSessionsOfKey(write, key.id)
    return null
  })
