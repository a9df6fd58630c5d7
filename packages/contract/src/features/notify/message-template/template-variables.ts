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
