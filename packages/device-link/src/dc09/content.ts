import { maxCodeLength, maxValueLength } from '../constants.ts'
import { storableText } from '../json.ts'
import type { ReceivedReport } from '../report-fields.ts'
import { divide } from './blocks.ts'
import { isContactId, readContactId, readSia, textOnly, type Block, type SentEvent } from './events.ts'
import { readClock, type Dc09Received } from './frame.ts'
import { answerIds, extendedCode, extendedNames, ids, sia, technicalExtended } from './terms.ts'

/** What a message says. */
export interface Dc09Content {
  readonly reports: ReceivedReport[]
  /** How many parts could not be read. */
  readonly unreadable: number
  /** A part is missing, or something stands where nothing belongs. */
  readonly cut: boolean
}

/** Most texts of one event. */
const maxTexts = 10
/** Longest account in a place: those of the standard have 16 digits. */
const maxAccount = 24

type Values = NonNullable<ReceivedReport['values']>
type Sent = Pick<Dc09Received, 'id' | 'account' | 'dataAccount' | 'data' | 'extended' | 'time' | 'cut' | 'flaw'>

/**
 * Reads the data of a message as reports. DC-03: format `SIA`, code of two letters. Contact ID: format `CID`, code with its qualifier.
 * Devices: `<account>-<partition>-<zone>`, from the first part that is said: the account only if it is not the sender's, no zone where the
 * number names a person or an area. Zeros stand for none and are written `0`; without any part it is the panel itself. The time is when it
 * happened, if that is said, else the message's. A text without an event has the code `A`. Extended data that nobody knows is a report of its
 * own, `extended/<letter>`, unless it may be an event. Polls and answers report nothing else. What cannot be read is counted, and hides none
 * of the rest. Never throws.
 */
export const readDc09Content = (frame: Sent): Dc09Content => {
  if (answerIds.has(frame.id)) return { reports: [], unreadable: 0, cut: frame.cut }
  const { events, unreadable } = frame.id === ids.poll ? pollEvents(frame) : eventsOf(frame)
  const unknown = Object.entries(frame.extended).filter(
    ([letter]) => extendedNames[letter] === undefined && !technicalExtended.has(letter),
  )
  const kept = unknown.filter(([letter, text]) => !mayBeEvent(letter, text))
  const values = extendedValues(frame)
  return {
    reports: [...events.map((event) => reportOf(event, values, frame)), ...kept.map((each) => reportOfExtended(each, frame))],
    unreadable: unreadable + unknown.length - kept.length + Number(frame.cut),
    cut: frame.cut,
  }
}

/** What stands in the wrong brackets: an event of either format, or data with an account. */
const mayBeEvent = (letter: string, text: string): boolean =>
  !/^[a-z]$/i.test(letter) || text.split('; ').some((part) => /\||(?:^|\/)[NO]?[A-Z]{2}\d/.test(letter + part))

/** A sign of life. Some say in it that nothing has happened: `#0000|0000 00 000`. */
const pollEvents = (frame: Sent): { events: SentEvent[]; unreadable: number } => {
  const isEmpty = divide(frame.id, frame.data, frame.account).blocks.every(
    (block) => /^[0\s]*$/.test(block) || block === frame.account,
  )
  return { events: [], unreadable: isEmpty && frame.flaw !== 'key' ? 0 : 1 }
}

const eventsOf = (frame: Sent): { events: SentEvent[]; unreadable: number } => {
  const events: SentEvent[] = []
  let unreadable = 0
  let last: SentEvent[] = []
  let partition: string | undefined
  for (const sent of divide(frame.id, frame.data, frame.account).blocks) {
    const block = sent.trim()
    if (block === '' || block.startsWith('#')) continue
    // A number between the account and the event.
    if (frame.id === ids.sia && /^\d{1,4}$/.test(block)) {
      partition = block
      continue
    }
    if (block.startsWith('A')) {
      // A text, of the events before it.
      if (last.length === 0) events.push(...(last = [textOnly()]))
      for (const event of last) if (event.texts.length < maxTexts) event.texts.push(block.slice(1).trim())
      continue
    }
    const read = readBlock(frame.id, block, partition)
    if (!read.isWhole) unreadable++
    if (read.events.length > 0) last = read.events
    events.push(...read.events)
  }
  // It says that it reports something.
  return { events, unreadable: events.length === 0 ? Math.max(unreadable, 1) : unreadable }
}

/** Makers' own messages are read if they are Contact ID: anything else could be mistaken for something harmless. */
const readBlock = (id: string, block: string, partition: string | undefined): Block => {
  if (id === ids.sia) return readSia(block, partition)
  return id === ids.contactId || isContactId(block) ? readContactId(block) : { events: [], isWhole: false }
}

const isNone = (number: string | undefined): boolean => number === undefined || /^0*$/.test(number)

/** The account in the data, if it is another than the sender's: a receiver may pass on what others report. */
const passedOn = ({ account, dataAccount }: Sent): string | undefined =>
  account === undefined || account === '' || isNone(dataAccount) || dataAccount?.toUpperCase() === account.toUpperCase()
    ? undefined
    : dataAccount

/** Two places are never one: what is not said after the first part is 0. Each part is spelled as communication codes may be. */
const placeOf = (frame: Sent, partition?: string, zone?: string): string | null => {
  const parts = [passedOn(frame)?.slice(0, maxAccount).toUpperCase(), partition, zone]
  const first = parts.findIndex((part) => !isNone(part))
  if (first < 0) return null
  return parts
    .slice(first)
    .map((part) => (part === undefined || isNone(part) ? '0' : part.replaceAll(/\W/g, '_')))
    .join('-')
}

const reportOf = (event: SentEvent, common: Values, frame: Sent): ReceivedReport => {
  const { partition, number, numberNames } = event
  const hasZone = numberNames === 'zone' && !isNone(number)
  const area = numberNames === 'partition' && !isNone(number) ? number : partition
  const texts = [...event.texts, ...(typeof common['text'] === 'string' ? [common['text']] : [])].filter((text) => text !== '')
  const values: Values = {
    ...common,
    ...event.values,
    ...(hasZone || isNone(area) ? {} : { partition: area ?? '' }),
    ...(numberNames === 'user' && !isNone(number) ? { user: number } : {}),
    ...(texts.length === 0 ? {} : { text: storableText(texts.join('; '), maxValueLength) }),
  }
  const happened =
    typeof common['occurredAt'] === 'string' && isTime.test(common['occurredAt']) ? common['occurredAt'] : frame.time
  return {
    device: placeOf(frame, area, hasZone ? number : undefined),
    code: event.code,
    format: event.format,
    ...(happened === undefined ? {} : { time: happened }),
    ...(Object.keys(values).length === 0 ? {} : { values }),
  }
}

const isTime = /^\d{4}-.*Z$/

const reportOfExtended = ([letter, text]: readonly [string, string], frame: Sent): ReceivedReport => ({
  device: placeOf(frame),
  code: extendedCode + letter,
  format: sia,
  ...(frame.time === undefined ? {} : { time: frame.time }),
  values: { content: storableText(text, maxValueLength) },
})

/** What is the same in all reports of a message. */
const extendedValues = (frame: Sent): Values => {
  const values: Values = {}
  for (const [letter, text] of Object.entries(frame.extended)) {
    const name = extendedNames[letter]
    if (name === undefined) continue
    if (letter === 'H') values[name] = readClock(text)
    else values[name] = letter === 'X' || letter === 'Y' ? degrees(text) : storableText(text.trim(), maxValueLength)
  }
  const account = passedOn(frame)
  if (account !== undefined) values['account'] = storableText(account, maxCodeLength)
  return values
}

/** `006E07.7778` (degrees, direction, minutes) or plain degrees as a number; anything else as it was sent. */
const degrees = (text: string): number | string => {
  const [, whole, direction = '', minutes] = /^(\d{1,3})([NSEW])(\d{1,2}(?:\.\d{1,10})?)$/.exec(text) ?? []
  if (whole !== undefined) return Number(((/[SW]/.test(direction) ? -1 : 1) * (Number(whole) + Number(minutes) / 60)).toFixed(6))
  return /^-?\d{1,3}(?:\.\d{1,15})?$/.test(text) ? Number(text) : storableText(text, maxValueLength)
}
