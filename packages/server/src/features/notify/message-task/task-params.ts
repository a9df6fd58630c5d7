import type { TemplateParams } from '@emberwatch/contract'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'
import { zonedFormatter } from '../../../platform/i18n.ts'

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
