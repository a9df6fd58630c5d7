import {
  DomainError,
  listedIn,
  type endpoints,
  hoursText,
  type EnumName,
  type InputOf,
  type Language,
  type NamedKind,
  type NotifyReceiver,
  type NotifyRuleRow,
  type OutputOf,
} from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { startExport, type ExportDefinition } from '../../../platform/exports.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { listPage } from '../../../platform/list.ts'
import { tracked, trackedColumns } from '../../../platform/rows/columns.ts'
import { filtered } from '../../../platform/rows/filter.ts'
import { channelsUp, outsideChannels } from '../notify-provider/provider-health.ts'
import { namesOf } from './rule-names.ts'
import { ruleOf } from './rules-for.ts'

type Entries = typeof endpoints.notifyRule
type PageInput = InputOf<Entries['page']>

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

export const pageNotifyRules = (ctx: Ctx, input: PageInput): Promise<OutputOf<Entries['page']>> => {
  const { event, level, projectId, channel } = input
  let rows = filtered(ctx.db.selectFrom('notify_rule'), 'notify_rule', input, {
    equal: ['companyId', 'enabled'],
    containing: ['name'],
    between: 'created_at',
  })
  if (event) rows = rows.where(has('events', event))
  // A rule only for faults has no levels.
  if (level) rows = rows.where(sql<boolean>`(${has('levels', level)} and notify_rule.events && '{alarm,breach}')`)
  if (projectId !== undefined)
    rows = rows.where(has('project_ids', projectId)).where(
      sql<boolean>`(notify_rule.project_type_ids = '{}'
          or (select p.type_id from project p where p.id = ${projectId}) = any(notify_rule.project_type_ids))`,
    )
  if (channel) rows = rows.where(sql<boolean>`notify_rule.steps @> ${JSON.stringify([{ channels: [channel] }])}::jsonb`)
  return listPage<NotifyRuleRow>(ctx.db, input, {
    rows,
    key: 'notify_rule.id',
    sorts: { name: 'notify_rule.name', createdAt: 'notify_rule.created_at', updatedAt: 'notify_rule.updated_at' },
    defaultSort: { by: 'createdAt', order: 'desc' },
    read: (ids) => read(ctx, ids),
  })
}

const labelsOf = (locale: Language, name: EnumName, values: readonly string[]): string =>
  listedIn(
    locale,
    values.map((value) => enumLabel(locale, name, value)),
  )

/** The names of a rule's targets of one kind. */
const namesOfKind = ({ named }: NotifyRuleRow, locale: Language, kind: NamedKind, ids: readonly number[]): string =>
  listedIn(
    locale,
    named.filter((each) => each.kind === kind && ids.includes(each.id)).map(({ name }) => name),
  )

const receiverText = (row: NotifyRuleRow, locale: Language, { kind, teamId, roleId, accountIds }: NotifyReceiver): string => {
  const names = [
    namesOfKind(row, locale, 'team', teamId === undefined ? [] : [teamId]),
    namesOfKind(row, locale, 'role', roleId === undefined ? [] : [roleId]),
    namesOfKind(row, locale, 'account', accountIds ?? []),
  ].filter(Boolean)
  const label = enumLabel(locale, 'notifyReceiver', kind)
  return names.length === 0 ? label : `${label} (${names.join()})`
}

/** A line per step: seconds after the event, whom, and over which channels. */
const stepsText = (row: NotifyRuleRow, locale: Language): string =>
  row.steps
    .map(({ afterS, receivers, channels, repeats, everyS }) => {
      const whom = receivers.map((receiver) => receiverText(row, locale, receiver))
      const again = repeats > 0 ? ` ×${repeats + 1} (${everyS} s)` : ''
      return `${afterS} s: ${listedIn(locale, whom)} – ${labelsOf(locale, 'notifyMethod', channels)}${again}`
    })
    .join('\n')

const cell = (text: (row: NotifyRuleRow, locale: Language) => string) => (row: object, locale: Language) =>
  text(row as NotifyRuleRow, locale)

/** Registered with the exports. An empty list of ids means that the rule applies to all. */
export const notifyRuleExport: ExportDefinition = {
  columns: [
    { field: 'name', width: 24 },
    { field: 'companyName', width: 30 },
    { field: 'events', text: cell((row, locale) => labelsOf(locale, 'notifyEvent', row.events)) },
    { field: 'levels', text: cell((row, locale) => labelsOf(locale, 'alarmLevel', row.levels)) },
    { field: 'projectIds', width: 30, text: cell((row, locale) => namesOfKind(row, locale, 'project', row.projectIds)) },
    {
      field: 'projectTypeIds',
      text: cell((row, locale) => namesOfKind(row, locale, 'projectType', row.projectTypeIds)),
    },
    { field: 'alarmTypeIds', text: cell((row, locale) => namesOfKind(row, locale, 'alarmType', row.alarmTypeIds)) },
    { field: 'faultTypeIds', text: cell((row, locale) => namesOfKind(row, locale, 'faultType', row.faultTypeIds)) },
    { field: 'deviceIds', width: 30, text: cell((row, locale) => namesOfKind(row, locale, 'device', row.deviceIds)) },
    { field: 'steps', width: 60, text: cell(stepsText) },
    { field: 'stopWhen', text: cell((row, locale) => enumLabel(locale, 'notifyStop', row.stopWhen)) },
    {
      field: 'activeHours',
      text: cell(({ activeHours }) => (activeHours ? hoursText(activeHours) : '')),
    },
    { field: 'mergeWindowS', width: 10 },
    { field: 'language', text: cell((row, locale) => enumLabel(locale, 'callLanguage', row.language)) },
    { field: 'enabled', width: 10 },
    ...trackedColumns,
  ],
  page: (ctx, input) => pageNotifyRules(ctx, input as PageInput),
}

export const exportNotifyRules = (ctx: Ctx, input: InputOf<Entries['export']>): Promise<{ exportId: number }> =>
  startExport(ctx, 'notifyRule', input)

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
