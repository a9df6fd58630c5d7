import type { Messages, Reasons } from '../zh/reasons.ts'

export const reasons: Reasons = {
  wrongState: 'Not possible in the present state',
  noAccess: 'You lack the permission for this',
  ownCompany: 'Only the company that created the order may do this',
  assignedEngineer: 'Only an assigned engineer may do this',
  notTheCompleter: 'Whoever completed the order cannot verify it',
  signedInAtSites: 'Sign in at the sign-in address first',
  alarmHasOrder: 'The alarm already has an open repair order',
}

export const messages: Messages = {
  orderAssigned: { title: 'New order {{code}}', content: 'Project “{{project}}”: {{description}}' },
  orderDenied: { title: 'Order {{code}} was sent back', content: 'Reason: {{reason}}' },
  orderCompleted: { title: 'Order {{code}} waits to be verified', content: '{{who}}: {{note}}' },
  orderAgreed: { title: 'Order {{code}} waits to be rated', content: 'The work at project “{{project}}” was accepted' },
  orderRefused: { title: 'Order {{code}} was refused', content: '{{who}}: {{reason}}' },
}
