import type pg from 'pg'

/** Notified on commit, for upgrade messages of gateways and for tasks that changed. */
export const upgradeChannel = 'emberwatch_upgrade'

/** An upgrade message of a gateway, as it was sent. */
export interface UpgradeSignal {
  readonly at: Date
  readonly gatewayId: number
  /** Null: the gateway itself. */
  readonly deviceCode: string | null
  readonly kind: 'progress' | 'ask' | 'heartbeat'
  readonly offer?: string
  readonly state?: string
  readonly percent?: number | null
  readonly error?: string | null
  readonly firmware?: string | null
  readonly hardware?: string | null
  readonly battery?: number | null
  readonly signal?: number | null
}

/**
 * Stores signals in the transaction of their messages, one statement for any number of them. It locks nothing, so that no upgrade delays an
 * alarm. Heartbeats are stored only for gateways that are being upgraded themselves.
 */
export const storeUpgradeSignals = async (client: pg.ClientBase, signals: readonly UpgradeSignal[]): Promise<void> => {
  await client.query({
    name: 'ingest_upgrade_signals',
    text: `with stored as (
        insert into upgrade_signal (at, gateway_id, device_code, kind, offer, state, percent, error, firmware, hardware, battery, signal)
        select u.* from unnest($1::timestamptz[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::text[], $7::integer[], $8::text[], $9::text[],
            $10::text[], $11::integer[], $12::integer[])
          as u (at, gateway_id, device_code, kind, offer, state, percent, error, firmware, hardware, battery, signal)
         where u.kind <> 'heartbeat' or exists (select from upgrade_device d
           where d.point = 'g' || u.gateway_id and d.state in ('sent', 'downloading', 'verifying', 'installing'))
        returning 1)
      select pg_notify('${upgradeChannel}', '') where exists (select from stored)`,
    values: [
      signals.map(({ at }) => at),
      signals.map(({ gatewayId }) => gatewayId),
      signals.map(({ deviceCode }) => deviceCode),
      signals.map(({ kind }) => kind),
      signals.map(({ offer }) => offer ?? null),
      signals.map(({ state }) => state ?? null),
      signals.map(({ percent }) => percent ?? null),
      signals.map(({ error }) => error ?? null),
      signals.map(({ firmware }) => firmware ?? null),
      signals.map(({ hardware }) => hardware ?? null),
      signals.map(({ battery }) => battery ?? null),
      signals.map(({ signal }) => signal ?? null),
    ],
  })
}
