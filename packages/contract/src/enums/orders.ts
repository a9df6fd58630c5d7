/** Enumerations of the district orders, part of `enums`. */
export const ordersEnums = {
  orderKind: ['install', 'repair', 'inspect', 'maintenance'],
  orderStatus: [
    'pending_assign',
    'pending_receive',
    'pending_complete',
    'processing',
    'pending_verify',
    'pending_evaluation',
    'complete',
    'on_hold',
    'cancelled',
  ],
  orderOrigin: ['alarm', 'fault', 'plan', 'feedback', 'manual', 'api'],
  orderPriority: ['urgent', 'high', 'normal', 'low'],
  /** Result for a device; which ones an order's kind allows: order.kinds.ts. */
  orderResult: [
    'fixed',
    'replaced',
    'noFault',
    'partly',
    'notPossible',
    'installed',
    'notInstalled',
    'normal',
    'abnormal',
    'notAccessible',
    'pass',
    'fail',
    'notTested',
  ],
  /** How a question of an order's checklist is answered. */
  checkAnswer: ['yesNo', 'value', 'text', 'photo'],
  /** Result of the retest: whether a signal of the repaired device was received. */
  retestResult: ['passed', 'failed', 'notTested'],
  planPause: ['notApproved', 'notInMaintenance', 'stopped'],
  completeType: ['done', 'fixed', 'replaced', 'noFault', 'partly', 'notPossible'],
  feedbackState: ['pending_handle', 'handled'],
} as const
