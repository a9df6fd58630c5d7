import { fillTemplate, withSignature, type TemplateParams, type EnumValue } from '@emberwatch/contract'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'
import { inUse, type TemplateInUse, nearestTemplate } from './template.store.ts'
import { enumLabel, texts } from '../../../platform/i18n.ts'

export type { TemplateInUse }

/** One notice template in use, by its id. */
export const noticeInUse = (db: Kysely<Tables>, id: number): Promise<TemplateInUse | undefined> =>
  inUse(db).where('message_template.id', '=', id).where('message_template.event', '=', 'notice').executeTakeFirst()

/** A template's text with its variables filled in. */
export const filled = (template: TemplateInUse, params: TemplateParams): { title: string; content: string } => {
  const content = fillTemplate(template.content, params)
  const { channel, signature, language } = template
  return {
    title: fillTemplate(template.title, params),
    content: channel === 'sms' ? withSignature(signature, content, language) : content,
  }
}

export interface TextQuestion {
  readonly event: EnumValue<'notifyEvent'>
  readonly channel: EnumValue<'notifyMethod'>
  readonly language: 'zh' | 'en'
  /** Of the company whose project it is about. */
  readonly companyPath: string
}

export interface MessageText {
  readonly title: string
  readonly content: string
  readonly templateId: number | null
  /** The provider's id of the template, if it has one. */
  readonly templateCode: string | null
}

/** The built-in text, for companies without a template of their own. */
const builtIn = ({ event, channel, language }: TextQuestion, params: TemplateParams): MessageText => {
  const pack = texts[language].notices[event]
  const shown = channel === 'inSite' ? 'app' : channel
  const many = Number(params['count'] ?? 1) > 1
  return {
    title: fillTemplate(many ? pack.titleMany : pack.title, params),
    content: fillTemplate(many ? pack[`${shown}Many`] : pack[shown], params),
    templateId: null,
    templateCode: null,
  }
}

/**
 * The text that somebody gets about an event: the newest approved template of the nearest company up the path, or else the built-in text. A
 * `level` from the enumeration is replaced by its label.
 */
export const textOf = async (db: Kysely<Tables>, question: TextQuestion, given: TemplateParams): Promise<MessageText> => {
  const params = { ...given, level: enumLabel(question.language, 'alarmLevel', given['level']) }
  const template = await nearestTemplate(db, question)
  const own = builtIn(question, params)
  if (!template) return own
  const { title, content } = filled(template, params)
  return { title: title || own.title, content, templateId: template.id, templateCode: template.providerCode || null }
}
