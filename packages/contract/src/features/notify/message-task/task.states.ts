import { states } from '../../../kernel/states.ts'

/** The facts of a task that its preconditions need. */
export interface TaskFacts {
  /** Number of messages that failed. */
  readonly failed: number
}

/** The life of a task, from draft to its last message. */
export const messageTaskStates = states<TaskFacts>()({
  name: 'messageTask',
  field: 'state',
  states: ['draft', 'queued', 'sending', 'done', 'cancelled', 'failed'],
  initial: ['draft'],
  preconditions: {
    taskHasFailures: ({ failed }) => failed > 0,
  },
  transitions: [
    { action: 'update', from: ['draft'], to: 'draft', operations: ['messageTask:update'] },
    { action: 'send', from: ['draft'], to: 'queued', operations: ['messageTask:send'] },
    { action: 'begin', from: ['queued'], to: 'sending', operations: [], automatic: true },
    { action: 'finish', from: ['sending'], to: 'done', operations: [], automatic: true },
    { action: 'fail', from: ['queued', 'sending'], to: 'failed', operations: [], automatic: true },
    { action: 'cancel', from: ['queued', 'sending'], to: 'cancelled', operations: ['messageTask:cancel'] },
    { action: 'retry', from: ['done', 'failed'], to: 'sending', operations: ['messageTask:send'], needs: ['taskHasFailures'] },
  ],
})

/** While it is queued or being sent, it must be cancelled first. */
export const deletableTaskStates = ['draft', 'done', 'cancelled', 'failed'] as const
