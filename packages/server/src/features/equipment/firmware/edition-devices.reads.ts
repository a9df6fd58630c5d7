import { DomainError, type endpoints, type FirmwareDeviceRow, type InputOf, type OutputOf } from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { listPage } from '../../../platform/list.ts'
import { fields } from '../../../platform/rows/columns.ts'
import { filtered } from '../../../platform/rows/filter.ts'

type Devices = typeof endpoints.firmwareEdition.devices

const names = ['id', 'code', 'name', 'firmware', 'hardware', 'online', 'lastSeenAt'] as const

const readDevices = (ctx: Ctx, ids: readonly number[]): Promise<FirmwareDeviceRow[]> =>
  ctx.db
    .selectFrom('device')
    .innerJoin('company', 'company.id', 'device.company_id')
    .leftJoin('project', 'project.id', 'device.project_id')
    .select(fields('device', names))
    .select(['company.name as companyName', 'project.name as projectName'])
    .where('device.id', 'in', ids)
    .execute()

const readGateways = (ctx: Ctx, ids: readonly number[]): Promise<FirmwareDeviceRow[]> =>
  ctx.db
    .selectFrom('gateway')
    .innerJoin('company', 'company.id', 'gateway.company_id')
    .leftJoin('project', 'project.id', 'gateway.project_id')
    .select(fields('gateway', names))
    .select(['company.name as companyName', 'project.name as projectName'])
    .where('gateway.id', 'in', ids)
    .execute()

/** The devices or gateways in the caller's scope that last reported an edition's version. */
export const editionDevices = async (ctx: Ctx, input: InputOf<Devices>): Promise<OutputOf<Devices>> => {
  const edition = await ctx.db
    .selectFrom('firmware_edition')
    .select(['model_id', 'edition_order', 'target_type', 'hardware'])
    .where('id', '=', input.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (!edition) throw new DomainError('notFound', {}, 'id')
  const table = edition.target_type
  const onVersion = sql<boolean>`${sql.ref(`${table}.model_id`)} = ${edition.model_id}
    and version_order(${sql.ref(`${table}.firmware`)}) = ${edition.edition_order}
    and (${edition.hardware} = '' or lower(${sql.ref(`${table}.hardware`)}) = lower(${edition.hardware}))`
  const filters = { containing: ['code', 'name'], between: 'last_seen_at' } as const
  const rows =
    table === 'gateway'
      ? filtered(ctx.db.selectFrom('gateway'), 'gateway', input, filters).where(onVersion)
      : filtered(ctx.db.selectFrom('device'), 'device', input, filters).where(onVersion)
  return listPage<FirmwareDeviceRow>(ctx.db, input, {
    rows,
    key: `${table}.id`,
    sorts: { code: `${table}.code`, lastSeenAt: `${table}.last_seen_at` },
    defaultSort: { by: 'code', order: 'asc' },
    read: (ids) => (table === 'gateway' ? readGateways(ctx, ids) : readDevices(ctx, ids)),
  })
}
