import type { LiveKind } from '@emberwatch/contract'

/** Devices report all the time, so their queries are refetched slowly, and messages are read at leisure. Alarms are refetched fast. */
export const refreshRateOf = (kind: LiveKind): 'fast' | 'slow' | 'calm' => {
  if (kind === 'message') return 'calm'
  return kind === 'device' || kind === 'gateway' || kind === 'upgrade' ? 'slow' : 'fast'
}
