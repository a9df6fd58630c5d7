import {
  compareVersions,
  fitsHardware,
  follows,
  planRoute,
  type FirmwareEditionRow,
  type FirmwareRouteRow,
  type RouteEdition,
} from '@emberwatch/contract'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { releasedEditions } from './released-editions.ts'

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
