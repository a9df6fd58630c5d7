import { fillTemplate, withSignature, type TemplateParams } from '@emberwatch/contract'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'
import { inUse, type TemplateInUse } from './template.store.ts'

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
