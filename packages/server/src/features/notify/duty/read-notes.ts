import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { auditRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { announceTeam } from './announce-gaps.ts'
import { loadTeams } from './load-teams.ts'
import { comesAfter } from './note-shifts.ts'
import { aheadOf } from './on-duty.ts'
import { refuseDuty } from './team-columns.ts'

/** Somebody of the next shift confirms having read the notes left for it. If confirmed twice, the first time counts. */
export const readNotes = async (ctx: Ctx, { ids }: InputOf<typeof endpoints.dutyNote.read>): Promise<null> => {
  const { accountId } = ctx.actor
  if (accountId === null) throw new DomainError('noAccess')
  return transact(ctx, async (write) => {
    const notes = await write.db
      .selectFrom('duty_note')
      .innerJoin('duty_team', 'duty_team.id', 'duty_note.team_id')
      .select(['duty_note.id', 'duty_note.team_id', 'duty_note.to_at', 'duty_note.created_by'])
      .select(['duty_team.name', 'duty_team.company_id', 'duty_team.path'])
      .where('duty_note.id', 'in', ids)
      .execute()
    const teamIds = [...new Set(notes.map(({ team_id }) => team_id))]
    const oldest = Math.min(write.at.getTime(), ...notes.map(({ to_at }) => Date.parse(to_at)))
    const teams = await loadTeams(write.systemDb, teamIds, { from: oldest, to: aheadOf(write.at).to })
    for (const note of notes) {
      const team = teams.find(({ id }) => id === note.team_id)
      const comes = team && comesAfter(team, accountId, Date.parse(note.to_at), write.at.getTime())
      if (!comes || note.created_by === accountId) refuseDuty(ctx, 'ids', 'dutyNotNext')
      await write.systemDb
        .insertInto('duty_note_read')
        .values({ note_id: note.id, account_id: accountId, read_at: write.at })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      auditRow(
        write,
        'duty_note',
        { id: note.id, name: note.name },
        {
          action: 'dutyNote.read',
          owner: { companyId: note.company_id, path: note.path },
        },
      )
    }
    for (const id of teamIds) await announceTeam(write, id, 'noteRead')
    return null
  })
}
