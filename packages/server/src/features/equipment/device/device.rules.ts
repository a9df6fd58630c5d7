import { DomainError } from '@emberwatch/contract'
import { type Kysely, sql } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { refuseField } from '../../../platform/refuse-field.ts'
import type { Write } from '../../../platform/transact.ts'
import { deviceModel, lockDevices, sharedAddresses, type StoredDevice } from './device.store.ts'
import type { Tables } from '../../../tables/index.ts'

/** An enabled device model, not a gateway model. @throws DomainError notHere */
export const fitModel = async (ctx: Ctx, write: Write, modelId: number) => {
  const model = await deviceModel(write.db, modelId)
  if (!model) throw new DomainError('notHere', { reason: translate(ctx.locale, 'reasons.modelUnfit') }, 'modelId')
  return model
}

/** Devices other than NB-IoT have a communication code (specification section 5). @throws DomainError invalidInput */
export const assertCommunicationCode = (ctx: Ctx, network: string, communicationCode: string | undefined): void => {
  if (network !== 'nbIot' && communicationCode === undefined) refuseField(ctx, 'communicationCode', 'required')
}

/** A device is made, enters the factory's warehouse and leaves it, in this order. @throws DomainError notHere at the field */
export const assertOrigin = (
  ctx: Ctx,
  { producedOn, warehousedOn, shippedOn }: { readonly [N in 'producedOn' | 'warehousedOn' | 'shippedOn']?: string },
): void => {
  const refuseDay = (field: string): never => {
    throw new DomainError('notHere', { reason: translate(ctx.locale, 'reasons.originOrder') }, field)
  }
  if (warehousedOn !== undefined && producedOn !== undefined && warehousedOn < producedOn) refuseDay('warehousedOn')
  const before = warehousedOn ?? producedOn
  if (shippedOn !== undefined && before !== undefined && shippedOn < before) refuseDay('shippedOn')
}

/** A device that failed the factory's check must not be installed. */
export const qcFailed = (ctx: Ctx, devices: readonly { readonly code: string }[], field: string): DomainError => {
  const codes = devices.map(({ code }) => code).join(', ')
  return new DomainError('precondition', { reason: translate(ctx.locale, 'reasons.deviceQcFailed', { codes }) }, field)
}

/** Behind one gateway a communication code means one device. */
export const addressTaken = (ctx: Ctx, codes: readonly string[], field: string): DomainError =>
  new DomainError('notHere', { reason: translate(ctx.locale, 'reasons.addressTaken', { codes: codes.join(', ') }) }, field)

/** Looked at once the devices stand behind their gateway. @throws DomainError notHere, naming those that are called like another one there */
export const assertAddresses = async (ctx: Ctx, write: Write, ids: readonly number[], field: string): Promise<void> => {
  const codes = await sharedAddresses(write.systemDb, ids)
  if (codes.length > 0) throw addressTaken(ctx, codes, field)
}

type Reason = 'deviceScrapped' | 'deviceInStock' | 'deviceNotInStock' | 'replacementSelf' | 'deviceHasHistory'

/** @throws DomainError precondition */
export const refuse = (ctx: Ctx, reason: Reason, field: string): never => {
  throw new DomainError('precondition', { reason: translate(ctx.locale, `reasons.${reason}`) }, field)
}

/** The caller's devices of these ids, locked. @throws DomainError notFound; precondition if one was scrapped */
export const usableDevices = async (ctx: Ctx, write: Write, ids: readonly number[], field = 'ids'): Promise<StoredDevice[]> => {
  const devices = await lockDevices(write.db, ids)
  if (devices.length < new Set(ids).size) throw new DomainError('notFound', {}, field)
  if (devices.some(({ scrapped_at }) => scrapped_at !== null)) refuse(ctx, 'deviceScrapped', field)
  return devices
}

/** The caller's device of this id, locked. @throws DomainError notFound; precondition if it was scrapped */
export const usableDevice = async (ctx: Ctx, write: Write, id: number, field = 'id'): Promise<StoredDevice> => {
  const [device] = await usableDevices(ctx, write, [id], field)
  if (!device) throw new DomainError('notFound', {}, field)
  return device
}

type Placed = Pick<StoredDevice, 'id' | 'code' | 'project_id' | 'building' | 'floor' | 'room_number'>

/** Describes where devices are: project, building, floor and room. A device in stock has no place. `db` decides which projects may be named. */
export const placesOf = async (db: Kysely<Tables>, devices: readonly Placed[]): Promise<ReadonlyMap<number, string>> => {
  const projectIds = [...new Set(devices.flatMap(({ project_id }) => project_id ?? []))]
  if (projectIds.length === 0) return new Map()
  const projects = await db.selectFrom('project').select(['id', 'name']).where('id', 'in', projectIds).execute()
  const names = new Map(projects.map(({ id, name }) => [id, name]))
  return new Map(
    devices.flatMap((device) => {
      const project = device.project_id === null ? undefined : names.get(device.project_id)
      if (project === undefined) return []
      const parts = [project, device.building, device.floor, device.room_number]
      return [[device.id, parts.filter(Boolean).join(' · ')] as const]
    }),
  )
}

/** How many devices a refusal names. */
const namedDevices = 10

/** Devices by code and place, for a list: `SD0001 (Harbour Mall · 305)`. */
export const named = (devices: readonly Placed[], places: ReadonlyMap<number, string>): string[] => {
  const shown = devices.slice(0, namedDevices).map(({ id, code }) => (places.has(id) ? `${code} (${places.get(id)})` : code))
  return [...shown, ...(devices.length > namedDevices ? ['…'] : [])]
}

type Db = Kysely<Tables>

/** Gateways in the scope of `db` with their owners. Locked, so that they are not deleted before the write ends. */
export const keepGateways = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('gateway')
    .select(['id', 'code', 'company_id', 'path', 'customer_id', 'project_id', 'link_address'])
    .where(sql<boolean>`gateway.id = any(${ids}::bigint[])`)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forKeyShare()
    .execute()
export type LockedGateway = Awaited<ReturnType<typeof keepGateways>>[number]

/** The same for one gateway. */
export const lockGateway = async (db: Db, id: number): Promise<LockedGateway | undefined> => (await keepGateways(db, [id]))[0]
