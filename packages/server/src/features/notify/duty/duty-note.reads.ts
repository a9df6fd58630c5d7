import type { DutyNoteRow, endpoints, InputOf, OutputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { listPage } from '../../../platform/list.ts'
import { filtered } from '../../../platform/rows/filter.ts'
import { loadTeams } from './load-teams.ts'
import { comesAfter, readWithin } from './duty.rules.ts'
import { aheadOf } from './on-duty.ts'

type Page = typeof endpoints.dutyNote.page

const reads = sql<DutyNoteRow['reads']>`(
  select coalesce(json_agg(json_build_object('name', account.name,
      'at', to_char(duty_note_read.read_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by duty_note_read.read_at), '[]')
    from duty_note_read join account on account.id = duty_note_read.account_id
   where duty_note_read.note_id = duty_note.id)`

const read = async (ctx: Ctx, teamId: number, ids: readonly number[]): Promise<DutyNoteRow[]> => {
  const now = ctx.clock.now()
  const { accountId } = ctx.actor
  const rows = await ctx.db
    .selectFrom('duty_note')
    .leftJoin('account', 'account.id', 'duty_note.created_by')
    .select(['duty_note.id', 'duty_note.shift_name as shiftName', 'duty_note.from_at as from', 'duty_note.to_at as to'])
    .select(['duty_note.content', 'account.name as authorName', 'duty_note.created_at as createdAt', 'duty_note.created_by'])
    .select(reads.as('reads'))
    .select((e) =>
      e
        .exists(
          e
            .selectFrom('duty_note_read')
            .select('duty_note_read.note_id')
            .whereRef('duty_note_read.note_id', '=', 'duty_note.id')
            .where('duty_note_read.account_id', '=', accountId ?? 0),
        )
        .as('confirmed'),
    )
    .where('duty_note.id', 'in', ids)
    .execute()
  const [team] = await loadTeams(ctx.systemDb, [teamId], { from: now.getTime() - readWithin, to: aheadOf(now).to })
  return rows.map(({ created_by, confirmed, ...row }) => ({
    ...row,
    mayRead:
      team !== undefined &&
      accountId !== null &&
      created_by !== accountId &&
      !confirmed &&
      comesAfter(team, accountId, Date.parse(row.to), now.getTime()),
  }))
}

/** The notes that shifts of a team left for the next. */
export const pageNotes = (ctx: Ctx, input: InputOf<Page>): Promise<OutputOf<Page>> =>
  listPage<DutyNoteRow>(ctx.db, input, {
    rows: filtered(ctx.db.selectFrom('duty_note'), 'duty_note', input, {
      equal: ['teamId'],
      containing: ['content', 'shift_name'],
      between: 'created_at',
    }),
    key: 'duty_note.id',
    sorts: { createdAt: 'duty_note.created_at' },
    defaultSort: { by: 'createdAt', order: 'desc' },
    read: (ids) => read(ctx, input.teamId, ids),
  })
