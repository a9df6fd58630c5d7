import type { EnumValue } from '@emberwatch/contract'
import type { Kysely } from 'kysely'
import { instantText, texts } from '../../../platform/i18n.ts'
import type { Tables } from '../../../tables/index.ts'
import { textOf, type MessageText } from '../message-template/text-of.ts'
import type { CauseNow } from './cause-facts.ts'

type Params = Readonly<Record<string, string | number>>

/** What a message says about the events of a run: how many there are, and which came first. */
const paramsOf = (
  causes: readonly CauseNow[],
  language: 'zh' | 'en',
  { name, timeZone }: { readonly name: string; readonly timeZone: string },
): Params => {
  const [first] = causes
  if (!first) return { project: name, count: 0 }
  const type = language === 'zh' ? first.typeZh : first.typeEn
  const happened = first.kind === 'breach' ? first.firstAt : new Date(first.roundAt).toISOString()
  return {
    project: name,
    device: first.device,
    room: first.room,
    type,
    level: first.level ?? '',
    time: instantText(happened, timeZone),
    code: first.code,
    count: causes.length,
    first: [first.room, first.device, type].filter((part) => part !== '').join(' '),
  }
}

export interface Written extends MessageText {
  readonly params: Params
}

/** Whether people are notified only to see that they are. A message that is also about anything else is a real one. */
export const isTest = (causes: readonly CauseNow[]): boolean => causes.length > 0 && causes.every(({ tried }) => tried)

/** What an approved template of a provider names. Whichever of them it takes says that it is a test. */
const namesInTemplates = ['project', 'type', 'first', 'device', 'room'] as const

/** The same message, which says first that it is a test. A provider that fills in its own template is told so with each name. */
const asTest = ({ title, content, params, ...rest }: Written, language: 'zh' | 'en'): Written => {
  const mark = texts[language].notices.testMark
  const marked = namesInTemplates.map((name) => [name, `${mark}${params[name] ?? ''}`] as const)
  // Carriers want the signature of an SMS in front.
  const text = content.replace(/^(?:【[^】]*】|\[[^\]]*\] )?/u, (signature) => signature + mark)
  return { ...rest, title: mark + title, content: text, params: { ...params, ...Object.fromEntries(marked) } }
}

/** Writes the messages of one run: one text per language and channel. */
export const createTexts = (
  db: Kysely<Tables>,
  {
    event,
    path,
    causes,
    project,
  }: {
    readonly event: EnumValue<'notifyEvent'>
    readonly path: string
    readonly causes: readonly CauseNow[]
    readonly project: { readonly name: string; readonly timeZone: string }
  },
) => {
  const written = new Map<string, Promise<Written>>()
  return (channel: EnumValue<'notifyMethod'>, language: 'zh' | 'en'): Promise<Written> => {
    const key = `${channel} ${language}`
    const params = paramsOf(causes, language, project)
    const text =
      written.get(key) ??
      textOf(db, { event, channel, language, companyPath: path }, params).then((answer) =>
        isTest(causes) ? asTest({ ...answer, params }, language) : { ...answer, params },
      )
    written.set(key, text)
    return text
  }
}
