import {
  DomainError,
  type endpoints,
  type EnumValue,
  type GatewayConnection,
  type GatewayDetail,
  type GatewayPresetRow,
  type GatewayRow,
  type InputOf,
  type OutputOf,
} from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { startExport, type ExportDefinition } from '../../../platform/exports.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { hasKeyword } from '../../../platform/keyword.ts'
import { listPage } from '../../../platform/list.ts'
import { trackedColumns } from '../../../platform/rows/columns.ts'
import { originExport } from '../product-trace/product-trace.reads.ts'
import { filteredGateways, filteredPresets, type GatewayPageInput, type GatewayPresetPageInput } from './gateway.filter.ts'
import { readGateways, readPresets } from './gateway.rows.ts'

type Gateway = typeof endpoints.gateway
type Preset = typeof endpoints.gatewayPreset

export const pageGateways = async (ctx: Ctx, input: GatewayPageInput): Promise<OutputOf<Gateway['page']>> =>
  listPage<GatewayRow>(ctx.db, input, {
    ...(await filteredGateways(ctx, input)),
    key: 'gateway.id',
    sorts: { code: 'gateway.code', createdAt: 'gateway.created_at', lastSeenAt: 'gateway.last_seen_at' },
    defaultSort: { by: 'createdAt', order: 'desc' },
    read: (ids) => readGateways(ctx, ids),
  })

/** Nothing was received from it since it was refused, over whichever connection. */
const stillRefused = sql<boolean>`(gateway.last_seen_at is null or gateway.last_seen_at < gateway.refused_at)`

export const gatewayDetail = async (ctx: Ctx, input: InputOf<Gateway['detail']>): Promise<GatewayDetail> => {
  const now = ctx.clock.now()
  const [[row], more] = await Promise.all([
    readGateways(ctx, [input.id]),
    ctx.db
      .selectFrom('gateway')
      .innerJoin('device_model as model', 'model.id', 'gateway.model_id')
      .leftJoin('project', 'project.id', 'gateway.project_id')
      .leftJoin('customer', 'customer.id', 'gateway.customer_id')
      .select([
        'gateway.allowed_sources as allowedSources',
        sql<boolean>`gateway.link_key is not null`.as('hasLinkKey'),
        'model.offline_after_s as offlineAfterS',
        'gateway.customer_id as customerId',
        // Only callers who may see customers see the name of a private person.
        sql<string | null>`case when customer.type <> 'person' then customer.name end`.as('customerName'),
        sql<boolean>`coalesce(project.stopped, false)`.as('projectStopped'),
        sql<string | null>`case when ${stillRefused} then gateway.refused_at end`.as('refusedAt'),
        sql<EnumValue<'signInRefusal'> | null>`case when ${stillRefused} then gateway.refused_reason end`.as('refusedReason'),
        sql<boolean>`is_on_test(gateway.project_id, gateway.id, null, '', ${now}, ${now})`.as('onTest'),
      ])
      .where('gateway.id', '=', input.id)
      .where('gateway.deleted_at', 'is', null)
      .executeTakeFirst(),
  ])
  if (!row || !more) throw new DomainError('notFound', {}, 'id')
  return { ...row, ...more }
}

/** How many choices a drop-down gets at once. Typing narrows them. */
const selectLimit = 200

export const selectGateways = async (ctx: Ctx, input: InputOf<Gateway['select']>): Promise<OutputOf<Gateway['select']>> => {
  let query = ctx.db
    .selectFrom('gateway')
    .select(['id', 'code', 'name'])
    .where('gateway.deleted_at', 'is', null)
    .where('gateway.enabled', '=', true)
  if (input.projectId !== undefined) query = query.where('gateway.project_id', '=', input.projectId)
  if (input.keyword) query = query.where(hasKeyword(['gateway.code', 'gateway.name'], input.keyword))
  const rows = await query.orderBy('gateway.code').orderBy('gateway.id').limit(selectLimit).execute()
  return rows.map(({ id, code, name }) => ({ value: id, label: name === code ? code : `${code} ${name}` }))
}

export const selectGatewayModels = async (ctx: Ctx): Promise<OutputOf<Gateway['models']>> => {
  const models = ctx.db.selectFrom('device_model').where('is_gateway', '=', true).where('enabled', '=', true)
  return models.select(['id as value', 'name as label', 'code', 'protocol']).orderBy('name').execute()
}

export const gatewayLabels = (ctx: Ctx, input: InputOf<Gateway['labels']>): Promise<OutputOf<Gateway['labels']>> =>
  ctx.db
    .selectFrom('gateway')
    .innerJoin('device_model as model', 'model.id', 'gateway.model_id')
    .leftJoin('project', 'project.id', 'gateway.project_id')
    .select([
      'gateway.id',
      'gateway.code',
      'gateway.name',
      'model.name as modelName',
      'model.code as modelCode',
      'project.name as projectName',
    ])
    .where('gateway.id', 'in', input.ids)
    .orderBy('gateway.code')
    .execute()

/** Where gateways connect: the external broker, or the ports of the embedded one on the console's host, and those of the receivers. */
export const gatewayConnection = async ({ config }: Ctx): Promise<GatewayConnection> => {
  const linkPorts = { gb26875: config.linkPorts.gb26875 ?? null, siaDc09: config.linkPorts.siaDc09 ?? null }
  if (config.mqttUrl !== undefined) {
    const { protocol, hostname, port } = new URL(config.mqttUrl)
    const tls = protocol === 'mqtts:' || protocol === 'wss:'
    const given = port === '' ? (tls ? 8883 : 1883) : Number(port)
    return { host: hostname, port: tls ? null : given, tlsPort: tls ? given : null, linkPorts }
  }
  return { host: null, port: config.mqttPlain ? config.mqttPort : null, tlsPort: config.mqttTls?.port ?? null, linkPorts }
}

/** Registered with the exports. */
export const gatewayExport: ExportDefinition = {
  columns: [
    { field: 'code' },
    { field: 'name', width: 30 },
    { field: 'communicationCode' },
    { field: 'modelName' },
    { field: 'protocol', text: (row, locale) => enumLabel(locale, 'modelProtocol', row['protocol']) },
    { field: 'status', text: (row, locale) => enumLabel(locale, 'gatewayStatus', row['status']) },
    { field: 'disabledReason', width: 30 },
    { field: 'projectName', width: 30 },
    { field: 'companyName', width: 30 },
    { field: 'lastSeenAt' },
    { field: 'activatedAt' },
    { field: 'boundAt' },
    { field: 'ip' },
    { field: 'port', width: 10 },
    { field: 'signal', width: 10 },
    { field: 'firmware' },
    { field: 'deviceCount', width: 10, text: (row) => String(row['devices']) },
    { field: 'abnormalDevices', width: 10 },
    { field: 'openAlarms', width: 10 },
    { field: 'openFaults', width: 10 },
    { field: 'malformedCount', width: 10 },
    ...originExport,
    { field: 'iccid', width: 24 },
    { field: 'simExpires' },
    ...trackedColumns,
  ],
  page: (ctx, input) => pageGateways(ctx, input as GatewayPageInput),
}

export const exportGateways = (ctx: Ctx, input: InputOf<Gateway['export']>): Promise<{ exportId: number }> =>
  startExport(ctx, 'gateway', input)

/** Gateways in stock, newest first. */
export const pageGatewayPresets = async (ctx: Ctx, input: GatewayPresetPageInput): Promise<OutputOf<Preset['page']>> =>
  listPage<GatewayPresetRow>(ctx.db, input, {
    ...(await filteredPresets(ctx, input)),
    key: 'gateway.id',
    sorts: { code: 'gateway.code', stockedAt: 'gateway.stocked_at' },
    defaultSort: { by: 'stockedAt', order: 'desc' },
    read: (ids) => readPresets(ctx.db, ids),
  })

/** Registered with the exports. */
export const gatewayPresetExport: ExportDefinition = {
  columns: [
    { field: 'code' },
    { field: 'name', width: 30 },
    { field: 'communicationCode' },
    { field: 'modelName' },
    ...originExport,
    { field: 'companyName', width: 30 },
    { field: 'stockedAt' },
    { field: 'activatedAt' },
    ...trackedColumns,
  ],
  page: (ctx, input) => pageGatewayPresets(ctx, input as GatewayPresetPageInput),
}

export const exportPresets = (ctx: Ctx, input: InputOf<Preset['export']>): Promise<{ exportId: number }> =>
  startExport(ctx, 'gatewayPreset', input)
