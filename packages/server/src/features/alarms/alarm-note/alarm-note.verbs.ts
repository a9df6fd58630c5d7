import type { Insertable, Kysely } from 'kysely'
import type { endpoints, InputOf } from '@emberwatch/contract'
import type { Tables } from '../../../tables/index.ts'
import type { AlarmNoteTable } from '../../../tables/reports.tables.ts'
import type { Ctx } from '../../../platform/context.ts'
import { refuseField } from '../../../platform/refuse-field.ts'
import { transact } from '../../../platform/transact.ts'
import { ofAlarm, assertOwnMedia, alarmToWorkOn, recordStep } from '../alarm/lifecycle/record-step.ts'
import { attachFiles } from '../../base/file/file.verbs.ts'

const insertNote = async (db: Kysely<Tables>, note: Insertable<AlarmNoteTable>): Promise<number> => {
  const { id } = await db.insertInto('alarm_note').values(note).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Adds a text, photos or videos to an alarm in any state. Nobody can change or delete them afterwards. */
export const addNote = (ctx: Ctx, input: InputOf<typeof endpoints.alarmNote.add>): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const text = (input.text ?? '').trim()
    const photos = input.photos ?? []
    const videos = input.videos ?? []
    if (text === '' && photos.length + videos.length === 0) refuseField(ctx, 'text', 'required')
    const alarm = await alarmToWorkOn(write, input.id)
    await assertOwnMedia(ctx, 'photos', photos)
    await assertOwnMedia(ctx, 'videos', videos)
    await attachFiles(ctx, write, [...photos, ...videos], {
      companyId: alarm.company_id,
      path: alarm.path,
      customerId: alarm.customer_id,
    })
    const id = await insertNote(write.systemDb, { ...ofAlarm(alarm), at: write.at, account_id: write.by, text, photos, videos })
    const said = text === '' ? {} : { text: [null, text] as const }
    const shown = photos.length === 0 ? {} : { photos: [null, photos.length] as const }
    const moving = videos.length === 0 ? {} : { videos: [null, videos.length] as const }
    await recordStep(write, alarm, 'noted', { note: text, photos, videos }, { ...said, ...shown, ...moving })
    return { id }
  })
