import type { endpoints, InputOf, NotifyRuleRow, OutputOf } from '@emberwatch/contract'
import { DomainError } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../platform/context.ts'
import { listPage } from '../../platform/list.ts'
import { tracked } from '../../platform/rows/columns.ts'
import { filtered } from '../../platform/rows/filter.ts'
import { channelsUp, outsideChannels } from '../notify-provider/provider-health.ts'
import { namesOf } from './rule-names.ts'
import { ruleOf } from './rules-for.ts'

type Entries = typeof endpoints.notifyRule

const read = async (ctx: Ctx, ids: readonly number[]): Promise<NotifyRuleRow[]> => {
  const [rows, up] = await Promise.all([
    ctx.db
      .selectFrom('notify_rule')
      .innerJoin('company', 'company.id', 'notify_rule.company_id')
      .selectAll('notify_rule')
      .select('company.name as companyName')
      .select(tracked('notify_rule'))
      .where('notify_rule.id', 'in', ids)
      .where('notify_rule.deleted_at', 'is', null)
      .execute(),
    channelsUp(ctx.systemDb, ctx.clock.now()),
  ])
  const named = await namesOf(
    ctx,
    rows.map((row) => ({ path: row.path, rule: ruleOf(row) })),
  )
  return rows.map((row, at) => {
    const used = new Set(row.steps.flatMap(({ channels }) => channels))
    const { id, companyName, version, createdAt, createdBy, updatedAt, updatedBy } = row
    return {
      id,
      companyId: row.company_id,
      companyName,
      ...ruleOf(row),
      named: named[at] ?? [],
      missing: outsideChannels.filter((channel) => used.has(channel) && up[channel] !== 'up'),
      version,
      createdAt,
      createdBy,
      updatedAt,
      updatedBy,
    }
  })
}

const has = (column: 'events' | 'levels' | 'project_ids', value: string | number) => {
  const list = sql.ref(`notify_rule.${column}`)
  return column === 'events' ? sql<boolean>`${value} = any(${list})` : sql<boolean>`(${list} = '{}' or ${value} = any(${list}))`
}

export const pageNotifyRules = (ctx: Ctx, input: InputOf<Entries['page']>): Promise<OutputOf<Entries['page']>> => {
  const { event, level, projectId, channel } = input
  let rows = filtered(ctx.db.selectFrom('notify_rule'), 'notify_rule', input, {
    equal: ['companyId', 'enabled'],
    containing: ['name'],
    between: 'created_at',
  })
  if (event) rows = rows.where(has('events', event))
  // A rule for faults alone has no levels.
  if (level) rows = rows.where(sql<boolean>`(${has('levels', level)} and notify_rule.events && '{alarm,breach}')`)
  if (projectId !== undefined) rows = rows.where(has('project_ids', projectId))
  if (channel) rows = rows.where(sql<boolean>`notify_rule.steps @> ${JSON.stringify([{ channels: [channel] }])}::jsonb`)
  return listPage<NotifyRuleRow>(ctx.db, input, {
    rows,
    key: 'notify_rule.id',
    sorts: { name: 'notify_rule.name', createdAt: 'notify_rule.created_at', updatedAt: 'notify_rule.updated_at' },
    defaultSort: { by: 'createdAt', order: 'desc' },
    read: (ids) => read(ctx, ids),
  })
}

export const notifyRuleDetail = async (ctx: Ctx, { id }: InputOf<Entries['detail']>): Promise<OutputOf<Entries['detail']>> => {
  const [row] = await read(ctx, [id])
  if (!row) throw new DomainError('notFound', {}, 'id')
  return row
}

const limit = 500

export const selectNotifyRules = async (ctx: Ctx): Promise<OutputOf<Entries['select']>> => {
  const rows = await ctx.db
    .selectFrom('notify_rule')
    .select(['id', 'name'])
    .where('enabled', '=', true)
    .where('deleted_at', 'is', null)
    .orderBy('name')
    .limit(limit)
    .execute()
  return rows.map(({ id, name }) => ({ value: id, label: name }))
}
