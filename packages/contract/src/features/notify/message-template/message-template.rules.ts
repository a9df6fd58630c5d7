import { enums, type EnumValue } from '../../../enums.ts'

type TemplateEvent = EnumValue<'templateEvent'>

const alarmVariables = ['project', 'device', 'room', 'type', 'level', 'time', 'code', 'count', 'first'] as const

/**
 * The variables that a template of an event may use. `count`: number of events in the message, 1 or more; `first`: the earliest of
 * them. A notice is written by staff.
 */
export const templateVariables = {
  alarm: alarmVariables,
  breach: alarmVariables,
  fault: alarmVariables.filter((name) => name !== 'level'),
  notice: ['receiver', 'company', 'date'],
} as const satisfies Record<TemplateEvent, readonly EnumValue<'templateVariable'>[]>

export type TemplateParams = Readonly<Record<string, string | number>>

const placeholder = /\{\{\s*([^{}]*?)\s*\}\}/g

/** The variables used in a text, each once, in order. */
export const variablesOf = (text: string): string[] => [...new Set([...text.matchAll(placeholder)].map(([, name = '']) => name))]

/** The variables used in a text that the event does not have. */
export const unknownVariables = (text: string, event: TemplateEvent): string[] => {
  const known: readonly string[] = templateVariables[event]
  return variablesOf(text).filter((name) => !known.includes(name))
}

/** A brace that belongs to no variable and would be sent literally. */
export const hasLooseBraces = (text: string): boolean => /\{\{|\}\}/.test(text.replaceAll(placeholder, ''))

/** Removes the gaps and doubled commas that an empty variable leaves behind. */
const tidy = (line: string): string =>
  line
    .replaceAll(/[ \t]{2,}/g, ' ')
    .replaceAll(/([，,、])(?:\s*[，,、])+/g, '$1')
    .replaceAll(/\s+([，。,.:：])/g, '$1')
    .trim()

/** A text with its variables filled in; a missing one becomes empty. */
export const fillTemplate = (text: string, params: TemplateParams): string =>
  text
    .replaceAll(placeholder, (_found, name: string) => (Object.hasOwn(params, name) ? String(params[name]) : ''))
    .split('\n')
    .map(tidy)
    .join('\n')
    .trim()

/** The whole text of an SMS: carriers in China require the signature in front, in brackets that GSM-7 does not have. */
export const withSignature = (signature: string, content: string, language: 'zh' | 'en'): string =>
  signature === '' ? content : language === 'zh' ? `【${signature}】${content}` : `[${signature}] ${content}`

/** Channels that show a title. */
export const titledChannels: ReadonlySet<EnumValue<'notifyMethod'>> = new Set(
  enums.notifyMethod.filter((channel) => channel !== 'sms' && channel !== 'voice'),
)

/** The basic character set of GSM 03.38; each character takes one septet. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Its extension table; each character takes two septets, which are never split over two segments. */
const extension = new Set('\f^{}\\[~]|€')

export interface SmsLength {
  readonly encoding: 'GSM-7' | 'UCS-2'
  /** Length in septets of GSM-7, or in 16-bit units of UCS-2. */
  readonly length: number
  /** Number of SMS that it is sent, and charged, as. */
  readonly segments: number
  /** Units per segment: fewer if there are several, because each then carries its number. */
  readonly perSegment: number
}

/** How many segments are needed if no character is split. */
const pack = (widths: readonly number[], perSegment: number): number => {
  let segments = 1
  let used = 0
  for (const width of widths) {
    if (used + width > perSegment) {
      segments += 1
      used = 0
    }
    used += width
  }
  return segments
}

/** The length of a text as SMS. GSM-7 holds 160 characters, or 153 in each of several; anything else is UCS-2 with 70, or 67. */
export const smsLength = (text: string): SmsLength => {
  const characters = Array.from(text)
  const gsm = characters.every((each) => basic.has(each) || extension.has(each))
  const widths = characters.map((each) => (gsm ? (extension.has(each) ? 2 : 1) : each.length))
  const length = widths.reduce((sum, width) => sum + width, 0)
  const [single, several] = gsm ? [160, 153] : [70, 67]
  const encoding = gsm ? 'GSM-7' : 'UCS-2'
  if (length === 0) return { encoding, length, segments: 0, perSegment: single }
  if (length <= single) return { encoding, length, segments: 1, perSegment: single }
  return { encoding, length, segments: pack(widths, several), perSegment: several }
}
