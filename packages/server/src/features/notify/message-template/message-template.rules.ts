import {
  DomainError,
  hasLooseBraces,
  templateVariables,
  titledChannels,
  unknownVariables,
  type EnumValue,
} from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { fieldName, translate, enumLabel } from '../../../platform/i18n.ts'
import { refuseField } from '../../../platform/refuse-field.ts'
import type { Write } from '../../../platform/transact.ts'
import type { StoredTemplate } from './template.store.ts'

export interface TemplateKey {
  readonly event: EnumValue<'templateEvent'>
  readonly channel: EnumValue<'notifyMethod'>
}

interface Wording {
  readonly title?: string | undefined
  readonly content: string
}

const refuse = (ctx: Ctx, field: string, rule: string, params: Record<string, string>): never => {
  const separator = ctx.locale === 'zh' ? '：' : ': '
  throw new DomainError(
    'invalidInput',
    { fields: `${fieldName(ctx.locale, field)}${separator}${translate(ctx.locale, `rules.${rule}`, params)}` },
    field,
  )
}

/** A variable as it is written in a text. */
const written = (name: string): string => `{{${name}}}`

/**
 * Refuses a text with unknown variables, which receivers would read instead of a value.
 * @throws DomainError invalidInput at the field, with the variables that exist
 */
export const assertVariables = (
  ctx: Ctx,
  event: EnumValue<'templateEvent'>,
  texts: Readonly<Record<string, string | undefined>>,
): void => {
  for (const [field, text = ''] of Object.entries(texts)) {
    const unknown = unknownVariables(text, event)
    const known = templateVariables[event].map(written).join(' ')
    if (unknown.length > 0) refuse(ctx, field, 'templateVariables', { unknown: unknown.map(written).join(' '), known })
    if (hasLooseBraces(text)) refuse(ctx, field, 'looseBraces', { example: written(templateVariables[event][0]) })
  }
}

/** @throws DomainError invalidInput naming the field */
export const assertWording = (ctx: Ctx, { event, channel }: TemplateKey, { title, content }: Wording): void => {
  if (titledChannels.has(channel) && !title?.trim()) refuseField(ctx, 'title', 'required')
  if (content.trim() === '') refuseField(ctx, 'content', 'required')
  assertVariables(ctx, event, { title, content })
}

type Candidate = Pick<StoredTemplate, 'id' | 'company_id' | 'code' | 'event' | 'channel' | 'language' | 'enabled'>

/**
 * A company has one enabled template per event, channel and language, and codes are unique within it.
 * @throws DomainError duplicate at the field
 */
export const orTaken = async (ctx: Ctx, write: Write, row: Candidate): Promise<void> => {
  // If two are saved at once, they are checked one after the other.
  await sql`select pg_advisory_xact_lock(hashtextextended('message templates', ${row.company_id}))`.execute(write.systemDb)
  const others = write.systemDb
    .selectFrom('message_template')
    .select(['name'])
    .where('company_id', '=', row.company_id)
    .where('deleted_at', 'is', null)
    .where('id', '<>', row.id)
  const same = await others.where(sql<boolean>`lower(code) = lower(${row.code})`).executeTakeFirst()
  if (same) throw new DomainError('duplicate', { value: row.code }, 'code')
  if (row.event === 'notice' || !row.enabled) return
  const { event, channel, language } = row
  const rival = await others
    .where('event', '=', event)
    .where('channel', '=', channel)
    .where('language', '=', language)
    .where('enabled', '=', true)
    .executeTakeFirst()
  if (!rival) return
  const words = [
    enumLabel(ctx.locale, 'templateEvent', event),
    enumLabel(ctx.locale, 'notifyMethod', channel),
    enumLabel(ctx.locale, 'callLanguage', language),
  ]
  throw new DomainError('duplicate', { value: `${words.join(' · ')} (${rival.name})` }, 'event')
}
