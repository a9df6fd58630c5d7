import type { EnumValue } from '@emberwatch/contract'
import { sql, type Kysely, type Selectable } from 'kysely'
import { pathsOn } from '../../base/tenant/tenant.reads.ts'
import type { MessageTemplateTable } from '../../../tables/messages.tables.ts'
import type { Tables } from '../../../tables/index.ts'

type Db = Kysely<Tables>
export type StoredTemplate = Selectable<MessageTemplateTable>

/** A version in use, with its event, channel and language. */
export interface TemplateInUse {
  readonly id: number
  readonly channel: EnumValue<'notifyMethod'>
  readonly language: 'zh' | 'en'
  readonly title: string
  readonly content: string
  readonly signature: string
  readonly providerCode: string
}

/** Templates with the version in use. */
export const inUse = (db: Db) =>
  db
    .selectFrom('message_template')
    .innerJoin('message_template_version as used', (join) =>
      join.onRef('used.template_id', '=', 'message_template.id').onRef('used.number', '=', 'message_template.approved_version'),
    )
    .select(['message_template.id', 'message_template.channel', 'message_template.language'])
    .select(['used.title', 'used.content', 'used.signature', 'used.provider_code as providerCode'])
    .where('message_template.deleted_at', 'is', null)
    .where('message_template.enabled', '=', true)

/** The template of the nearest company up the path. */
export const nearestTemplate = (
  db: Db,
  { event, channel, language, companyPath }: { event: string; channel: string; language: string; companyPath: string },
): Promise<TemplateInUse | undefined> =>
  inUse(db)
    .where('message_template.path', 'in', pathsOn(companyPath))
    .where(sql<boolean>`message_template.event = ${event} and message_template.channel = ${channel}`)
    .where(sql<boolean>`message_template.language = ${language}`)
    .orderBy(sql`length(message_template.path)`, 'desc')
    .orderBy('message_template.id')
    .limit(1)
    .executeTakeFirst()
