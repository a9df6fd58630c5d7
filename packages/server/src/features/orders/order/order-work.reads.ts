import type { OrderDetail } from '@emberwatch/contract'
import type { Kysely } from 'kysely'
import { maskedPhone } from '../../../platform/mask.ts'
import type { Tables } from '../../../tables/index.ts'

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
