import { DomainError, type endpoints, type InputOf, type OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { insertRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { companyInScope } from '../../base/tenant/company-in-scope.ts'
import { lockOwner } from '../../base/tenant/lock-owner.ts'
import { announceTeam } from './announce-gaps.ts'
import { gapRow } from './load-teams.ts'
import { groupsText, shiftsText, teamColumns } from './team-columns.ts'

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
