import { states } from '../../kernel/states.ts'

/** The facts of a template that its preconditions need. */
export interface TemplateFacts {
  /** Who asked for the approval, and who sat there in their place. */
  readonly submittedById: number | null
  readonly submittedForId: number | null
}

/**
 * From writing to approval, of the newest version. Only an approved one is sent; while a newer one is written and judged, the one before stays in use.
 */
export const templateStates = states<TemplateFacts>()({
  name: 'messageTemplate',
  field: 'state',
  states: ['draft', 'submitted', 'approved', 'rejected'],
  initial: ['draft'],
  preconditions: {
    // A person who signed in as somebody else is still the same person (the server adds who is behind the session).
    templateSecondPerson: ({ submittedById, submittedForId }, { accountId }) =>
      accountId === null || (accountId !== submittedById && accountId !== submittedForId),
  },
  transitions: [
    { action: 'update', from: ['draft', 'approved', 'rejected'], to: 'draft', operations: ['messageTemplate:update'] },
    { action: 'submit', from: ['draft', 'rejected'], to: 'submitted', operations: ['messageTemplate:update'] },
    { action: 'withdraw', from: ['submitted'], to: 'draft', operations: ['messageTemplate:update'] },
    {
      action: 'approve',
      from: ['submitted'],
      to: 'approved',
      operations: ['messageTemplate:approve'],
      needs: ['templateSecondPerson'],
    },
    {
      action: 'reject',
      from: ['submitted'],
      to: 'rejected',
      operations: ['messageTemplate:approve'],
      needs: ['templateSecondPerson'],
    },
  ],
})
