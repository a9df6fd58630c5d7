import type { endpoints, InputOf, OutputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { texts } from '../../platform/i18n.ts'
import { hasKeyword } from '../../platform/keyword.ts'
import { availableEngineers } from './engineers.ts'

type Common = typeof endpoints.orderCommon

const selectLimit = 200

export const selectEngineers = async (ctx: Ctx, input: InputOf<Common['engineer']>): Promise<OutputOf<Common['engineer']>> => {
  const owner =
    input.projectId === undefined
      ? undefined
      : await ctx.db
          .selectFrom('project')
          .select(['path', 'customer_id'])
          .where('id', '=', input.projectId)
          .executeTakeFirstOrThrow()
  let query = availableEngineers(ctx.db, ctx.clock.now(), owner).select(['account.id', 'account.name'])
  if (input.keyword) query = query.where(hasKeyword(['account.name', 'account.account'], input.keyword))
  const rows = await query.orderBy('account.name').orderBy('account.id').limit(selectLimit).execute()
  return rows.map((row) => ({ value: row.id, label: row.name }))
}

export const selectSites = async (ctx: Ctx, input: InputOf<Common['site']>): Promise<OutputOf<Common['site']>> => {
  const rows = await ctx.db
    .selectFrom('sign_site')
    .select(['id', 'name'])
    .where('project_id', '=', input.projectId)
    .where('enabled', '=', true)
    .orderBy('name')
    .execute()
  return rows.map((row) => ({ value: row.id, label: row.name }))
}

const labelled = (labels: Readonly<Record<string, string>>) => Object.entries(labels).map(([value, label]) => ({ value, label }))

export const orderOrigins = async (ctx: Ctx): Promise<OutputOf<Common['origin']>> => labelled(texts[ctx.locale].enums.orderOrigin)

export const completeTypes = async (ctx: Ctx): Promise<OutputOf<Common['completeType']>> =>
  labelled(texts[ctx.locale].enums.completeType)
