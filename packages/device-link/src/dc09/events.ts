import { contactIdFormat } from '../codes.ts'
import { maxValueLength } from '../constants.ts'
import { storableText } from '../json.ts'
import { contactIdNumber, modifierNames, sia, siaNumber, textOnlyCode } from './terms.ts'

/** One event of DC-03 or DC-05. */
export interface SentEvent {
  readonly format: string
  readonly code: string
  readonly partition: string | undefined
  /** The number behind the code. */
  readonly number: string
  readonly numberNames: 'zone' | 'user' | 'partition'
  readonly values: Record<string, string | boolean>
  readonly texts: string[]
}

/** The events of one block, and whether all of it could be read. */
export interface Block {
  readonly events: SentEvent[]
  readonly isWhole: boolean
}

/** A text without an event. */
export const textOnly = (): SentEvent => ({
  format: sia,
  code: textOnlyCode,
  partition: undefined,
  number: '',
  numberNames: 'zone',
  values: {},
  texts: [],
})

/** N or O, unless it is the first letter of a code: NL2, OP1. */
const qualifier = /^[NO](?=[a-z]{2}|[A-Z]{2})/
/** A separator, a modifier, a code with its number, a text, or a text of extended SIA: `*'text'NM`. */
const token = /[/\s]|([a-z]{2})([\d:.,+-]{0,20})|([A-Z]{2})(\d{0,12})|\^([^^]*)\^?|\*([^/]*)/gy
/** Unit field, behind the number or the text of extended SIA. */
const unit = 'NM'

/**
 * Reads an event block of DC-03: `Nri1/id2/FA012^text^`, several events one after the other, with or without the letter and the slashes.
 * Modifiers hold for all events behind them.
 * @param partition unless the block says another one
 */
export const readSia = (block: string, partition?: string): Block => {
  const body = block.replace(qualifier, '')
  const isOld = body !== block && block.startsWith('O')
  const events: SentEvent[] = []
  const modifiers: Record<string, string> = {}
  let texts: string[] = []
  let place = 0
  /** What a text would belong to: a modifier, or an event. */
  let named: string | undefined
  for (const [all, name, value = '', code, number = '', quoted, starred] of body.matchAll(token)) {
    place += all.length
    if (name !== undefined) {
      named = modifierNames[name]
      if (named !== undefined && value !== '') modifiers[named] = value
    } else if (code === unit && number === '' && named === 'event') {
      continue
    } else if (code !== undefined) {
      const { partition: own = partition, ...values } = modifiers
      const numberNames = siaNumber(code)
      texts = []
      events.push({
        format: sia,
        code,
        partition: own,
        number,
        numberNames,
        values: isOld ? { ...values, old: true } : values,
        texts,
      })
      named = 'event'
    } else if (quoted !== undefined || starred !== undefined) {
      const text = (quoted ?? withoutQuotes(starred ?? '')).trim()
      if (text === '') continue
      if (named === undefined || named === 'event') texts.push(text)
      else modifiers[`${named}Name`] = storableText(text, maxValueLength)
    } else named = undefined
  }
  return { events, isWhole: place === body.length && events.length > 0 }
}

const withoutQuotes = (text: string): string => text.replace(/['"’`*]{1,3}(?:NM)?$/, '').replace(/^['"’`]{1,3}/, '')

const contactIdEvent = /^(\d)([\dA-F]{3})(?:\s*([\dA-F]{2})\s*([\dA-F]{3,4})(?![\dA-F]))?(.*)$/is

/** Whether a block says event, partition and zone as Contact ID does. */
export const isContactId = (block: string): boolean => contactIdEvent.exec(block)?.[3] !== undefined

/** Reads a Contact ID event: `1110 01 012`, with or without blanks. */
export const readContactId = (block: string): Block => {
  const [sent, qualifierDigit = '', event = '', partition, number = '', rest = ''] = contactIdEvent.exec(block) ?? []
  if (sent === undefined) return { events: [], isWhole: false }
  const code = `${qualifierDigit}${event}`.toUpperCase()
  const text = rest.replaceAll(/[\^*"]/g, ' ').trim()
  const texts = text === '' ? [] : [text]
  const numberNames = contactIdNumber(event)
  return {
    events: [{ format: contactIdFormat, code, partition, number, numberNames, values: {}, texts }],
    isWhole: partition !== undefined || text === '',
  }
}
