import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { insertRow, lockRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { announceTeam } from './announce-gaps.ts'
import { iso, loadTeams } from './load-teams.ts'
import { aheadOf } from './on-duty.ts'
import { shiftToNote } from './note-shifts.ts'
import { refuseDuty } from './team-columns.ts'

/** A note for the next shift. Only people who are or just were on a shift may leave one. */
export const createNote = (ctx: Ctx, input: InputOf<typeof endpoints.dutyNote.create>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const { accountId } = ctx.actor
    const row = await lockRow(write, 'duty_team', { id: input.teamId })
    const [team] = await loadTeams(write.systemDb, [row.id], aheadOf(write.at))
    if (!team || accountId === null) throw new DomainError('notFound', {}, 'teamId')
    const shiftFrom = input.shiftFrom === undefined ? undefined : Date.parse(input.shiftFrom)
    const slot = shiftToNote(team, accountId, write.at.getTime(), shiftFrom)
    if (!slot) return refuseDuty(ctx, 'content', 'dutyNotOnShift')
    const note = {
      team_id: row.id,
      shift_name: slot.shift === null ? '' : (row.shifts[slot.shift]?.name ?? ''),
      from_at: iso(slot.shiftFrom),
      to_at: iso(slot.shiftTo),
      content: input.content,
    }
    const owner = { companyId: row.company_id, path: row.path }
    const id = await insertRow(write, 'duty_note', note, { action: 'dutyNote.create', name: row.name, owner })
    await announceTeam(write, row.id, 'noted')
    return { id }
  })
