import { states } from '../../../kernel/states.ts'

/** The facts of a template that its preconditions need. */
export interface TemplateFacts {
  /** The account that requested the approval, and the person signed in as that account, if any. */
  readonly submittedById: number | null
  readonly submittedForId: number | null
}

/**
 * The life of a template's newest version, from draft to approval. Only an approved version is used; while a newer one is written
 * and judged, the one before stays in use.
 */
export const templateStates = states<TemplateFacts>()({
  name: 'messageTemplate',
  field: 'state',
  states: ['draft', 'submitted', 'approved', 'rejected'],
  initial: ['draft'],
  preconditions: {
    // A person signed in as somebody else is still the same person (the server adds who is behind the session).
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
