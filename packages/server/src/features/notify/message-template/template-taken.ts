import { DomainError } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import type { Write } from '../../../platform/transact.ts'
import type { StoredTemplate } from './template.store.ts'

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
