import type { Messages, Reasons } from '../zh/reasons.ts'

export const reasons: Reasons = {
  wrongState: 'Not possible in the present state',
  noAccess: 'You lack the permission for this',
  ownCompany: 'Only the company that created the order may do this',
  assignedEngineer: 'Only an assigned engineer may do this',
  notTheCompleter: 'Whoever completed the order cannot verify it',
  signedInAtSites: 'Sign in at the sign-in address first',
}

export const messages: Messages = {
  orderAssigned: { title: 'New repair order {{code}}', content: 'Project “{{project}}”: {{description}}' },
  orderDenied: { title: 'Order {{code}} was sent back', content: 'Reason: {{reason}}' },
  orderRefused: { title: 'Order {{code}} was refused', content: '{{who}}: {{reason}}' },
}
