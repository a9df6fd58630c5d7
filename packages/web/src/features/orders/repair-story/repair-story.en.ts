import type { WithOnes } from '../../../i18n/plurals.ts'
import type { texts as zh } from './repair-story.zh.ts'

export const texts: WithOnes<typeof zh> = {
  repair: 'Repair',
  origin: 'Origin',
  noOrder: 'There is no repair order for this alarm.',
  byHand: 'This order was created manually, not from an alarm or a fault.',
  cause: 'Cause',
  action: 'What was done',
  retest: 'Retest',
  retestSignals: 'Retest signals',
  notStated: 'Not stated',
  falseCause: 'Cause of the false alarm',
  released: '(back to pending, or handled by another order)',
  steps: {
    create: 'Order created',
    start: 'Work started',
    complete: 'Work completed',
    agree: 'Accepted',
    deny: 'Not accepted',
    appraise: 'Rated',
    cancel: 'Cancelled',
  },
  heard: {
    loading: 'Looking for signals of the devices…',
    none: 'Since the work started, no alarm or test signal of the order’s devices has been received.',
    noneYet: 'The work has not started, and no alarm or test signal of the order’s devices has been received.',
    sinceStart: 'Received since the work started:',
    sinceCreated: 'Received since the order was created:',
  },
}
