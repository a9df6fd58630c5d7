import { enums, type EnumValue } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { accountName } from '../../../platform/rows/columns.ts'
import { shownStatus } from '../../../tables/device-status.ts'
import { daysLeft } from '../../sites/project/project.facts.ts'

// The contents of a project's dossier, within the caller's scope. Each part is limited, because of the paper and of a job's memory.

export const deviceLimit = 5_000
const rowLimit = 500
const orderLimit = 20
const planLimit = 60
const photoLimit = 40

export const readPeople = (ctx: Ctx, projectId: number) =>
  ctx.db
    .selectFrom('project_person')
    .innerJoin('project', 'project.id', 'project_person.project_id')
    .select(['role', 'project_person.name', 'organisation', 'project_person.phone', 'certificate_no', 'certificate_expires'])
    .select(daysLeft(ctx, 'project_person.certificate_expires').as('daysLeft'))
    .where('project_id', '=', projectId)
    .orderBy(sql`array_position(${[...enums.projectPersonRole]}::text[], role)`)
    .orderBy('project_person.id')
    .limit(rowLimit)
    .execute()

export const readCallList = (ctx: Ctx, projectId: number) =>
  ctx.db
    .selectFrom('project_notifier')
    .select(['seq', 'name', 'role', 'phone', 'methods', 'enabled'])
    .where('project_id', '=', projectId)
    .orderBy('seq')
    .limit(rowLimit)
    .execute()

export const readGateways = (ctx: Ctx, projectId: number) =>
  ctx.db
    .selectFrom('gateway')
    .innerJoin('device_model as model', 'model.id', 'gateway.model_id')
    .select(['gateway.code', 'gateway.name', 'model.name as model', 'model.protocol', 'gateway.firmware', 'gateway.last_seen_at'])
    .select(['gateway.online', 'gateway.enabled', 'gateway.activated_at'])
    .select(
      sql<number>`(select count(*) from device where device.gateway_id = gateway.id and device.deleted_at is null)`.as('devices'),
    )
    .where('gateway.project_id', '=', projectId)
    .where('gateway.deleted_at', 'is', null)
    .orderBy('gateway.code')
    .limit(rowLimit)
    .execute()

/** How many devices of each model there are. */
export const countModels = (ctx: Ctx, projectId: number) =>
  ctx.db
    .selectFrom('device')
    .innerJoin('device_model as model', 'model.id', 'device.model_id')
    .innerJoin('device_series as series', 'series.id', 'model.series_id')
    .select(['series.name as series', 'model.name as model'])
    .select((e) => e.fn.countAll<number>().as('devices'))
    .where('device.project_id', '=', projectId)
    .where('device.deleted_at', 'is', null)
    .groupBy(['series.name', 'model.name'])
    .orderBy('series.name')
    .orderBy('model.name')
    .execute()

/** The devices, floor by floor. */
export const readDevicesByFloor = (ctx: Ctx, projectId: number) =>
  ctx.db
    .selectFrom('device')
    .innerJoin('device_model as model', 'model.id', 'device.model_id')
    .select(['device.id', 'device.code', 'device.name', 'model.name as model', 'device.room_number', 'device.place'])
    .select(['device.building', 'device.floor', 'device.replace_by', 'device.enabled'])
    .select(shownStatus.as('status'))
    .where('device.project_id', '=', projectId)
    .where('device.deleted_at', 'is', null)
    .orderBy('device.building')
    .orderBy('device.floor')
    .orderBy('device.code')
    .limit(deviceLimit + 1)
    .execute()

export const readOpenAlarms = (ctx: Ctx, projectId: number) =>
  ctx.db
    .selectFrom('alarm')
    .innerJoin('alarm_type as type', 'type.id', 'alarm.type_id')
    .leftJoin('device', 'device.id', 'alarm.device_id')
    .select(['type.name_zh', 'type.name_en', 'alarm.level', 'alarm.state', 'alarm.first_at', 'alarm.test'])
    .select(sql<string | null>`coalesce(device.code, alarm.device_code)`.as('device_code'))
    // Null for a device that has left: its present name is not for those who see this project.
    .select(sql<string | null>`case when device.project_id = alarm.project_id then device.name end`.as('device'))
    .where('alarm.project_id', '=', projectId)
    .where('alarm.state', 'in', ['unconfirmed', 'confirmed'])
    .orderBy('alarm.first_at', 'desc')
    .limit(rowLimit)
    .execute()

export const readOpenFaults = (ctx: Ctx, projectId: number) =>
  ctx.db
    .selectFrom('fault')
    .innerJoin('fault_type as type', 'type.id', 'fault.type_id')
    .leftJoin('device', 'device.id', 'fault.device_id')
    .leftJoin('gateway', 'gateway.id', 'fault.gateway_id')
    .select(['type.name_zh', 'type.name_en', 'fault.state', 'fault.first_at', 'fault.test', 'fault.repeat_count'])
    .select(['device.code as device_code', 'gateway.code as gateway_code'])
    .select(sql<string | null>`case when device.project_id = fault.project_id then device.name end`.as('device'))
    .where('fault.project_id', '=', projectId)
    .where('fault.state', '<>', 'solved')
    .orderBy('fault.first_at', 'desc')
    .limit(rowLimit)
    .execute()

/** The last finished orders of a kind, and all unfinished ones. */
export const readOrders = (ctx: Ctx, projectId: number, kind: EnumValue<'orderKind'>) =>
  ctx.db
    .selectFrom('work_order')
    .select(['code', 'status', 'due_at', 'finished_at', 'description', 'complete_note'])
    // Named whether or not the caller sees the account.
    .select(accountName('work_order.completed_by').as('completedBy'))
    .where('project_id', '=', projectId)
    .where('kind', '=', kind)
    .where('deleted_at', 'is', null)
    .orderBy(sql`coalesce(finished_at, created_at)`, 'desc')
    .limit(orderLimit)
    .execute()

export const readDocuments = (ctx: Ctx, projectId: number) =>
  ctx.db
    .selectFrom('project_document')
    .select(['kind', 'title', 'files', 'valid_until', 'remark'])
    .where('project_id', '=', projectId)
    .orderBy(sql`array_position(${[...enums.projectDocumentKind]}::text[], kind)`)
    .orderBy('title')
    .limit(rowLimit)
    .execute()

/** The photos among the files of documents. Not scoped: anyone who sees a document sees its files. */
export const readPhotos = async (ctx: Ctx, ids: readonly string[]): Promise<{ id: string; name: string }[]> =>
  ids.length === 0
    ? []
    : ctx.systemDb
        .selectFrom('file')
        .select(['id', 'name'])
        .where('id', 'in', ids)
        .where('mime', 'like', 'image/%')
        .limit(photoLimit)
        .execute()

export const readPlans = async (ctx: Ctx, projectId: number) => {
  const plans = await ctx.db
    .selectFrom('floor_plan')
    .select(['id', 'building', 'floor', 'image'])
    .where('project_id', '=', projectId)
    .orderBy('building')
    .orderBy('floor')
    .limit(planLimit)
    .execute()
  const pins = await ctx.db
    .selectFrom('floor_plan_pin as pin')
    .innerJoin('device', 'device.id', 'pin.device_id')
    .select(['pin.plan_id', 'pin.x', 'pin.y', 'device.code', 'device.name', 'device.room_number', 'device.place'])
    .where('pin.plan_id', 'in', [0, ...plans.map(({ id }) => id)])
    .where('device.project_id', '=', projectId)
    .where('device.deleted_at', 'is', null)
    .orderBy('device.code')
    .execute()
  const byPlan = Map.groupBy(pins, ({ plan_id }) => plan_id)
  return plans.map((plan) => ({ ...plan, pins: byPlan.get(plan.id) ?? [] }))
}

export const readContracts = (ctx: Ctx, customerId: number) =>
  ctx.db
    .selectFrom('customer_contract')
    .select(['contract_no', 'kind', 'starts_on', 'ends_on'])
    .where('customer_id', '=', customerId)
    .orderBy('ends_on', 'desc')
    .limit(rowLimit)
    .execute()

export const areaNames = async (ctx: Ctx, codes: readonly (string | null)[]): Promise<string> => {
  const known = codes.filter((code) => code !== null)
  if (known.length === 0) return ''
  const rows = await ctx.db.selectFrom('area').select(['code', 'name_zh', 'name_en']).where('code', 'in', known).execute()
  const name = ctx.locale === 'zh' ? ('name_zh' as const) : ('name_en' as const)
  return known.flatMap((code) => rows.find((row) => row.code === code)?.[name] ?? []).join(ctx.locale === 'zh' ? '' : ', ')
}
