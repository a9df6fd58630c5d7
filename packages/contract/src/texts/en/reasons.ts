import type { Messages, Reasons } from '../zh/reasons.ts'

export const reasons: Reasons = {
  wrongState: 'Not possible in the current state',
  noAccess: 'You do not have permission to do this',
  ownCompany: 'Only the company that created the order may do this',
  assignedEngineer: 'Only an assigned engineer may do this',
  notTheCompleter: 'The person who completed the order cannot verify it; somebody else must',
  signedInAtSites: 'Sign in at the sign-in address first',
  alarmHasOrder: 'The alarm already has an open repair order',
  roleUnfit: 'the role “{{role}}” is not for this account: another type, disabled, or of another company',
  personStays:
    'the customer is a private person, and another type would show the name; that needs the permission “See private data”',
  roleTypeAbove: 'you cannot manage roles of the type “{{type}}”; choose your own account type or one below it',
  roleHeld: 'the role is held by {{holders}}; give these accounts another role before changing its type',
  grantUnfit: 'roles of the type “{{type}}” may not hold {{grants}}',
  verifyRunning: 'the audit chain is already being verified; try again when that has finished',
  parentType: 'a company of this type cannot be placed directly under the chosen one',
  setAbove: 'the organisation code is set by the company above',
  domainNotAsked: 'this company has no domain waiting for approval',
  twoStepOn: 'two-step sign-in is already on, or its set-up has not been started',
  twoStepOff: 'two-step sign-in is off',
  twoStepRequired: 'your role requires two-step sign-in, so it stays on',
  administratorUnfit: 'choose an account of this company that is enabled and still valid',
  expiryPassed: 'choose a time in the future',
  menuSeeded: 'this entry comes with the product; only its names, order and icon can change',
  menuDepth: 'an entry must be at the top level or in a top-level group, and groups cannot contain groups',
  menuKind: 'a group cannot become a link, nor a link a group',
  menuNeeded: 'without it, nobody would be able to undo this, or nobody would learn of a fire',
  callUnknown: 'there is no such call',
  callNeeded: 'sign-in, configuration or fire alarms depend on this call, so it must stay on',
  modelUnfit: 'choose an enabled model of a device, not of a gateway',
  gatewayGone: 'the gateway that reported it is no longer registered',
  unknownKind: 'an entry of this kind is not handled this way',
  formatUnknown: 'the product does not know this code format',
  credentialsInUrl: 'the address must not contain an account or a password',
}

export const messages: Messages = {
  orderAssigned: { title: 'New order {{code}}', content: 'Project “{{project}}”: {{description}}' },
  orderDenied: { title: 'Order {{code}} was sent back', content: 'Reason: {{reason}}' },
  orderCompleted: { title: 'Order {{code}} is waiting for verification', content: '{{who}}: {{note}}' },
  orderAgreed: { title: 'Order {{code}} is waiting for a rating', content: 'The work at project “{{project}}” was approved' },
  orderRefused: { title: 'Order {{code}} was refused', content: '{{who}}: {{reason}}' },
  signInAttempts: {
    title: 'Somebody is trying to sign in as you',
    content:
      'Wrong passwords or codes: {{count}}, the last from {{ip}}. If that was not you, change your password and switch on two-step sign-in.',
  },
  twoStepOn: {
    title: 'Two-step sign-in is on',
    content:
      'From now on, signing in requires a code from your authenticator app. If that was not you, contact your administrator immediately.',
  },
  twoStepOff: {
    title: 'Two-step sign-in is off',
    content: 'From now on, you sign in with the password alone. If that was not you, contact your administrator immediately.',
  },
  twoStepReset: {
    title: 'Your two-step sign-in was reset',
    content: '{{who}} reset it. If you did not ask for that, contact your administrator immediately.',
  },
  recoveryCodeUsed: {
    title: 'A recovery code was used',
    content:
      'Somebody signed in as you with a recovery code. Codes left: {{left}}. If that was not you, change your password immediately.',
  },
  domainAsked: {
    title: '“{{company}}” requests the domain {{domain}}',
    content: 'Decide in the list of companies. Once approved, the sign-in page at that domain shows the company’s branding.',
  },
  domainAgreed: {
    title: 'The domain {{domain}} was approved',
    content: 'The sign-in page at that domain now shows your company’s branding.',
  },
  domainRejected: { title: 'The domain {{domain}} was not approved', content: 'The operating company can tell you why.' },
  companyExpiring: {
    title: 'The service of “{{company}}” ends on {{date}}',
    content:
      'Days left: {{days}}. After that, the accounts of this company and of those below it cannot sign in; devices keep reporting and alarms are kept.',
  },
}
