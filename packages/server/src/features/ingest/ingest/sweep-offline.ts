import type pg from 'pg'
import { sweepSilent, type LeftOut } from '../../equipment/gateway/presence.batch.ts'
import { emitOnlineEvents, offlineFault } from './online.ts'
import type { BatchEffects } from './batch-effects.ts'
import { writeFaults } from './write-faults.ts'

/**
 * Takes gateways and devices offline that have been silent for longer than their model allows, and raises the supervisory fault (domain.md,
 * "Devices and gateways"). Devices whose model is no longer supervised lose that fault. Time is measured on the listening clock. Locked rows,
 * which may just have been seen, are left for the next round; so are those in `except`. Resolves with the number of rows checked, at most
 * sweepLimit.
 */
export async function sweepOffline(
  client: pg.ClientBase,
  kind: 'gateway' | 'device',
  effects: BatchEffects,
  {
    listeningMs,
    except,
    at,
    offlineFaultType,
  }: { listeningMs: number; except: LeftOut; at: Date; offlineFaultType: number | undefined },
): Promise<number> {
  const rows = await sweepSilent(client, kind, listeningMs, except)
  const silent = rows.filter(({ found }) => found === 'silent')
  const unsupervised = rows.filter(({ found }) => found === 'unsupervised')
  emitOnlineEvents(effects, kind, 'offline', silent)
  if (offlineFaultType !== undefined && silent.length + unsupervised.length > 0) {
    const faults = [
      ...silent.map((row) => offlineFault(kind, row, offlineFaultType, 'raise', at)),
      ...unsupervised.map((row) => offlineFault(kind, row, offlineFaultType, 'restore', at)),
    ]
    await writeFaults(client, faults, effects)
  }
  return rows.length
}
