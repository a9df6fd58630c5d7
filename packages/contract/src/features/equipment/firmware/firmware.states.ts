import { states } from '../../../kernel/states.ts'
import { firmwareWithdrawInput } from './firmware.schema.ts'

/** The facts of an edition that its preconditions need. */
export interface FirmwareFacts {
  /** Whether there is a key to sign it with. */
  readonly signable: boolean
}

/** A released edition is never edited, and a withdrawn one never offered again: a corrected file becomes a new version. */
export const firmwareStates = states<FirmwareFacts>()({
  name: 'firmwareEdition',
  field: 'state',
  states: ['draft', 'released', 'withdrawn'],
  initial: ['draft'],
  preconditions: {
    firmwareKeyNeeded: ({ signable }) => signable,
  },
  transitions: [
    {
      action: 'release',
      from: ['draft'],
      to: 'released',
      operations: ['firmwareEdition:release'],
      needs: ['firmwareKeyNeeded'],
    },
    {
      action: 'withdraw',
      from: ['released'],
      to: 'withdrawn',
      operations: ['firmwareEdition:withdraw'],
      input: firmwareWithdrawInput,
    },
  ],
})
