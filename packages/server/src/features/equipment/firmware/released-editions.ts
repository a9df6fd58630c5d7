import {
  fitsHardware,
  type EnumValue,
  type RouteEdition,
  compareVersions,
  follows,
  planRoute,
  type FirmwareEditionRow,
  type FirmwareRouteRow,
} from '@emberwatch/contract'
import { type Kysely, sql } from 'kysely'
import { fields } from '../../../platform/rows/columns.ts'
import type { Tables } from '../../../tables/index.ts'
import type { Ctx } from '../../../platform/context.ts'

/** Everything needed to offer an edition to a device. */
export interface ReleasedEdition extends RouteEdition {
  readonly name: string
  readonly modelId: number
  /** As signed at the time of release. */
  readonly modelCode: string
  readonly targetType: EnumValue<'firmwareTarget'>
  readonly fileId: string
  readonly size: number
  readonly sha256: string
  readonly signature: string
  readonly keyId: string
}

const editions = (db: Kysely<Tables>) =>
  db
    .selectFrom('firmware_edition')
    .select(fields('firmware_edition', ['id', 'name', 'modelId', 'hardware', 'initialVersion', 'package', 'targetType']))
    .select(fields('firmware_edition', ['fileId', 'size', 'sha256', 'signature', 'keyId', 'state']))
    .select(['firmware_edition.signed_model as modelCode', 'firmware_edition.edition_version as version'])
    .where('firmware_edition.deleted_at', 'is', null)

type Read = Awaited<ReturnType<ReturnType<typeof editions>['execute']>>[number]

/** Released editions are signed; a table constraint ensures it. */
const signed = (row: Read): ReleasedEdition => {
  const { signature, keyId, modelCode } = row
  if (signature === null || keyId === null || modelCode === null) throw new Error(`firmware edition ${row.id} is not signed`)
  return { ...row, signature, keyId, modelCode }
}

/** The editions that devices of a model and hardware revision (null: unknown) may get now: the input of `planRoute`. */
export const releasedEditions = async (
  db: Kysely<Tables>,
  modelId: number,
  hardware: string | null,
): Promise<ReleasedEdition[]> => {
  const rows = await editions(db)
    .where('firmware_edition.model_id', '=', modelId)
    .where('firmware_edition.state', '=', 'released')
    .orderBy('firmware_edition.id')
    .execute()
  return rows.filter((row) => fitsHardware(row, hardware)).map(signed)
}

/** A released edition, including a withdrawn one (`isOffered` tells which); undefined for a draft. */
export const releasedEdition = async (db: Kysely<Tables>, id: number): Promise<ReleasedEdition | undefined> => {
  const row = await editions(db)
    .where('firmware_edition.id', '=', id)
    .where('firmware_edition.state', '<>', 'draft')
    .executeTakeFirst()
  return row && signed(row)
}

/**
 * The first released edition of a model whose file differs from what was signed, because the disk lost it or somebody changed it. Devices
 * would reject it one after the other. Reads every file completely, so never call it within a transaction.
 */
export const damagedEdition = async ({ systemDb, files }: Ctx, modelId: number) => {
  const editions = await systemDb
    .selectFrom('firmware_edition')
    .select(['name', 'edition_version as version', 'file_id', 'sha256'])
    .where('model_id', '=', modelId)
    .where('state', '=', 'released')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  for (const { name, version, file_id: fileId, sha256 } of editions)
    if ((await files.hashOf(fileId)) !== sha256) return { name, version }
  return undefined
}

type Edition = Pick<
  FirmwareEditionRow,
  'id' | 'modelId' | 'targetType' | 'hardware' | 'editionVersion' | 'package' | 'initialVersion'
>

interface Placed {
  readonly version: string | null
  readonly n: number
}

/** How many devices or gateways of the edition's model and hardware have which version. Not scoped, like the list's counts. */
const placedOn = ({ systemDb }: Ctx, { modelId, targetType, hardware }: Edition): Promise<Placed[]> => {
  const all = systemDb
    .selectFrom(`${targetType} as placed` as 'device as placed')
    .where('placed.model_id', '=', modelId)
    .where('placed.deleted_at', 'is', null)
  return (hardware === '' ? all : all.where(sql<boolean>`lower(placed.hardware) = lower(${hardware})`))
    .select([sql<string | null>`min(placed.firmware)`.as('version'), (e) => e.fn.countAll<number>().as('n')])
    .groupBy(sql`version_order(placed.firmware)`)
    .execute()
}

/**
 * From which versions an edition can be reached, and by which route: from the versions that devices have, and those of other editions.
 * Newest first, unknown ones last.
 */
export const routesTo = async (ctx: Ctx, edition: Edition): Promise<FirmwareRouteRow[]> => {
  const { editionVersion: target, initialVersion, hardware } = edition
  // Also shown before its release, as it will be.
  const itself: RouteEdition = { ...edition, version: target, state: 'released' }
  const released = await releasedEditions(ctx.systemDb, edition.modelId, hardware === '' ? null : hardware)
  const usable: RouteEdition[] = [itself, ...released.filter(({ id }) => id !== edition.id)].filter((each) =>
    fitsHardware(each, hardware === '' ? null : hardware),
  )
  const placed = await placedOn(ctx, edition)
  const known = placed.filter(({ version }) => version !== null && follows('version', version))
  const unknown = placed.filter((each) => !known.includes(each)).reduce((sum, { n }) => sum + n, 0)
  const versions = [
    ...known.map(({ version }) => version ?? ''),
    ...usable.map(({ version }) => version),
    ...(initialVersion === null ? [] : [initialVersion]),
  ].filter((version, at, all) => all.findIndex((each) => compareVersions(each, version) === 0) === at)
  const rows = versions
    .toSorted((a, b) => compareVersions(b, a))
    .map((from): FirmwareRouteRow => {
      const downgrade = compareVersions(from, target) > 0
      const count = known.find(({ version }) => compareVersions(version ?? '', from) === 0)?.n ?? 0
      return { from, count, downgrade, steps: stepsOf(planRoute(usable, from, target, { allowDowngrade: downgrade })) }
    })
  if (unknown === 0) return rows
  const steps = stepsOf(planRoute(usable, null, target, { allowDowngrade: true }))
  return [...rows, { from: null, count: unknown, downgrade: true, steps }]
}

const stepsOf = (route: readonly RouteEdition[] | null): FirmwareRouteRow['steps'] =>
  route && route.map(({ id, version, package: kind }) => ({ id, version, package: kind }))
