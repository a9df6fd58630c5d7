import { DomainError, type AlarmDetail } from '@emberwatch/contract'
import type { Readable } from 'node:stream'
import type { Ctx } from '../../../platform/context.ts'
import { enumLabel, fieldName } from '../../../platform/i18n.ts'
import { createPdf, type KeyValue } from '../../../platform/pdf/pdf.ts'
import { brandingOfCompany } from '../../people/session/session.reads.ts'
import { duration, joined, named, wordsOf, type Paper } from './paper.ts'
import { writeJourney, writePeople } from './paper-journey.ts'
import { writeCalls, writeChecklist, writeMessages, writeNotes } from './paper-records.ts'
import { writeNeighbours, writePlan, writeRaw } from './paper-place.ts'

const companyOf = async (ctx: Ctx, id: number): Promise<number> => {
  const row = await ctx.db.selectFrom('alarm').select('company_id').where('id', '=', id).executeTakeFirst()
  if (!row) throw new DomainError('notFound', {}, 'id')
  return row.company_id
}

const writeFacts = ({ ctx, pdf, alarm }: Paper): void => {
  const words = wordsOf(ctx)
  const { locale } = ctx
  const field = (name: string): string => fieldName(locale, name)
  const yes = (is: boolean): string | null => (is ? words.yes : null)
  pdf.heading(words.where)
  pdf.keyValues([
    [field('projectName'), alarm.projectName],
    [words.address, alarm.projectAddress],
    [field('roomNumber'), alarm.roomNumber],
    [field('deviceName'), alarm.deviceName],
    [field('deviceCode'), alarm.deviceCode],
    [field('modelName'), alarm.modelName],
    [field('gatewayCode'), alarm.gatewayCode],
    [field('companyName'), alarm.companyName],
  ])
  pdf.heading(words.what)
  pdf.keyValues([
    [field('code'), alarm.code],
    [field('alarmType'), named(ctx, alarm)],
    [field('level'), enumLabel(locale, 'alarmLevel', alarm.level)],
    [field('state'), enumLabel(locale, 'alarmState', alarm.state)],
    [field('sourceActive'), alarm.sourceActive ? words.sourceActive : words.sourceRestored],
    [field('firstAt'), pdf.at(alarm.firstAt)],
    [field('lastAt'), pdf.at(alarm.lastAt)],
    [field('repeatCount'), alarm.repeatCount],
    [field('sourceCode'), joined(enumLabel(locale, 'reportCodeType', alarm.sourceFormat), alarm.sourceCode)],
    [words.duration, alarm.closedAt === null ? words.open : duration(Date.parse(alarm.closedAt) - Date.parse(alarm.firstAt))],
    [field('test'), yes(alarm.test)],
    [field('orderCode'), alarm.orderCode],
  ])
}

const writeHandling = ({ ctx, pdf, alarm }: Paper): void => {
  const { locale } = ctx
  const field = (name: string): string => fieldName(locale, name)
  const facts: KeyValue[] = [
    [field('confirmedAt'), pdf.at(alarm.confirmedAt)],
    [field('confirmedBy'), alarm.confirmedBy],
    [field('closedAt'), pdf.at(alarm.closedAt)],
    [field('closedBy'), alarm.closedBy],
    [field('result'), enumLabel(locale, 'alarmResult', alarm.result)],
    [field('handleWay'), enumLabel(locale, 'handleWay', alarm.handleWay)],
    [field('cause'), enumLabel(locale, 'misreportCause', alarm.cause)],
    [field('brigadeCalledAt'), pdf.at(alarm.brigadeCalledAt)],
    [field('losses'), alarm.losses],
    [field('closeReason'), alarm.closeReason],
    [field('breachedAt'), pdf.at(alarm.breachedAt)],
  ]
  pdf.heading(wordsOf(ctx).handling)
  pdf.keyValues(facts)
  if (alarm.note) pdf.paragraph(`${field('note')}: ${alarm.note}`)
}

/** Writes everything about an alarm, in the reader's language and the site's time zone. */
export const writeAlarmFile = async (ctx: Ctx, alarm: AlarmDetail, checkCode: string): Promise<Readable> => {
  const words = wordsOf(ctx)
  // The branding of the company that serves the site, whether or not the reader sees that company.
  const brand = await brandingOfCompany(ctx.systemDb, await companyOf(ctx, alarm.id))
  const code = words.checkCode.replace('{{code}}', checkCode)
  const pdf = await createPdf({
    language: ctx.locale,
    timeZone: alarm.timeZone,
    title: words.title.replace('{{code}}', alarm.code),
    subtitle: joined(named(ctx, alarm), alarm.projectName, alarm.roomNumber),
    issuer: brand?.platformName ?? alarm.companyName,
    madeBy: ctx.actor.name,
    madeAt: ctx.clock.now(),
    footer: joined(code, alarm.code),
  })
  const paper: Paper = { ctx, pdf, alarm }
  writeFacts(paper)
  writeHandling(paper)
  await writeJourney(paper)
  await writeCalls(paper)
  await writeMessages(paper)
  await writeChecklist(paper)
  await writeNotes(paper)
  await writePlan(paper)
  await writeNeighbours(paper)
  await writeRaw(paper)
  await writePeople(paper)
  pdf.heading(words.verify)
  pdf.paragraph(code)
  pdf.paragraph(words.verifyHow, { quiet: true })
  return pdf.end()
}
