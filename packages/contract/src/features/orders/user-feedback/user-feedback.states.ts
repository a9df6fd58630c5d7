import { states } from '../../../kernel/states.ts'
import { feedbackCompleteInput, feedbackReplyInput } from './user-feedback.schema.ts'

/** The facts of a feedback that its preconditions need. */
export interface FeedbackFacts {
  readonly orderId: number | null
}

/** domain.md: pending_handle → handled, by a reply, a repair order or a note. `convert` follows from the creation of the order. */
export const feedbackStates = states<FeedbackFacts>()({
  name: 'userFeedback',
  field: 'state',
  states: ['pending_handle', 'handled'],
  initial: ['pending_handle'],
  preconditions: { notConverted: ({ orderId }) => orderId === null },
  transitions: [
    {
      action: 'reply',
      from: ['pending_handle', 'handled'],
      to: 'handled',
      operations: ['userFeedback:reply'],
      input: feedbackReplyInput,
    },
    {
      action: 'complete',
      from: ['pending_handle'],
      to: 'handled',
      operations: ['userFeedback:complete'],
      input: feedbackCompleteInput,
    },
    {
      action: 'convert',
      from: ['pending_handle', 'handled'],
      to: 'handled',
      operations: ['repairOrder:create'],
      needs: ['notConverted'],
    },
  ],
})
