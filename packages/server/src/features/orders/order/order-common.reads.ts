import {
  closedOrderStatuses,
  DomainError,
  type endpoints,
  type InputOf,
  type OrderKindName,
  type OutputOf,
  feedbackCode,
  orderKindFacts,
} from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { texts } from '../../../platform/i18n.ts'
import { hasKeyword } from '../../../platform/keyword.ts'
import { containing } from '../../../platform/list.ts'
import { availableEngineers, certificateOf, uncertified } from './engineers.ts'

/**
 * Looks a device up for an order (specification section 5). It must be in the caller's scope: for an installation in stock or in the named
 * project, otherwise in a project, the named one if there is one.
 * @throws deviceMissing, alike for a foreign and a missing device; deviceInStock; deviceElsewhere
 */
export const findOrderDevice = async (
  ctx: Ctx,
  kind: OrderKindName,
  { code, projectId }: InputOf<typeof endpoints.repairOrder.device>,
): Promise<OutputOf<typeof endpoints.repairOrder.device>> => {
  const device = await ctx.db
    .selectFrom('device')
    .innerJoin('device_model as model', 'model.id', 'device.model_id')
    .leftJoin('project', (join) => join.onRef('project.id', '=', 'device.project_id').on('project.deleted_at', 'is', null))
    .select(['device.id', 'device.code', 'device.name', 'model.name as modelName', 'device.room_number as roomNumber'])
    .select(['project.id as projectId', 'project.name as projectName'])
    .where(sql<boolean>`lower(device.code) = lower(${code})`)
    .where('device.deleted_at', 'is', null)
    .where('device.scrapped_at', 'is', null)
    .executeTakeFirst()
  if (!device) throw new DomainError('deviceMissing', {}, 'code')
  const { projectId: at, projectName: project } = device
  if (kind !== 'install' && at === null) throw new DomainError('deviceInStock', { devices: [device.code] }, 'code')
  if (kind === 'install' && at !== null && at !== projectId)
    throw new DomainError('deviceElsewhere', { device: device.code, project: project ?? '' }, 'code')
  const open = await ctx.db
    .selectFrom('work_order')
    .innerJoin('order_device', 'order_device.order_id', 'work_order.id')
    .select('work_order.code')
    .where('order_device.device_id', '=', device.id)
    .where('work_order.kind', '=', kind)
    .where('work_order.status', 'not in', [...closedOrderStatuses])
    .where('work_order.deleted_at', 'is', null)
    .orderBy('work_order.id', 'desc')
    .executeTakeFirst()
  return { ...device, openOrderCode: open?.code ?? null }
}

type Common = typeof endpoints.orderCommon

const selectLimit = 200

export const selectEngineers = async (ctx: Ctx, input: InputOf<Common['engineer']>): Promise<OutputOf<Common['engineer']>> => {
  const owner =
    input.projectId === undefined
      ? undefined
      : await ctx.db
          .selectFrom('project')
          .select(['path', 'customer_id', 'time_zone'])
          .where('id', '=', input.projectId)
          .executeTakeFirstOrThrow()
  const now = ctx.clock.now()
  let query = availableEngineers(ctx.db, now, owner)
    .select(['account.id', 'account.name'])
    .select(certificateOf(now, owner?.time_zone ?? 'UTC'))
  if (input.keyword) query = query.where(hasKeyword(['account.name', 'account.account'], input.keyword))
  const rows = await query.orderBy('account.name').orderBy('account.id').limit(selectLimit).execute()
  const { kind } = input
  return rows.map(({ id, name, ...certificate }) => ({
    value: id,
    label: name,
    off: kind === undefined ? null : uncertified(ctx, kind, certificate),
  }))
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

export const completeTypes = async (
  ctx: Ctx,
  { kind }: InputOf<Common['completeType']>,
): Promise<OutputOf<Common['completeType']>> => {
  const all = labelled(texts[ctx.locale].enums.completeType)
  const own: readonly string[] | undefined = kind && orderKindFacts[kind].completeTypes
  return own ? all.filter(({ value }) => own.includes(value)) : all
}

/** The models of a project's devices, with the number of each. */
export const selectDeviceModels = async (
  ctx: Ctx,
  { projectId }: InputOf<Common['deviceModel']>,
): Promise<OutputOf<Common['deviceModel']>> => {
  const rows = await ctx.db
    .selectFrom('device')
    .innerJoin('device_model as model', 'model.id', 'device.model_id')
    .select(['model.id', 'model.name'])
    .select((e) => e.fn.countAll<number>().as('n'))
    .where('device.project_id', '=', projectId)
    .where('device.deleted_at', 'is', null)
    .groupBy(['model.id', 'model.name'])
    .orderBy('model.name')
    .execute()
  return rows.map(({ id, name, n }) => ({ value: id, label: `${name} (${n})` }))
}

/** Open feedback, newest first. */
export const selectFeedback = async (
  ctx: Ctx,
  { keyword }: InputOf<Common['feedback']>,
): Promise<OutputOf<Common['feedback']>> => {
  let query = ctx.db
    .selectFrom('user_feedback as feedback')
    .innerJoin('project', 'project.id', 'feedback.project_id')
    .select(['feedback.id', 'feedback.created_at', 'feedback.content', 'project.name', 'project.time_zone'])
    .where('feedback.state', '=', 'pending_handle')
  if (keyword) query = query.where('feedback.content', 'ilike', containing(keyword))
  const rows = await query.orderBy('feedback.created_at', 'desc').limit(selectLimit).execute()
  return rows.map(({ id, created_at, content, name, time_zone }) => ({
    value: id,
    label: `${feedbackCode(id, created_at, time_zone)} · ${name} · ${content.slice(0, 40)}`,
  }))
}
