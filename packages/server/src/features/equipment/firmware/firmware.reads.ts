import {
  compareVersions,
  enums,
  type endpoints,
  type EnumValue,
  type FirmwareEditionRow,
  type InputOf,
  type OutputOf,
  DomainError,
  type FirmwareDeviceRow,
} from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { startExport, type ExportDefinition } from '../../../platform/exports.ts'
import { enumLabel } from '../../../platform/i18n.ts'
import { listPage } from '../../../platform/list.ts'
import { accountName, fields, tracked, trackedColumns } from '../../../platform/rows/columns.ts'
import { filtered } from '../../../platform/rows/filter.ts'
import { routesTo } from './released-editions.ts'
import { signedText } from './sign-edition.ts'

type Edition = typeof endpoints.firmwareEdition
type PageInput = InputOf<Edition['page']>

/** Devices or gateways that last reported this version. Not scoped: numbers for the operating company. */
const installedIn = (table: 'device' | 'gateway') =>
  sql`(select count(*) from ${sql.table(table)} as placed where placed.model_id = firmware_edition.model_id and placed.deleted_at is null
    and version_order(placed.firmware) = firmware_edition.edition_order
    and (firmware_edition.hardware = '' or lower(placed.hardware) = lower(firmware_edition.hardware)))`
const installed = sql<number>`case firmware_edition.target_type when 'gateway' then ${installedIn('gateway')} else ${installedIn('device')} end`

const read = async (ctx: Ctx, ids: readonly number[]): Promise<FirmwareEditionRow[]> => {
  const rows = await ctx.db
    .selectFrom('firmware_edition')
    .innerJoin('device_model', 'device_model.id', 'firmware_edition.model_id')
    .select(fields('firmware_edition', ['id', 'name', 'modelId', 'targetType', 'hardware', 'editionVersion', 'initialVersion']))
    .select(fields('firmware_edition', ['package', 'fileId', 'size', 'sha256', 'keyId', 'state', 'reason', 'releasedAt']))
    .select(fields('firmware_edition', ['testedBy']))
    .select(['device_model.name as modelName', accountName('firmware_edition.released_by').as('releasedBy')])
    .select([
      sql<string>`coalesce(firmware_edition.signed_model, device_model.code)`.as('modelCode'),
      sql<string>`coalesce((select file.name from file where file.id = firmware_edition.file_id), '')`.as('fileName'),
      installed.as('installed'),
    ])
    .select(tracked('firmware_edition'))
    .where('firmware_edition.id', 'in', ids)
    .execute()
  const key = await ctx.systemDb.selectFrom('firmware_key').select('id').where('retired_at', 'is', null).executeTakeFirst()
  return rows.map((row) => ({ ...row, signable: key !== undefined }))
}

export const pageEditions = (ctx: Ctx, input: PageInput): Promise<OutputOf<Edition['page']>> => {
  const rows = filtered(ctx.db.selectFrom('firmware_edition'), 'firmware_edition', input, {
    equal: ['modelId', 'targetType', 'state', 'package'],
    containing: ['name', 'edition_version', 'hardware', 'sha256'],
    between: 'created_at',
  })
  const { editionVersion } = input
  return listPage<FirmwareEditionRow>(ctx.db, input, {
    rows:
      editionVersion === undefined
        ? rows
        : rows.where(sql<boolean>`firmware_edition.edition_order = version_order(${editionVersion})`),
    key: 'firmware_edition.id',
    sorts: {
      name: 'firmware_edition.name',
      editionVersion: 'firmware_edition.edition_order',
      size: 'firmware_edition.size',
      releasedAt: 'firmware_edition.released_at',
      createdAt: 'firmware_edition.created_at',
      updatedAt: 'firmware_edition.updated_at',
    },
    defaultSort: { by: 'createdAt', order: 'desc' },
    read: (ids) => read(ctx, ids),
  })
}

export const editionDetail = async (ctx: Ctx, { id }: InputOf<Edition['detail']>): Promise<OutputOf<Edition['detail']>> => {
  const [row] = await read(ctx, [id])
  if (!row) throw new Error(`firmware edition ${id} no longer exists`)
  const more = await ctx.db
    .selectFrom('firmware_edition')
    .select(fields('firmware_edition', ['notesZh', 'notesEn', 'makerSignature', 'signature', 'withdrawnAt']))
    .select(['firmware_edition.attachments', accountName('firmware_edition.withdrawn_by').as('withdrawnBy')])
    .where('firmware_edition.id', '=', id)
    .executeTakeFirstOrThrow()
  const files = await ctx.db
    .selectFrom('file')
    .select(['id', 'name', 'size'])
    .where(sql<boolean>`file.id = any(${more.attachments}::text[])`)
    .execute()
  const { modelCode, hardware, editionVersion: edition_version, size, sha256 } = row
  return {
    ...row,
    ...more,
    attachments: more.attachments.flatMap((file) => files.find((each) => each.id === file) ?? []),
    signedText: signedText(modelCode, { hardware, edition_version, size, sha256 }),
    routes: await routesTo(ctx, row),
  }
}

/** More versions than any model has. */
const versionsShown = 500

/** The next version number. The last part has three digits, the middle one two. */
const following = (version: string): string => {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  if (patch < 999) return `${major}.${minor}.${String(patch + 1).padStart(3, '0')}`
  return minor < 99 ? `${major}.${minor + 1}.000` : `${Math.min(major + 1, 99)}.0.000`
}

/** The versions of a model, newest first: all for those who may see the list, only offered ones for others. */
export const editionVersions = async (ctx: Ctx, input: InputOf<Edition['version']>): Promise<OutputOf<Edition['version']>> => {
  const { modelId, hardware } = input
  const states: readonly EnumValue<'firmwareState'>[] = ctx.actor.operations.has('firmwareEdition:view')
    ? enums.firmwareState
    : ['released']
  let query = ctx.db
    .selectFrom('firmware_edition')
    .select(fields('firmware_edition', ['id', 'name', 'editionVersion', 'hardware', 'package', 'initialVersion', 'state']))
    .where('firmware_edition.model_id', '=', modelId)
    .where('firmware_edition.state', 'in', states)
    .where('firmware_edition.deleted_at', 'is', null)
  if (hardware !== undefined) query = query.where(sql<boolean>`lower(firmware_edition.hardware) in ('', lower(${hardware}))`)
  const list = await query
    .orderBy('firmware_edition.edition_order', 'desc')
    .orderBy('firmware_edition.id', 'desc')
    .limit(versionsShown)
    .execute()
  const newest = list
    .map(({ editionVersion }) => editionVersion)
    .toSorted(compareVersions)
    .at(-1)
  return { list, next: newest === undefined ? '1.0.000' : following(newest) }
}

export const editionExport: ExportDefinition = {
  columns: [
    { field: 'name', width: 28 },
    { field: 'modelName', width: 20 },
    { field: 'targetType', text: (row, locale) => enumLabel(locale, 'firmwareTarget', row['targetType']) },
    { field: 'hardware' },
    { field: 'editionVersion' },
    { field: 'initialVersion' },
    { field: 'package', text: (row, locale) => enumLabel(locale, 'firmwarePackage', row['package']) },
    { field: 'size' },
    { field: 'sha256', width: 66 },
    { field: 'keyId', width: 20 },
    { field: 'state', text: (row, locale) => enumLabel(locale, 'firmwareState', row['state']) },
    { field: 'installed' },
    { field: 'testedBy' },
    { field: 'releasedAt' },
    { field: 'releasedBy' },
    { field: 'reason', width: 30 },
    ...trackedColumns,
  ],
  page: pageEditions,
}

export const exportEditions = (ctx: Ctx, input: InputOf<Edition['export']>): Promise<OutputOf<Edition['export']>> =>
  startExport(ctx, 'firmwareEdition', input)

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
