import { fillTemplate, type EnumValue, type TemplateParams } from '@emberwatch/contract'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'
import { filled, noticeInUse, type TemplateInUse } from '../message-template/text-of.ts'
import { zonedFormatter } from '../../../platform/i18n.ts'

type Language = 'zh' | 'en'

/** The part of a task that determines its texts. */
export interface TaskWording {
  readonly title: string
  readonly title_en: string | null
  readonly push_type: EnumValue<'pushType'>
  readonly content_zh: string | null
  readonly content_en: string | null
  readonly template_zh_id: number | null
  readonly template_en_id: number | null
}

interface Source {
  readonly language: Language
  readonly title: string
  readonly content: string
  readonly template: TemplateInUse | undefined
}

export interface TaskText {
  readonly title: string
  readonly content: string
  readonly templateId: number | null
}

export interface TaskTexts {
  /** The languages that it is written in. Empty if there is no text. */
  readonly languages: readonly Language[]
  /** A chosen template is not in use, or is for another channel or language. */
  readonly unfit: boolean
  /** The text for a reader's language, or the other one if it is not written in theirs. */
  readonly textFor: (language: string | null, params: TemplateParams) => TaskText
}

const sourceOf = async (
  db: Kysely<Tables>,
  task: TaskWording,
  language: Language,
): Promise<{ source: Source | undefined; unfit: boolean }> => {
  const [id, content] = language === 'zh' ? [task.template_zh_id, task.content_zh] : [task.template_en_id, task.content_en]
  const title = language === 'en' ? (task.title_en ?? task.title) : task.title
  if (id === null) {
    const written = content?.trim() ?? ''
    return { source: written === '' ? undefined : { language, title, content: written, template: undefined }, unfit: false }
  }
  const template = await noticeInUse(db, id)
  if (!template || template.channel !== task.push_type || template.language !== language)
    return { source: undefined, unfit: true }
  return { source: { language, title, content: template.content, template }, unfit: false }
}

/** The texts of a task, in the languages that it is written in. */
export const textsOfTask = async (db: Kysely<Tables>, task: TaskWording): Promise<TaskTexts> => {
  const zh = await sourceOf(db, task, 'zh')
  const en = await sourceOf(db, task, 'en')
  const sources = [zh.source, en.source].filter((source) => source !== undefined)
  const textFor = (language: string | null, params: TemplateParams): TaskText => {
    const source = sources.find((each) => each.language === (language ?? 'zh')) ?? sources[0]
    if (!source) throw new Error('the task has no text to send')
    const { template } = source
    const title = fillTemplate(source.title, params)
    if (!template) return { title, content: fillTemplate(source.content, params), templateId: null }
    const text = filled(template, params)
    return { title: text.title || title, content: text.content, templateId: template.id }
  }
  return { languages: sources.map(({ language }) => language), unfit: zh.unfit || en.unfit, textFor }
}

/** The values of a notice's variables, by the receiver's name: the receiver, the sending company, and its current day. */
export const paramsOf = async (
  db: Kysely<Tables>,
  { company_id }: { readonly company_id: number },
  at: Date,
): Promise<(receiver: string) => Record<'receiver' | 'company' | 'date', string> & TemplateParams> => {
  const { name, time_zone } = await db
    .selectFrom('company')
    .select(['name', 'time_zone'])
    .where('id', '=', company_id)
    .executeTakeFirstOrThrow()
  const date = zonedFormatter(time_zone).format(at).slice(0, 10)
  return (receiver) => ({ receiver, company: name, date })
}
