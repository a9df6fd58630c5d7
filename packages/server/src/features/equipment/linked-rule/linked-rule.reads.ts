import type { endpoints, InputOf, LinkedRuleRow, LinkedRuleRunRow, OutputOf, RunStep } from '@emberwatch/contract'
import type { ReasonName } from '@emberwatch/contract/texts/zh'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { containing, listPage } from '../../../platform/list.ts'
import { fields, tracked } from '../../../platform/rows/columns.ts'
import { filtered } from '../../../platform/rows/filter.ts'
import { mayStart } from './linked-rule.rules.ts'

type Entries = typeof endpoints.linkedRule
type Options = OutputOf<Entries['devices']>

const targets = sql<LinkedRuleRow['targets']>`(
  select coalesce(json_agg(json_build_object('id', t.id, 'code', t.code,
      'name', case when t.project_id = linked_rule.project_id then t.name else '' end) order by t.code), '[]')
    from linked_rule_target join device as t on t.id = linked_rule_target.device_id
   where linked_rule_target.rule_id = linked_rule.id)`

const read = async (ctx: Ctx, ids: number[]): Promise<LinkedRuleRow[]> => {
  const rows = await ctx.db
    .selectFrom('linked_rule')
    .innerJoin('project', 'project.id', 'linked_rule.project_id')
    .innerJoin('company', 'company.id', 'linked_rule.company_id')
    .innerJoin('device_command', 'device_command.id', 'linked_rule.command_id')
    .leftJoin('device', 'device.id', 'linked_rule.device_id')
    .leftJoin('device_model', 'device_model.id', 'linked_rule.model_id')
    .leftJoin('alarm_type', 'alarm_type.id', 'linked_rule.alarm_type_id')
    .select(
      fields('linked_rule', [
        'id',
        'name',
        'projectId',
        'deviceId',
        'modelId',
        'trigger',
        'alarmTypeId',
        'format',
        'sourceCode',
        'reportType',
        'commandId',
        'pauseS',
        'enabled',
        'lastRunAt',
      ]),
    )
    .select([
      'project.name as projectName',
      'company.id as companyId',
      'company.name as companyName',
      'device.code as deviceCode',
    ])
    .select(['device_model.name as modelName', 'device_command.name as commandName', 'device_command.dangerous as dangerous'])
    .select([`alarm_type.name_${ctx.locale} as alarmType`, 'linked_rule.params as given', targets.as('targets')])
    .select(tracked('linked_rule'))
    .where('linked_rule.id', 'in', ids)
    .execute()
  return rows.map(({ given, ...row }) => ({ ...row, params: Object.fromEntries(given.map(({ name, value }) => [name, value])) }))
}

const pointsAt = (deviceId: number) =>
  sql<boolean>`(linked_rule.device_id = ${deviceId}
    or linked_rule.id in (select rule_id from linked_rule_target where linked_rule_target.device_id = ${deviceId}))`

export const pageRules = (ctx: Ctx, input: InputOf<Entries['page']>): Promise<OutputOf<Entries['page']>> => {
  const { deviceId } = input
  let rows = filtered(ctx.db.selectFrom('linked_rule'), 'linked_rule', input, {
    equal: ['projectId', 'trigger', 'enabled'],
    containing: ['name'],
    between: 'created_at',
  })
  if (deviceId !== undefined) rows = rows.where(pointsAt(deviceId))
  return listPage<LinkedRuleRow>(ctx.db, input, {
    rows,
    key: 'linked_rule.id',
    sorts: { name: 'linked_rule.name', createdAt: 'linked_rule.created_at', updatedAt: 'linked_rule.updated_at' },
    defaultSort: { by: 'createdAt', order: 'desc' },
    read: (ids) => read(ctx, ids),
  })
}

/** More rules than any project has. */
const relatedLimit = 200

/** The rules of a device's project that its reports trigger, or that send it a command. */
export const relatedRules = async (
  ctx: Ctx,
  { deviceId }: InputOf<Entries['related']>,
): Promise<OutputOf<Entries['related']>> => {
  const device = await ctx.db
    .selectFrom('device')
    .select(['id', 'model_id', 'project_id'])
    .where('id', '=', deviceId)
    .executeTakeFirst()
  if (!device || device.project_id === null) return []
  const found = await ctx.db
    .selectFrom('linked_rule')
    .select('id')
    .where('project_id', '=', device.project_id)
    .orderBy('name')
    .limit(relatedLimit)
    .execute()
  if (found.length === 0) return []
  const rows = await read(
    ctx,
    found.map(({ id }) => id),
  )
  return rows
    .map((row) => ({
      ...row,
      starts: mayStart(row, { id: device.id, modelId: device.model_id }),
      receives: row.targets.some(({ id }) => id === device.id),
    }))
    .filter(({ starts, receives }) => starts || receives)
    .sort((a, b) => a.name.localeCompare(b.name))
}

export const pageRuns = (ctx: Ctx, input: InputOf<Entries['runs']>): Promise<OutputOf<Entries['runs']>> => {
  const { keyword } = input
  let rows = filtered(ctx.db.selectFrom('linked_rule_run'), 'linked_rule_run', input, {
    equal: ['ruleId', 'projectId', 'deviceId', 'outcome'],
    between: 'at',
  })
  if (keyword) rows = rows.where('linked_rule_run.rule_name', 'ilike', containing(keyword))
  const reasonOf = (step: RunStep): RunStep => ({
    ...step,
    reason: step.reason && translate(ctx.locale, `reasons.${step.reason as ReasonName}`),
  })
  return listPage<LinkedRuleRunRow>(ctx.db, input, {
    rows,
    key: 'linked_rule_run.id',
    sorts: { at: 'linked_rule_run.at' },
    defaultSort: { by: 'at', order: 'desc' },
    read: async (ids) => {
      const found = await ctx.db
        .selectFrom('linked_rule_run')
        .leftJoin('project', 'project.id', 'linked_rule_run.project_id')
        .select(fields('linked_rule_run', ['id', 'at', 'ruleId', 'ruleName', 'deviceCode', 'sourceCode', 'outcome', 'steps']))
        .select('project.name as projectName')
        .where('linked_rule_run.id', 'in', ids)
        .execute()
      return found.map((run) => ({ ...run, steps: run.steps.map(reasonOf) }))
    },
  })
}

const choices = 200

/** Enabled commands that devices of a project understand. */
export const ruleCommands = async (ctx: Ctx, { projectId }: InputOf<Entries['commands']>): Promise<Options> => {
  const rows = await ctx.db
    .selectFrom('device_command')
    .innerJoin('device_model', 'device_model.id', 'device_command.model_id')
    .select(['device_command.id', 'device_command.name', 'device_model.name as model'])
    .where('device_command.enabled', '=', true)
    .where('device_command.model_id', 'in', modelsOf(ctx, projectId))
    .orderBy('device_model.name')
    .orderBy('device_command.name')
    .limit(choices)
    .execute()
  return rows.map(({ id, name, model }) => ({ value: id, label: `${model} · ${name}` }))
}

const modelsOf = (ctx: Ctx, projectId: number) =>
  ctx.db
    .selectFrom('device')
    .select('device.model_id')
    .where('device.project_id', '=', projectId)
    .where('device.deleted_at', 'is', null)

export const ruleModels = async (ctx: Ctx, { projectId }: InputOf<Entries['models']>): Promise<Options> => {
  const rows = await ctx.db
    .selectFrom('device_model')
    .select(['id', 'name'])
    .where('id', 'in', modelsOf(ctx, projectId))
    .orderBy('name')
    .limit(choices)
    .execute()
  return rows.map(({ id, name }) => ({ value: id, label: name }))
}

export const ruleDevices = async (ctx: Ctx, input: InputOf<Entries['devices']>): Promise<Options> => {
  const { projectId, commandId, keyword } = input
  let query = ctx.db
    .selectFrom('device')
    .select(['device.id', 'device.code', 'device.name', 'device.room_number'])
    .where('device.project_id', '=', projectId)
    .where('device.deleted_at', 'is', null)
  if (commandId !== undefined)
    query = query.where(
      'device.model_id',
      'in',
      ctx.db.selectFrom('device_command').select('model_id').where('id', '=', commandId),
    )
  if (keyword) {
    const pattern = containing(keyword)
    query = query.where(
      sql<boolean>`(device.code ilike ${pattern} or device.name ilike ${pattern} or device.room_number ilike ${pattern})`,
    )
  }
  const rows = await query.orderBy('device.code').limit(choices).execute()
  return rows.map(({ id, code, name, room_number }) => ({
    value: id,
    label: [code, name, room_number].filter(Boolean).join(' · '),
  }))
}

export const ruleAlarmTypes = async (ctx: Ctx): Promise<Options> => {
  const rows = await ctx.db
    .selectFrom('alarm_type')
    .select(['id', `name_${ctx.locale} as label`])
    .orderBy('id')
    .execute()
  return rows.map(({ id, label }) => ({ value: id, label }))
}
