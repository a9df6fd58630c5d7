import type { endpoints, InputOf, OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { lockRow, updateRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { announceTeam } from './announce-gaps.ts'
import { gapRow } from './load-teams.ts'
import { groupsText, shiftsText, teamColumns } from './team-columns.ts'

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
