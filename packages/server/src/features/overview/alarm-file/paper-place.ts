import { hexLines } from '@emberwatch/contract'
import { enumLabel, fieldName } from '../../../platform/i18n.ts'
import { neighboursOfAlarm } from '../../alarms/alarm/alarm-neighbours.reads.ts'
import { floorPlanDetail, planOfDevice } from '../../sites/floor-plan/floor-plan.reads.ts'
import { duration, exactly, joined, named, wordsOf, type Paper } from './paper.ts'

type RawReport = NonNullable<Paper['alarm']['rawReport']>

/** The floor plan with the point, and others that reported around the same time. Only for readers who may see floor plans. */
export const writePlan = async (paper: Paper): Promise<void> => {
  const { ctx, pdf, alarm } = paper
  if (alarm.deviceId === null || !ctx.actor.operations.has('floorPlan:view')) return
  const found = await planOfDevice(ctx, { id: alarm.deviceId })
  if (!found) return
  const [{ pins }, { list }] = await Promise.all([
    floorPlanDetail(ctx, { id: found.plan.id }),
    neighboursOfAlarm(ctx, { id: alarm.id }),
  ])
  const beside = new Set(list.map(({ deviceId }) => deviceId))
  const marks = pins
    .filter(({ deviceId }) => deviceId === alarm.deviceId || beside.has(deviceId))
    .map(({ deviceId, code, x, y }) => ({ x, y, label: code, strong: deviceId === alarm.deviceId }))
  pdf.heading(wordsOf(ctx).plan)
  const caption = joined(found.plan.building, found.plan.floor)
  await pdf.picture({ image: ctx.files.pathOf(found.plan.image), caption, marks })
}

export const writeNeighbours = async (paper: Paper): Promise<void> => {
  const { ctx, pdf, alarm } = paper
  const words = wordsOf(ctx)
  const { list, more } = await neighboursOfAlarm(ctx, { id: alarm.id })
  pdf.heading(words.neighbours)
  await pdf.table({
    columns: [
      { header: words.offset, share: 0.8, align: 'right' },
      { header: words.time, share: 1.5 },
      { header: words.what, share: 1.4 },
      { header: fieldName(ctx.locale, 'deviceCode'), share: 1.2 },
      { header: words.where, share: 1.4 },
      { header: fieldName(ctx.locale, 'state'), share: 0.8 },
    ],
    rows: list.map((row) => [
      duration(row.offsetMs),
      exactly(paper, row.at),
      named(ctx, row),
      row.deviceCode,
      joined(row.roomNumber, row.deviceName),
      row.kind === 'alarm'
        ? enumLabel(ctx.locale, 'alarmState', row.alarmState)
        : enumLabel(ctx.locale, 'faultState', row.faultState),
    ]),
  })
  if (more) pdf.paragraph(words.moreNeighbours, { quiet: true })
}

/** What the device's clock said. A time that had not come, or that cannot be right, is marked: the file states facts. */
export const deviceClock = (
  paper: Pick<Paper, 'ctx' | 'alarm'>,
  { receivedAt, deviceTime, sentTime, problem }: RawReport,
): string | null => {
  const time = deviceTime === null ? sentTime : exactly(paper, deviceTime)
  const isFact = problem?.split(' ').includes('time') !== true && (deviceTime === null || deviceTime <= receivedAt)
  return time === null || isFact ? time : wordsOf(paper.ctx).clockWrong.replace('{{time}}', time)
}

/** The original message as a hex dump, and what was decoded from it. */
export const writeRaw = async (paper: Paper): Promise<void> => {
  const { ctx, pdf, alarm } = paper
  const words = wordsOf(ctx)
  const field = (name: string): string => fieldName(ctx.locale, name)
  pdf.heading(words.raw)
  const report = alarm.rawReport
  if (!report) return pdf.paragraph(words.noFrame, { quiet: true })
  pdf.keyValues([
    [enumLabel(ctx.locale, 'journeyStep', 'received'), exactly(paper, report.receivedAt)],
    [enumLabel(ctx.locale, 'journeyStep', 'deviceTime'), deviceClock(paper, report)],
    [field('deviceCode'), report.deviceCode],
    [field('sequence'), report.sequence],
    [field('sourceCode'), joined(report.format && enumLabel(ctx.locale, 'reportCodeType', report.format), report.code)],
    ...(report.values === null ? [] : [[field('value'), JSON.stringify(report.values)] as const]),
  ])
  if (!report.frame) return pdf.paragraph(words.noFrame, { quiet: true })
  pdf.paragraph(report.frame.topic, { quiet: true })
  pdf.code(
    hexLines(report.frame.payload)
      .map(({ offset, hex, text }) => `${offset}  ${hex.padEnd(47)}  ${text}`)
      .join('\n'),
  )
}
