import type { OrderDetail, OrderSignIn } from '@emberwatch/contract'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../tables/index.ts'
import { maskedPhone } from '../../../platform/mask.ts'

/** The sign addresses that an order lists. */
export const sitesOf = (db: Kysely<Tables>, orderId: number): Promise<OrderDetail['sites']> =>
  db
    .selectFrom('order_site')
    .innerJoin('sign_site', 'sign_site.id', 'order_site.site_id')
    .select(['sign_site.id', 'sign_site.name', 'sign_site.address', 'sign_site.latitude', 'sign_site.longitude'])
    .select(['sign_site.coordinate_system as coordinateSystem', 'sign_site.radius_m as radiusM'])
    .select('order_site.signed_at as signedAt')
    .where('order_site.order_id', '=', orderId)
    .orderBy('sign_site.id')
    .execute()

const metres = (value: number | null): number | null => (value === null ? null : Math.round(value))

/** Who signed in where for an order, oldest first. */
export const signInsOf = async (db: Kysely<Tables>, orderId: number): Promise<OrderSignIn[]> => {
  const rows = await db
    .selectFrom('order_sign_in as sign_in')
    .innerJoin('sign_site', 'sign_site.id', 'sign_in.site_id')
    .innerJoin('account', 'account.id', 'sign_in.account_id')
    .select(['sign_in.id', 'sign_in.at', 'sign_in.result', 'sign_in.distance_m', 'sign_in.accuracy_m', 'sign_in.reason'])
    .select(['sign_in.scan', 'sign_site.name as siteName', 'account.name as engineer'])
    .where('sign_in.order_id', '=', orderId)
    .orderBy('sign_in.id')
    .execute()
  return rows.map(({ distance_m, accuracy_m, ...row }) => ({
    ...row,
    distanceM: metres(distance_m),
    accuracyM: metres(accuracy_m),
  }))
}

/** The parts that were used. */
export const partsOf = (db: Kysely<Tables>, orderId: number): Promise<OrderDetail['parts']> =>
  db
    .selectFrom('order_part')
    .select(['id', 'name', 'quantity', 'old_code as oldCode', 'new_code as newCode'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()

/** The answers to the checklist, and who gave them. */
export const checksWithNames = (db: Kysely<Tables>, orderId: number): Promise<OrderDetail['checks']> =>
  db
    .selectFrom('order_check as answer')
    .leftJoin('account', 'account.id', 'answer.answered_by')
    .select(['answer.item', 'answer.device_id as deviceId', 'answer.yes', 'answer.value', 'answer.text', 'answer.photos'])
    .select(['account.name as answeredBy', 'answer.answered_at as answeredAt'])
    .where('answer.order_id', '=', orderId)
    .orderBy('answer.item')
    .orderBy('answer.device_id')
    .execute()

/** How many contacts of the site an order shows. */
const mostContacts = 3

const textOf = (building: Readonly<Record<string, unknown>>, name: string): string | null => {
  const value = building[name]
  return typeof value === 'string' && value !== '' ? value : null
}

/** Where an order is carried out, whom to call there, and how to get in. */
export const placeOf = async (db: Kysely<Tables>, projectId: number): Promise<OrderDetail['site']> => {
  const [project, contacts] = await Promise.all([
    db
      .selectFrom('project')
      .select(['address', 'latitude', 'longitude', 'coordinate_system as coordinateSystem', 'phone', 'building'])
      .where('id', '=', projectId)
      .executeTakeFirst(),
    db
      .selectFrom('project_notifier')
      .select(['id', 'name', 'role', 'phone'])
      .where('project_id', '=', projectId)
      .where('enabled', '=', true)
      .orderBy('seq')
      .limit(mostContacts)
      .execute(),
  ])
  const building = project?.building ?? {}
  return {
    address: project?.address ?? '',
    latitude: project?.latitude ?? null,
    longitude: project?.longitude ?? null,
    coordinateSystem: project?.coordinateSystem ?? null,
    phone: project?.phone ?? null,
    controlRoomPhone: textOf(building, 'controlRoomPhone'),
    accessNotes: textOf(building, 'accessNotes'),
    vehicleAccess: textOf(building, 'vehicleAccess'),
    keysHeld: textOf(building, 'keysHeld'),
    hazards: textOf(building, 'hazards'),
    contacts: contacts.map(({ id, name, role, phone }) => ({ id, name, role, phone: maskedPhone(phone) })),
  }
}
