import {
  alarmCode,
  breachDays,
  type AlarmBreachRow,
  type AlarmBreachSum,
  type BreachGroup,
  type endpoints,
  type InputOf,
  type OutputOf,
} from '@emberwatch/contract'
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { listPage } from '../../../platform/list.ts'
import { isInBranch } from '../../../platform/rows/in-branch.ts'
import type { Tables } from '../../../tables/index.ts'
import type { ExportDefinition } from '../../../platform/exports.ts'
import { enumLabel } from '../../../platform/i18n.ts'

type Breach = typeof endpoints.alarmBreach
type Filter = Omit<InputOf<Breach['summary']>, 'by'>

const dayMs = 86_400_000
const mostGroups = 100

/** By how many seconds a clock was exceeded when somebody responded, or is exceeded now. */
const lateS = (now: string): RawBuilder<number> =>
  sql`ceil(extract(epoch from coalesce(breach.answered_at, ${now}::timestamptz) - breach.due_at))::integer`

/** The breaches of a period in the caller's scope. Read from the alarms, which have the scope and an index of late ones. */
const breaches = (ctx: Ctx, input: Filter) => {
  const to = input.endTime ?? ctx.clock.now().toISOString()
  const from = input.startTime ?? new Date(Date.parse(to) - breachDays * dayMs).toISOString()
  let rows = ctx.db
    .selectFrom('alarm')
    .innerJoin('alarm_breach as breach', (join) =>
      join.onRef('breach.alarm_id', '=', 'alarm.id').onRef('breach.alarm_first_at', '=', 'alarm.first_at'),
    )
    .where('alarm.breached_at', 'is not', null)
    // A clock starts with its alarm. Months before the first of these alarms are not read.
    .where('alarm.first_at', '<=', to)
    .where(
      sql<boolean>`alarm.first_at >= (select min(one.alarm_first_at) from alarm_breach as one where one.due_at between ${from} and ${to})`,
    )
    .where('breach.due_at', '>=', from)
    .where('breach.due_at', '<=', to)
  if (input.projectId !== undefined) rows = rows.where('alarm.project_id', '=', input.projectId)
  if (input.typeId !== undefined) rows = rows.where('alarm.type_id', '=', input.typeId)
  if (input.level !== undefined) rows = rows.where('alarm.level', '=', input.level)
  if (input.clock !== undefined) rows = rows.where('breach.clock', '=', input.clock)
  if (input.answeredById !== undefined) rows = rows.where('breach.answered_by', '=', input.answeredById)
  if (input.answered !== undefined) rows = rows.where('breach.answered_at', input.answered ? 'is not' : 'is', null)
  if (input.companyId !== undefined)
    rows = rows.where(isInBranch('alarm.path', sql`(select company.path from company where company.id = ${input.companyId})`))
  return rows
}

const read = async (ctx: Ctx, input: Filter, ids: readonly number[]): Promise<AlarmBreachRow[]> => {
  const rows = await breaches(ctx, input)
    .innerJoin('alarm_type as type', 'type.id', 'alarm.type_id')
    .innerJoin('company', 'company.id', 'alarm.company_id')
    .leftJoin('project', 'project.id', 'alarm.project_id')
    .leftJoin('device', 'device.id', 'alarm.device_id')
    .leftJoin('account as answerer', 'answerer.id', 'breach.answered_by')
    .select(['breach.id', 'breach.clock', 'breach.due_at as dueAt', 'breach.answered_at as answeredAt'])
    .select(['alarm.id as alarmId', 'alarm.first_at as firstAt', 'alarm.level', 'alarm.project_id as projectId'])
    .select([
      'type.name_zh as typeNameZh',
      'type.name_en as typeNameEn',
      'company.id as companyId',
      'company.name as companyName',
    ])
    .select(['project.name as projectName', 'answerer.name as answeredBy'])
    .select([
      sql<string | null>`coalesce(device.code, alarm.device_code)`.as('deviceCode'),
      sql<string>`coalesce(project.time_zone, company.time_zone)`.as('timeZone'),
      lateS(ctx.clock.now().toISOString()).as('lateS'),
    ])
    .where('breach.id', 'in', ids)
    .execute()
  return rows.map(({ firstAt, ...row }) => ({ ...row, alarmCode: alarmCode(row.alarmId, firstAt, row.timeZone) }))
}

export const pageBreaches = (ctx: Ctx, input: InputOf<Breach['page']>): Promise<OutputOf<Breach['page']>> => {
  const now = ctx.clock.now().toISOString()
  const rows = ctx.db.selectFrom(
    breaches(ctx, input).select(['breach.id', 'breach.due_at']).select(lateS(now).as('late_s')).as('found'),
  ) as unknown as SelectQueryBuilder<Tables, never, object>
  return listPage<AlarmBreachRow>(ctx.db, input, {
    rows,
    key: 'found.id',
    sorts: { dueAt: 'found.due_at', lateS: 'found.late_s' },
    defaultSort: { by: 'dueAt', order: 'desc' },
    read: (ids) => read(ctx, input, ids),
  })
}

const groups: Readonly<Record<BreachGroup, string>> = {
  project: 'alarm.project_id',
  type: 'alarm.type_id',
  operator: 'breach.answered_by',
}

type Named = Pick<AlarmBreachSum, 'id' | 'nameZh' | 'nameEn'>

const namesOf = (ctx: Ctx, by: BreachGroup, ids: readonly number[]): Promise<Named[]> => {
  if (by === 'type')
    return ctx.db
      .selectFrom('alarm_type')
      .select(['id', 'name_zh as nameZh', 'name_en as nameEn'])
      .where('id', 'in', ids)
      .execute()
  return ctx.db
    .selectFrom(by === 'project' ? 'project' : 'account')
    .select(['id', 'name as nameZh', 'name as nameEn'])
    .where('id', 'in', ids)
    .execute()
}

/** Breaches counted by project, type or responder, most first. Only the ones returned get their names. */
export const sumBreaches = async (ctx: Ctx, { by, ...input }: InputOf<Breach['summary']>): Promise<AlarmBreachSum[]> => {
  const id = sql.ref<number | null>(groups[by])
  const late = lateS(ctx.clock.now().toISOString())
  const sums = await breaches(ctx, input)
    .select([
      id.as('id'),
      sql<number>`count(*)::int`.as('breaches'),
      sql<number>`(count(*) filter (where breach.answered_at is null))::int`.as('unanswered'),
      sql<number>`round(avg(${late}))::int`.as('averageLateS'),
      sql<number>`max(${late})`.as('worstLateS'),
    ])
    .groupBy(id)
    .orderBy('breaches', 'desc')
    .orderBy(id)
    .limit(sql.lit(mostGroups))
    .execute()
  const ids = sums.flatMap((sum) => sum.id ?? [])
  const names = new Map(ids.length === 0 ? [] : (await namesOf(ctx, by, ids)).map((named) => [named.id, named]))
  return sums.map((sum) => {
    const { nameZh = null, nameEn = null } = names.get(sum.id) ?? {}
    return { ...sum, nameZh, nameEn }
  })
}

export const alarmBreachExport: ExportDefinition = {
  columns: [
    { field: 'alarmCode', label: 'alarmId' },
    { field: 'level', text: (row, locale) => enumLabel(locale, 'alarmLevel', row['level']) },
    { field: 'alarmType', text: (row, locale) => String(row[locale === 'zh' ? 'typeNameZh' : 'typeNameEn']) },
    { field: 'projectName', width: 30 },
    { field: 'deviceCode' },
    { field: 'companyName', width: 24 },
    { field: 'clock', text: (row, locale) => enumLabel(locale, 'alarmClock', row['clock']) },
    { field: 'dueAt' },
    { field: 'answeredAt' },
    { field: 'answeredBy' },
    { field: 'lateS', width: 12 },
  ],
  page: (ctx, input) => pageBreaches(ctx, input as InputOf<typeof endpoints.alarmBreach.page>),
}
