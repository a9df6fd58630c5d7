import type { endpoints, InputOf, OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'

type List = typeof endpoints.alarmNote.list

export const listAlarmNotes = (ctx: Ctx, { id }: InputOf<List>): Promise<OutputOf<List>> =>
  ctx.db
    .selectFrom('alarm_note')
    .leftJoin('account as author', 'author.id', 'alarm_note.account_id')
    .select(['alarm_note.id', 'alarm_note.at', 'alarm_note.text', 'alarm_note.photos', 'alarm_note.videos', 'author.name as by'])
    .where('alarm_note.alarm_id', '=', id)
    .orderBy('alarm_note.id', 'desc')
    .execute()
