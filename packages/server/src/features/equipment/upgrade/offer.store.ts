import { isOffered } from '@emberwatch/contract'
import type { UpgradeMessage } from '@emberwatch/device-link'
import { sql, type Kysely } from 'kysely'
import type { Ctx } from '../../../platform/context.ts'
import type { Tables } from '../../../tables/index.ts'
import { releasedEdition, type ReleasedEdition } from '../firmware/released-editions.ts'
import { offerMessage } from './offer-message.ts'
import { surroundingsOf } from './surroundings.ts'
import type { StoredUnit } from './upgrade-device.store.ts'

/** An offer to be sent to the gateway with this code. */
export interface WaitingOffer {
  readonly id: number
  readonly gatewayId: number
  readonly code: string
  readonly companyId: number
}

/** Offers to be sent, except those of some companies and gateways. */
export const unpublished = (
  db: Kysely<Tables>,
  limit: number,
  exceptCompanies: readonly number[],
  exceptGateways: readonly number[],
): Promise<WaitingOffer[]> =>
  db
    .selectFrom('upgrade_device')
    .innerJoin('gateway', 'gateway.id', 'upgrade_device.gateway_id')
    .select(['upgrade_device.id', 'gateway.id as gatewayId', 'gateway.code', 'upgrade_device.company_id as companyId'])
    .where(sql<boolean>`upgrade_device.company_id <> all(${[...exceptCompanies]}::bigint[])`)
    .where(sql<boolean>`gateway.id <> all(${[...exceptGateways]}::bigint[])`)
    .where('upgrade_device.state', '=', 'sent')
    .where('upgrade_device.published_at', 'is', null)
    .orderBy('upgrade_device.id')
    .limit(limit)
    .execute()

/**
 * Whether an offer may be sent: not to a device that has since left the task's owner, and not during an alarm. If not, it is withdrawn and
 * does not count as an attempt.
 */
export const mayGoOut = async ({ systemDb: db, clock }: Pick<Ctx, 'systemDb' | 'clock'>, id: number): Promise<boolean> => {
  const task = await db
    .selectFrom('upgrade_task')
    .select('path')
    .where('id', '=', (e) => e.selectFrom('upgrade_device').select('task_id').where('upgrade_device.id', '=', id))
    .executeTakeFirst()
  if (!task) return false
  const around = (await surroundingsOf(db, [id], task.path, clock.now())).get(id)
  return around !== undefined && !around.gone && !around.openAlarm && !around.siteAlarm
}

/** The message of an offer; undefined if its edition is no longer offered. */
export const offerOf = async (
  { systemDb: db, config }: Pick<Ctx, 'systemDb' | 'config'>,
  unit: StoredUnit,
): Promise<UpgradeMessage | undefined> => {
  const task = await db.selectFrom('upgrade_task').select('method').where('id', '=', unit.task_id).executeTakeFirst()
  const edition = unit.step_edition_id === null ? undefined : await releasedEdition(db, unit.step_edition_id)
  return task && edition && isOffered(edition) ? offerMessage(config, unit, task, edition) : undefined
}

/** How many times the bytes of a file may be sent for one attempt. */
const mostTimes = 3

/** The file of an attempt, for a gateway that may have it now. `over`: the attempt has ended. */
export type OfferedFile = { readonly unit: StoredUnit; readonly edition: ReleasedEdition } | 'over' | undefined

/** Finds the file by the hash of its token or by the id of its offer. Drafts are never found, because they are never offered. */
export const offeredFile = async (
  db: Kysely<Tables>,
  by: { readonly tokenHash: Buffer } | { readonly offer: string; readonly gatewayId: number },
): Promise<OfferedFile> => {
  const rows = db.selectFrom('upgrade_device').selectAll()
  const unit = await (
    'tokenHash' in by
      ? rows.where('token_hash', '=', by.tokenHash)
      : rows.where('offer', '=', by.offer).where('gateway_id', '=', by.gatewayId)
  ).executeTakeFirst()
  if (!unit) return undefined
  if ((unit.state !== 'sent' && unit.state !== 'downloading') || unit.step_edition_id === null) return 'over'
  const edition = await releasedEdition(db, unit.step_edition_id)
  return edition && isOffered(edition) ? { unit, edition } : 'over'
}

/** Counts bytes before they are sent, so that parallel requests count too. False: the attempt has used up its share. */
export const takeBytes = async (
  db: Kysely<Tables>,
  { unit, edition }: Exclude<OfferedFile, 'over' | undefined>,
  bytes: number,
): Promise<boolean> => {
  const taken = await db
    .updateTable('upgrade_device')
    .set({ bytes_out: sql`bytes_out + ${bytes}` })
    .where('id', '=', unit.id)
    .where('attempts', '=', unit.attempts)
    .where('state', 'in', ['sent', 'downloading'])
    .where(sql<boolean>`bytes_out + ${bytes} <= ${edition.size * mostTimes}`)
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

/** Returns bytes that were counted but not sent because the connection broke. */
export const returnBytes = async (db: Kysely<Tables>, { id, attempts }: StoredUnit, bytes: number): Promise<void> => {
  await db
    .updateTable('upgrade_device')
    .set({ bytes_out: sql`greatest(0, bytes_out - ${bytes})` })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .execute()
}
