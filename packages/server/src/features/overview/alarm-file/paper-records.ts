import type { MessageResult } from '@emberwatch/contract'
import { enumLabel, fieldName } from '../../../platform/i18n.ts'
import type { PdfPicture } from '../../../platform/pdf/picture.ts'
import { listAlarmCalls } from '../../alarms/alarm-call/alarm-call.reads.ts'
import { listAlarmChecks } from '../../alarms/alarm-check/alarm-check.reads.ts'
import { listAlarmNotes } from '../../alarms/alarm-note/alarm-note.reads.ts'
import { fileFacts } from '../../base/file/file.reads.ts'
import { callResults, mailResults, pushResults, smsResults } from '../../base/message-record/message-record.reads.ts'
import { exactly, joined, wordsOf, type Paper } from './paper.ts'

/** Whom the operators called, with the results. Only for readers who may see call lists. */
export const writeCalls = async (paper: Paper): Promise<void> => {
  const { ctx, pdf, alarm } = paper
  if (!ctx.actor.operations.has('projectNotifier:view')) return
  const words = wordsOf(ctx)
  const field = (name: string): string => fieldName(ctx.locale, name)
  const { calls } = await listAlarmCalls(ctx, { id: alarm.id })
  pdf.heading(words.calls)
  await pdf.table({
    columns: [
      { header: words.time, share: 1.4 },
      { header: field('notifierId'), share: 1.4 },
      { header: field('phone') },
      { header: field('callResult'), share: 0.8 },
      { header: field('note'), share: 1.4 },
      { header: words.who },
    ],
    rows: calls
      .toReversed()
      .map((call) => [
        exactly(paper, call.at),
        joined(call.name, enumLabel(ctx.locale, 'notifierRole', call.role)),
        call.phone,
        enumLabel(ctx.locale, 'callOutcome', call.callResult),
        call.note,
        call.by,
      ]),
  })
}

const writeResults = async (paper: Paper, heading: string, results: readonly MessageResult[]): Promise<void> => {
  const { ctx, pdf } = paper
  const words = wordsOf(ctx)
  const field = (name: string): string => fieldName(ctx.locale, name)
  pdf.heading(heading)
  if (results.length === 0) return pdf.paragraph(words.nobodyOutside, { quiet: true })
  await pdf.table({
    columns: [
      { header: words.time, share: 1.4 },
      { header: words.who },
      { header: field('phone') },
      { header: field('state') },
      { header: field('content'), share: 2 },
    ],
    rows: results
      .toReversed()
      .map((row) => [
        exactly(paper, row.at),
        row.receiver,
        row.phone,
        joined(
          enumLabel(ctx.locale, 'recordState', row.state),
          row.failureKind && enumLabel(ctx.locale, 'sendFailure', row.failureKind),
        ),
        row.content,
      ]),
  })
}

/** Messages sent to people outside, with the results. */
export const writeMessages = async (paper: Paper): Promise<void> => {
  const { ctx, alarm } = paper
  const words = wordsOf(ctx)
  await writeResults(paper, words.sms, await smsResults(ctx, { id: alarm.id }))
  await writeResults(paper, words.voice, await callResults(ctx, { id: alarm.id }))
  await writeResults(paper, words.mail, await mailResults(ctx, { id: alarm.id }))
  await writeResults(paper, words.push, await pushResults(ctx, { id: alarm.id }))
}

export const writeChecklist = async (paper: Paper): Promise<void> => {
  const { ctx, pdf, alarm } = paper
  const words = wordsOf(ctx)
  const { items } = await listAlarmChecks(ctx, { id: alarm.id })
  pdf.heading(words.checklist)
  await pdf.table({
    columns: [
      { header: words.step, share: 3 },
      { header: fieldName(ctx.locale, 'done'), share: 0.7 },
      { header: words.who },
      { header: words.time, share: 1.4 },
    ],
    rows: items.map(({ text, done, by, at }) => [
      text,
      done ? words.yes : '',
      done ? by : null,
      done && at ? exactly(paper, at) : null,
    ]),
  })
}

const writePhotos = async ({ ctx, pdf }: Paper, ids: readonly string[], caption: string): Promise<void> => {
  if (ids.length === 0) return
  const pictures: PdfPicture[] = ids.map((id) => ({ image: ctx.files.pathOf(id), caption }))
  const drawn = await pdf.gallery(pictures)
  // A photo that could not be printed must not go unnoticed.
  if (drawn < ids.length) pdf.paragraph(wordsOf(ctx).missingPhotos.replace('{{count}}', String(ids.length - drawn)))
}

/** A video cannot be printed; its hash identifies the one that belongs to the file. */
const writeVideos = async ({ ctx, pdf }: Paper, ids: readonly string[]): Promise<void> => {
  for (const { name, size, sha256 } of await fileFacts(ctx, ids)) {
    const words = wordsOf(ctx).video.replace('{{name}}', () => name)
    pdf.paragraph(words.replace('{{size}}', String(size)).replace('{{hash}}', sha256))
  }
}

/** Notes with their photos and videos in order of time, then the photos of the closing. */
export const writeNotes = async (paper: Paper): Promise<void> => {
  const { ctx, pdf, alarm } = paper
  const words = wordsOf(ctx)
  const notes = await listAlarmNotes(ctx, { id: alarm.id })
  pdf.heading(words.notes)
  if (notes.length === 0 && alarm.photos.length === 0) return pdf.keyValues([])
  for (const note of notes.toReversed()) {
    const caption = joined(note.by, exactly(paper, note.at))
    pdf.paragraph(caption, { quiet: true })
    if (note.text !== '') pdf.paragraph(note.text)
    await writePhotos(paper, note.photos, caption)
    await writeVideos(paper, note.videos)
  }
  if (alarm.photos.length > 0) {
    pdf.heading(words.closingPhotos, 2)
    await writePhotos(paper, alarm.photos, joined(alarm.closedBy, alarm.closedAt && exactly(paper, alarm.closedAt)))
  }
}
