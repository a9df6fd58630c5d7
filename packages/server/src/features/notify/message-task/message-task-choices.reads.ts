import { type endpoints, type InputOf, type OutputOf, smsLength } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { containing } from '../../../platform/list.ts'
import { nameShown, privateTypes } from '../../../platform/mask.ts'
import { channelsUp } from '../notify-provider/provider-health.ts'
import { countReceivers } from './receivers.ts'
import { objectIdsOf } from './message-task.rules.ts'
import { texts as packs } from '../../../platform/i18n.ts'
import { textsOfTask } from './task-texts.ts'

type Choices = typeof endpoints.messageTask.choices

const shownAtOnce = 50

/** What a task may target, by the chosen kind and within the caller's scope: matches of a keyword, and those already chosen. */
export const choicesOfTask = async (ctx: Ctx, input: InputOf<Choices>): Promise<OutputOf<Choices>> => {
  const { pushObject, keyword, ids = [] } = input
  if (pushObject === 'all' || pushObject === 'filter') return []
  const matching = (found: readonly string[]) =>
    keyword === undefined
      ? sql<boolean>`true`
      : sql<boolean>`(${sql.join(
          found.map((column) => sql`${sql.ref(column)} ilike ${containing(keyword)}`),
          sql` or `,
        )})`
  const chosen = sql<boolean>`${sql.ref(`${pushObject}.id`)} = any(${ids}::bigint[])`
  if (pushObject === 'account') {
    const rows = await ctx.db
      .selectFrom('account')
      .innerJoin('company', 'company.id', 'account.company_id')
      .select(['account.id as value', 'account.name', 'account.account', 'account.type', 'company.name as company'])
      .where('account.deleted_at', 'is', null)
      .where('account.enabled', '=', true)
      // People whose name is masked are found by the account or the complete name; otherwise the name could be guessed letter by letter.
      .where((e) =>
        e.or([
          chosen,
          matching(['account.account']),
          sql<boolean>`lower(account.name) = lower(${keyword ?? ''})`,
          e.and([matching(['account.name']), e('account.type', 'not in', privateTypes)]),
        ]),
      )
      .orderBy(chosen, 'desc')
      .orderBy('account.account')
      .limit(shownAtOnce + ids.length)
      .execute()
    return rows.map(({ value, name, account, type, company }) => ({
      value,
      label: `${nameShown(type, name)} (${account}) · ${company}`,
    }))
  }
  let rows = ctx.db
    .selectFrom(pushObject)
    .select([`${pushObject}.id as value`, `${pushObject}.name as label`])
    .where((e) => e.or([chosen, matching([`${pushObject}.name`])]))
    .orderBy(chosen, 'desc')
    .orderBy(`${pushObject}.name`)
    .limit(shownAtOnce + ids.length)
  if (pushObject !== 'role') rows = rows.where(sql<boolean>`${sql.ref(`${pushObject}.deleted_at`)} is null`)
  else rows = rows.where(sql<boolean>`role.enabled`)
  return rows.execute()
}

type Reach = typeof endpoints.messageTask.reach

/** How many accounts in the caller's scope a target includes, while the form is being filled in. */
export const reachOfTask = async (ctx: Ctx, input: InputOf<Reach>): Promise<OutputOf<Reach>> => {
  const { pushType, pushObject, filter } = input
  const now = ctx.clock.now()
  const counted = await countReceivers(ctx.db, { pushType, pushObject, objectIds: objectIdsOf(input).ids, filter }, now)
  return { ...counted, channel: pushType === 'inSite' ? 'up' : (await channelsUp(ctx.systemDb, now))[pushType] }
}

type Preview = typeof endpoints.messageTask.preview

/** What receivers of each language get, with sample data. Empty as long as there is no text. */
export const previewTask = async (ctx: Ctx, { id }: InputOf<Preview>): Promise<OutputOf<Preview>> => {
  const task = await ctx.db.selectFrom('message_task').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const texts = await textsOfTask(ctx.systemDb, task)
  return texts.languages.map((language) => {
    const { title, content } = texts.textFor(language, packs[language].notices.sample)
    return { language, title, content, segments: task.push_type === 'sms' ? smsLength(content).segments : null }
  })
}
