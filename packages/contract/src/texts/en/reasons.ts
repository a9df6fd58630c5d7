import type { Messages, Reasons } from '../zh/reasons.ts'

export const reasons: Reasons = {
  wrongState: 'Not possible in the present state',
  noAccess: 'You lack the permission for this',
  ownCompany: 'Only the company that created the order may do this',
  assignedEngineer: 'Only an assigned engineer may do this',
  notTheCompleter: 'Whoever completed the order cannot verify it',
  signedInAtSites: 'Sign in at the sign-in address first',
  alarmHasOrder: 'The alarm already has an open repair order',
  roleUnfit: 'the role “{{role}}” is not for this account: another type, disabled, or of another company',
  personStays:
    'the customer is a private person, and another type would show the name; that needs the permission “See private data”',
  roleTypeAbove: 'roles of the type “{{type}}” are not yours to manage; choose your own account type or one below it',
  roleHeld: 'the role is held by {{holders}}; give these accounts another role before changing its type',
  grantUnfit: 'roles of the type “{{type}}” may not hold {{grants}}',
  verifyRunning: 'the audit chain is being verified already; try again when that has ended',
  parentType: 'such a company cannot stand directly below the chosen one',
  domainReserved: 'the platform itself is reached under this host name, choose another',
  setAbove: 'the organisation code and the domain are set by the company above',
  administratorUnfit: 'choose an account of this company that is enabled and still valid',
  expiryPassed: 'choose a time in the future',
  menuSeeded: 'this entry comes with the product; only its names, order and icon can change',
  menuDepth: 'an entry stands alone or in a group of the first level, and a group in no other',
  menuKind: 'a group does not become a link, nor a link a group',
  menuNeeded: 'nobody could undo this',
  callUnknown: 'the product has no such call',
  callNeeded: 'signing in or configuring needs this call, so it stays on',
  credentialsInUrl: 'the address must not hold an account or a password',
}

export const messages: Messages = {
  orderAssigned: { title: 'New order {{code}}', content: 'Project “{{project}}”: {{description}}' },
  orderDenied: { title: 'Order {{code}} was sent back', content: 'Reason: {{reason}}' },
  orderCompleted: { title: 'Order {{code}} waits to be verified', content: '{{who}}: {{note}}' },
  orderAgreed: { title: 'Order {{code}} waits to be rated', content: 'The work at project “{{project}}” was accepted' },
  orderRefused: { title: 'Order {{code}} was refused', content: '{{who}}: {{reason}}' },
  companyExpiring: {
    title: 'The service of “{{company}}” ends on {{date}}',
    content:
      'Days left: {{days}}. After that, the accounts of this company and of those below it cannot sign in; devices keep reporting and alarms are kept.',
  },
}
