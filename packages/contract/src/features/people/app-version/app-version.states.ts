import { states } from '../../../kernel/states.ts'
import { appVersionWithdrawInput } from './app-version.schema.ts'

/** A withdrawn version never comes back. A mistake is fixed in a newer version, because phones never go back to an older one. */
export const appVersionStates = states<object>()({
  name: 'appVersion',
  field: 'state',
  states: ['draft', 'published', 'withdrawn'],
  initial: ['draft'],
  preconditions: {},
  transitions: [
    { action: 'publish', from: ['draft'], to: 'published', operations: ['appVersion:publish'] },
    {
      action: 'withdraw',
      from: ['published'],
      to: 'withdrawn',
      operations: ['appVersion:withdraw'],
      input: appVersionWithdrawInput,
    },
  ],
})
