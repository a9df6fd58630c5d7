import type { endpoints, InputOf, OutputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { containing } from '../../../platform/list.ts'
import { plannedEdition } from './planned-edition.ts'

type Choices = typeof endpoints.upgradeTask.choices

const shownAtOnce = 50

/** Companies or projects in scope by name: matches of the keyword, and those already chosen. */
const named = (ctx: Ctx, table: 'company' | 'project', keyword: string, ids: readonly number[]) => {
  const chosen = sql<boolean>`${sql.ref(`${table}.id`)} = any(${ids}::bigint[])`
  return ctx.db
    .selectFrom(table)
    .select([`${table}.id as value`, `${table}.name as label`])
    .where(`${table}.deleted_at`, 'is', null)
    .where((e) => e.or([chosen, e(`${table}.name`, 'ilike', containing(keyword))]))
    .orderBy(chosen, 'desc')
    .orderBy(`${table}.name`)
    .limit(shownAtOnce + ids.length)
    .execute()
}

/** Devices or gateways in scope with the edition's model: matches of the keyword, those already chosen, and those whose codes were pasted. */
const listed = async (
  ctx: Ctx,
  editionId: number,
  { keyword, ids = [], codes }: InputOf<Choices>,
): Promise<OutputOf<Choices>> => {
  const edition = await plannedEdition(ctx, editionId)
  const table = edition.target_type
  const chosen = sql<boolean>`${sql.ref(`${table}.id`)} = any(${ids}::bigint[])`
  const wanted = [...new Set((codes ?? []).map((code) => code.trim()).filter(Boolean))]
  const pasted = sql<boolean>`${sql.ref(`${table}.code`)} = any(${wanted}::text[])`
  const pattern = containing(keyword ?? '')
  const matching = sql<boolean>`(${sql.ref(`${table}.code`)} ilike ${pattern} or ${sql.ref(`${table}.name`)} ilike ${pattern})`
  const rows = await ctx.db
    .selectFrom(table)
    .select([`${table}.id as value`, `${table}.code`, `${table}.name`])
    .where(`${table}.model_id`, '=', edition.model_id)
    .where(`${table}.deleted_at`, 'is', null)
    .where((e) => e.or([chosen, codes ? pasted : matching]))
    .orderBy(chosen, 'desc')
    .orderBy(`${table}.code`)
    .limit((codes ? wanted.length : shownAtOnce) + ids.length)
    .execute()
  const found = new Set(rows.map(({ code }) => code))
  return {
    options: rows.map(({ value, code, name }) => ({ value, label: name === '' || name === code ? code : `${code} · ${name}` })),
    unknown: wanted.filter((code) => !found.has(code)),
  }
}

/** What a task may target, by the chosen kind and within the caller's scope. */
export const choicesOfTask = async (ctx: Ctx, input: InputOf<Choices>): Promise<OutputOf<Choices>> => {
  const { targetType, editionId, keyword = '', ids = [] } = input
  if (targetType === 'company' || targetType === 'project')
    return { options: await named(ctx, targetType, keyword, ids), unknown: [] }
  return targetType === 'list' && editionId !== undefined ? listed(ctx, editionId, input) : { options: [], unknown: [] }
}
