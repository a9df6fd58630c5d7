import type { UpgradeMessage } from '@emberwatch/device-link'
import { sql } from 'kysely'
import { setTimeout as delay } from 'node:timers/promises'
import type { Ctx } from '../../../platform/context.ts'
import { mayGoOut, offerOf } from './offer.store.ts'
import { unitsByIds } from './upgrade-device.store.ts'

/** How long a gateway that asks over HTTP waits for its offer; the poll interval is below. */
const waitMs = 5_000
const lookMs = 250
/** How many gateways may wait at once, each only once, because polling costs database queries. Others are answered at once and ask again later. */
const waitingAtOnce = 50
const waiting = new Set<number>()

/**
 * The answer to a gateway without MQTT that asks for an upgrade: the step offered to it or its device, or nothing. What it said is already
 * stored. If an offer is possible, this waits a few seconds for the engine to make it.
 */
export const answerAsk = async (ctx: Ctx, gatewayId: number, deviceCode: string | null): Promise<UpgradeMessage | null> => {
  const { systemDb: db, clock } = ctx
  const open = async () => {
    const { rows } = await sql<{ id: number; state: string }>`
      select u.id, u.state from upgrade_device u join upgrade_task t on t.id = u.task_id
       where u.gateway_id = ${gatewayId} and u.state in ('waiting', 'sent', 'downloading')
         and (u.state <> 'waiting' or t.state = 'enabled')
         and u.point = (select case when ${deviceCode}::text is null then 'g' || ${gatewayId} else (select 'd' || d.id from device d
           where d.gateway_id = ${gatewayId} and d.code = ${deviceCode} and d.deleted_at is null) end)
       order by u.state = 'waiting', u.id limit 1`.execute(db)
    return rows[0]
  }
  const take = async (id: number): Promise<UpgradeMessage | null> => {
    const [unit] = await unitsByIds(db, [id])
    if (unit === undefined || !(await mayGoOut(ctx, id))) return null
    // It now has the offer, so its silence counts from here on.
    const row = db.updateTable('upgrade_device').set({ published_at: clock.now() }).where('id', '=', unit.id)
    await row.where('state', '=', 'sent').where('published_at', 'is', null).execute()
    return (await offerOf(ctx, unit)) ?? null
  }
  const first = await open()
  if (first === undefined) return null
  if (first.state !== 'waiting') return take(first.id)
  if (waiting.size >= waitingAtOnce || waiting.has(gatewayId)) return null
  waiting.add(gatewayId)
  try {
    for (let waited = 0; waited < waitMs; waited += lookMs) {
      await delay(lookMs)
      const found = await open()
      if (found === undefined) return null
      if (found.state !== 'waiting') return await take(found.id)
    }
    return null
  } finally {
    waiting.delete(gatewayId)
  }
}
