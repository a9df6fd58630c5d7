import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { insertRow, lockRow, auditRow } from '../../../platform/rows/rows.ts'
import { transact } from '../../../platform/transact.ts'
import { announceTeam } from './announce-gaps.ts'
import { iso, loadTeams } from './load-teams.ts'
import { aheadOf } from './on-duty.ts'
import { shiftToNote, refuseDuty, comesAfter } from './duty.rules.ts'

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
