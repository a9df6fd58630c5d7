import { DomainError, listedIn, type endpoints, type InputOf, type NotifyRuleChoices, type OutputOf } from '@emberwatch/contract'
import { sql, type Kysely } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { isBelow } from '../../../platform/database/scope.ts'
import { containing } from '../../../platform/list.ts'
import { nameShown } from '../../../platform/mask.ts'
import { inBranch } from '../../../platform/rows/in-branch.ts'
import type { Tables } from '../../../tables/index.ts'
import { channelsUp, outsideChannels } from '../notify-provider/provider-health.ts'
import { companyInScope } from '../../base/tenant/tenant.reads.ts'

type Entries = typeof endpoints.notifyRule

const limit = 500

/** The company that a rule is for. @throws DomainError notFound */
const companyOf = async (ctx: Ctx, companyId: number | undefined) => {
  const id = companyId ?? ctx.actor.companyId
  const company = id === null ? undefined : await companyInScope(ctx.db, id)
  if (!company) throw new DomainError('notFound', {}, 'companyId')
  return company
}

const projectsIn = (db: Kysely<Tables>, path: string) =>
  db
    .selectFrom('project')
    .select(['id as value', 'name as label'])
    .where('deleted_at', 'is', null)
    .where(inBranch('project', path))
    .orderBy('name')
    .limit(limit)
    .execute()

const typesIn = (ctx: Ctx, table: 'alarm_type' | 'fault_type' | 'project_type') =>
  ctx.db
    .selectFrom(table)
    .select(['id as value', `name_${ctx.locale} as label`])
    .where('enabled', '=', true)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Teams and roles of the company, and those of companies above and below that the caller sees. */
const groupsIn = async (db: Kysely<Tables>, table: 'duty_team' | 'role', path: string) => {
  let query = db
    .selectFrom(table)
    .innerJoin('company', 'company.id', `${table}.company_id`)
    .select([`${table}.id`, `${table}.name`, `${table}.path`, 'company.name as company'])
    .where(`${table}.enabled`, '=', true)
    .orderBy(sql`${sql.ref(`${table}.path`)} <> ${path}`)
    .orderBy(`${table}.name`)
    .limit(limit)
  if (table === 'duty_team') query = query.where(sql.ref(`${table}.deleted_at`), 'is', null)
  const rows = await query.execute()
  return rows
    .filter((row) => isBelow(row.path, path) || isBelow(path, row.path))
    .map((row) => ({ value: row.id, label: row.path === path ? row.name : `${row.name} (${row.company})` }))
}

const accountsIn = async (ctx: Ctx, path: string) => {
  const rows = await ctx.db
    .selectFrom('account')
    .innerJoin('company', 'company.id', 'account.company_id')
    .select(['account.id', 'account.name', 'account.account', 'account.type', 'account.path', 'company.name as company'])
    .where('account.enabled', '=', true)
    .where('account.deleted_at', 'is', null)
    .where('account.type', '<>', 'user')
    .orderBy(sql`account.path <> ${path}`)
    .orderBy('account.name')
    .orderBy('account.id')
    .limit(limit)
    .execute()
  return rows
    .filter((row) => isBelow(row.path, path) || isBelow(path, row.path))
    .map((row) => {
      const name = nameShown(row.type, row.name)
      return { value: row.id, label: `${name} (${listedIn(ctx.locale, [row.account, row.path === path ? null : row.company])})` }
    })
}

export const notifyRuleChoices = async (ctx: Ctx, input: InputOf<Entries['choices']>): Promise<NotifyRuleChoices> => {
  const { path } = await companyOf(ctx, input.companyId)
  const [projects, projectTypes, alarmTypes, faultTypes, teams, roles, accounts, up] = await Promise.all([
    projectsIn(ctx.db, path),
    typesIn(ctx, 'project_type'),
    typesIn(ctx, 'alarm_type'),
    typesIn(ctx, 'fault_type'),
    groupsIn(ctx.db, 'duty_team', path),
    groupsIn(ctx.db, 'role', path),
    accountsIn(ctx, path),
    channelsUp(ctx.systemDb, ctx.clock.now()),
  ])
  const channels = [...outsideChannels.filter((channel) => up[channel] === 'up'), 'inSite' as const]
  return { projects, projectTypes, alarmTypes, faultTypes, teams, roles, accounts, channels }
}

/** Devices by code, name or room. */
export const notifyRuleDevices = async (ctx: Ctx, input: InputOf<Entries['devices']>): Promise<OutputOf<Entries['devices']>> => {
  const { path } = await companyOf(ctx, input.companyId)
  const { projectIds = [], keyword } = input
  let query = ctx.db
    .selectFrom('device')
    .select(['id', 'code', 'name', 'room_number'])
    .where('deleted_at', 'is', null)
    .where('project_id', 'is not', null)
    .where(inBranch('device', path))
  if (projectIds.length > 0) query = query.where('project_id', 'in', projectIds)
  if (keyword) {
    const pattern = containing(keyword)
    query = query.where(sql<boolean>`(code ilike ${pattern} or name ilike ${pattern} or room_number ilike ${pattern})`)
  }
  const rows = await query.orderBy('code').limit(limit).execute()
  return rows.map(({ id, code, name, room_number: room }) => ({
    value: id,
    label: [code, name, room].filter(Boolean).join(' · '),
  }))
}
