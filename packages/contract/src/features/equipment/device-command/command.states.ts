import { states } from '../../../kernel/states.ts'
import { approveCommandInput, cancelCommandInput } from './device-command.schema.ts'

/** The facts of a command that its preconditions need. */
export interface CommandFacts {
  /** The account that requested it, and the person signed in as that account, if any. Null for a rule. */
  readonly requestedById: number | null
  readonly requestedForId: number | null
}

/** From request to answer. Only `answered` means that the device carried it out. */
export const commandStates = states<CommandFacts>()({
  name: 'sentCommand',
  field: 'state',
  states: ['waitingApproval', 'queued', 'sent', 'delivered', 'answered', 'refused', 'failed', 'timedOut', 'denied', 'cancelled'],
  initial: ['waitingApproval', 'queued'],
  preconditions: {
    // A person signed in as somebody else is still the same person (server: sent-command.verbs.ts adds who is behind the session).
    secondPerson: ({ requestedById, requestedForId }, { accountId }) =>
      accountId === null || (accountId !== requestedById && accountId !== requestedForId),
  },
  transitions: [
    {
      action: 'approve',
      from: ['waitingApproval'],
      to: 'queued',
      operations: ['sentCommand:approve'],
      input: approveCommandInput,
      needs: ['secondPerson'],
    },
    {
      action: 'deny',
      from: ['waitingApproval'],
      to: 'denied',
      operations: ['sentCommand:approve'],
      input: approveCommandInput,
      needs: ['secondPerson'],
    },
    {
      action: 'cancel',
      from: ['waitingApproval', 'queued'],
      to: 'cancelled',
      operations: ['sentCommand:send'],
      input: cancelCommandInput,
    },
    { action: 'publish', from: ['queued'], to: 'sent', operations: [], automatic: true },
    { action: 'resend', from: ['sent', 'delivered'], to: 'sent', operations: [], automatic: true },
    { action: 'deliver', from: ['sent'], to: 'delivered', operations: [], automatic: true },
    { action: 'answer', from: ['sent', 'delivered'], to: 'answered', operations: [], automatic: true },
    { action: 'refuse', from: ['sent', 'delivered'], to: 'refused', operations: [], automatic: true },
    { action: 'fail', from: ['queued', 'sent', 'delivered'], to: 'failed', operations: [], automatic: true },
    {
      action: 'timeOut',
      from: ['waitingApproval', 'queued', 'sent', 'delivered'],
      to: 'timedOut',
      operations: [],
      automatic: true,
    },
  ],
})

/** Still under way: in these states, the same command is not sent to the same device again. */
export const openCommandStates = ['waitingApproval', 'queued', 'sent', 'delivered'] as const
