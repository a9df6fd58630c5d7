import { DomainError, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { insertRow, lockRow, updateRow, deleteRow, dependantLimit, refuseInUse } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { companyInScope } from '../../base/tenant/tenant.reads.ts'
import { lockOwner } from '../../base/tenant/tenant.rules.ts'
import { announceTeam } from './announce-gaps.ts'
import { gapRow } from './load-teams.ts'
import { groupsText, shiftsText, teamColumns } from './duty.rules.ts'

type Create = typeof endpoints.dutyTeam.create

/** Creates a duty team of the caller's company, or of one below. A roster with gaps is saved; the answer lists when nobody is on duty. */
export const createTeam = (ctx: Ctx, input: InputOf<Create>): Promise<OutputOf<Create>> =>
  transact(ctx, async (write) => {
    const companyId = input.companyId ?? ctx.actor.companyId
    const company = companyId === null ? undefined : await companyInScope(write.db, companyId)
    if (!company) throw new DomainError('notFound', {}, 'companyId')
    // Not scoped: the company was found in the caller's scope.
    await lockOwner(write.systemDb, company.id)
    const columns = await teamColumns(ctx, write, input)
    const row = { company_id: company.id, path: company.path, ...columns }
    const changes = {
      shifts: [null, shiftsText(input.shifts)],
      groups: [null, await groupsText(write, input.groups)],
    } as const
    const id = await insertRow(write, 'duty_team', row, { action: 'dutyTeam.create', unique: ['name', input.name], changes })
    const { team, gaps } = await announceTeam(write, id, 'created')
    return { id, gaps: team ? gaps.map((gap) => gapRow(team, gap)) : [] }
  })

type Update = typeof endpoints.dutyTeam.update

const isSame = (some: unknown, other: unknown): boolean => JSON.stringify(some) === JSON.stringify(other)

/** Edits a duty team. A roster with gaps is saved; the answer lists when nobody is on duty. */
export const updateTeam = (ctx: Ctx, input: InputOf<Update>): Promise<OutputOf<Update>> =>
  transact(ctx, async (write) => {
    const team = await lockRow(write, 'duty_team', input)
    const columns = await teamColumns(ctx, write, input)
    const [was, is] = [shiftsText(team.shifts), shiftsText(input.shifts)]
    await updateRow(write, 'duty_team', team, columns, {
      action: 'dutyTeam.update',
      unique: ['name', input.name],
      changes: {
        shifts: isSame(was, is) ? null : [was, is],
        groups: isSame(team.groups, input.groups)
          ? null
          : [await groupsText(write, team.groups), await groupsText(write, input.groups)],
      },
    })
    const after = await announceTeam(write, team.id, 'updated')
    const { team: loaded } = after
    return { id: team.id, gaps: loaded ? after.gaps.map((gap) => gapRow(loaded, gap)) : [] }
  })

/** Enables or disables a duty team. Nobody of a disabled team is on duty. */
export const setTeamEnabled = (ctx: Ctx, { id, enabled }: InputOf<typeof endpoints.dutyTeam.setEnabled>): Promise<null> =>
  transact(ctx, async (write) => {
    const team = await lockRow(write, 'duty_team', { id })
    await updateRow(write, 'duty_team', team, { enabled }, { action: 'dutyTeam.forbidden' })
    await announceTeam(write, id, enabled ? 'enabled' : 'disabled')
    return null
  })

/** Deletes a duty team that no notification rule uses. Its notes and past changes stay. */
export const removeTeam = (ctx: Ctx, { id }: InputOf<typeof endpoints.dutyTeam.remove>): Promise<null> =>
  transact(ctx, async (write) => {
    const team = await lockRow(write, 'duty_team', { id }, 'delete')
    const step = JSON.stringify([{ receivers: [{ teamId: id }] }])
    await refuseInUse(write, (db) =>
      db
        .selectFrom('notify_rule')
        .select('name as label')
        .where('deleted_at', 'is', null)
        .where(sql<boolean>`steps @> ${step}::jsonb`)
        .orderBy('name')
        .limit(dependantLimit)
        .execute(),
    )
    await deleteRow(write, 'duty_team', team, { action: 'dutyTeam.del' })
    await announceTeam(write, id, 'deleted')
    return null
  })
