import { states } from '../../kernel/states.ts'
import { firmwareWithdrawInput } from './firmware.schema.ts'

/** The facts of an edition that its preconditions need. */
export interface FirmwareFacts {
  /** There is a key that signs it. */
  readonly signable: boolean
}

/** What was released is never edited again, and what was withdrawn never offered again: a mended file is a new version. */
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
