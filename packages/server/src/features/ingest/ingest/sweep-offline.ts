import type { BatchWrite } from '../../../platform/batch-write.ts'
import { applyFaultSignals } from '../../alarms/fault/lifecycle/apply-fault-signals.ts'
import type { Cause } from '../../alarms/notify-cause/cause.batch.ts'
import { sweepSilent, type LeftOut } from '../../equipment/gateway/presence.batch.ts'
import { emitOnlineEvents, offlineFault } from './online.ts'

/**
 * Takes gateways and devices offline that have been silent for longer than their model allows, and raises the supervisory fault (domain.md,
 * "Devices and gateways"). Devices whose model is no longer supervised lose that fault. Time is measured on the listening clock. Locked rows,
 * which may just have been seen, are left for the next round; so are those in `except`. Resolves with the number of rows checked, at most
 * sweepLimit, and what people have to be notified of.
 */
export const sweepOffline = async (
  write: BatchWrite,
  kind: 'gateway' | 'device',
  { listeningMs, except, offlineFaultType }: { listeningMs: number; except: LeftOut; offlineFaultType: number | undefined },
): Promise<{ looked: number; causes: Cause[] }> => {
  const rows = await sweepSilent(write.client, kind, listeningMs, except)
  const silent = rows.filter(({ found }) => found === 'silent')
  const unsupervised = rows.filter(({ found }) => found === 'unsupervised')
  emitOnlineEvents(write, kind, 'offline', silent)
  const looked = rows.length
  if (offlineFaultType === undefined || silent.length + unsupervised.length === 0) return { looked, causes: [] }
  const faults = [
    ...silent.map((row) => offlineFault(kind, row, offlineFaultType, 'raise', write.at)),
    ...unsupervised.map((row) => offlineFault(kind, row, offlineFaultType, 'restore', write.at)),
  ]
  return { looked, causes: await applyFaultSignals(write, faults) }
}
