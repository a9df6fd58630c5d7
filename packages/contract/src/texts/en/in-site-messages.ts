import type { Messages } from '../zh/in-site-messages.ts'

export const messages: Messages = {
  taskNotice: { name: 'Message from a task', title: '{{title}}', content: '{{content}}' },
  testStillActive: {
    name: 'Still active after a test',
    title: 'The test of “{{project}}” has ended; alarm sources still active: {{count}}',
    content: 'Please check on site for a fire, and reset them. From now on, new signals are real alarms.',
  },
  projectApplied: {
    name: 'Project application',
    title: 'A project awaits approval',
    content: '{{who}} applied for the project “{{project}}”',
  },
  projectAgreed: {
    name: 'Project approved',
    title: 'The project “{{project}}” was approved',
    content: 'Installation can begin.',
  },
  projectRejected: {
    name: 'Project rejected',
    title: 'The project “{{project}}” was rejected',
    content: 'Reason: {{reason}}. Edit the project to submit it for approval again.',
  },
  joinApplied: {
    name: 'Application to join',
    title: 'A company applies to join a project',
    content: '“{{company}}” applies to join “{{project}}”. Please decide.',
  },
  joinAgreed: {
    name: 'Joined a project',
    title: 'You have joined “{{project}}”',
    content: 'Your company can now see this project.',
  },
  joinRejected: {
    name: 'Application to join refused',
    title: 'Your application to join the project {{project}} was refused',
    content: 'Reason: {{reason}}',
  },
  joinEnded: {
    name: 'Participation ended',
    title: 'Participation in “{{project}}” has ended',
    content: '“{{company}}” can no longer see this project. Reason: {{reason}}',
  },
  joinExpired: {
    name: 'Participation expired',
    title: 'Participation in “{{project}}” has expired',
    content: '“{{company}}” can no longer see this project.',
  },
  projectExpired: {
    name: 'Maintenance expired',
    title: 'The maintenance of “{{project}}” has expired',
    content: 'Alarms are received and shown as before. Please renew it.',
  },
  orderAssigned: { name: 'Order assigned', title: 'New order {{code}}', content: 'Project “{{project}}”: {{description}}' },
  siteAssigned: {
    name: 'Alarms assigned',
    title: 'The alarms of “{{project}}” have been assigned to you',
    content: '{{who}}: {{note}}',
  },
  notice: { name: 'Alarm or fault', title: '{{title}}', content: '{{content}}' },
  upgradeStopped: {
    name: 'Upgrade suspended automatically',
    title: 'The upgrade “{{task}}” was suspended automatically',
    content:
      '{{succeeded}} succeeded, {{failed}} failed. Devices under way finish; no others are upgraded until somebody resumes the task. Its page says why it was suspended.',
  },
  alarmUnreached: {
    name: 'Nobody reached',
    title: 'Nobody was reached about an alarm at “{{site}}”',
    content: 'None of the messages and calls about the alarm {{code}} got through. See to it yourself at once.',
  },
  notificationStuck: {
    name: 'Notification stuck',
    title: 'A notification cannot be carried out: {{what}}',
    content: '{{failure}}. The system keeps trying; until it succeeds, it is possible that nobody is called. Check at once.',
  },
  siteTaken: {
    name: 'Alarms taken over',
    title: '{{who}} has taken over the alarms of “{{project}}”',
    content: 'You no longer handle this site',
  },
  siteLapsed: {
    name: 'Take-over lapsed',
    title: 'You no longer handle the alarms of “{{project}}”',
    content: 'You signed out or were inactive for {{minutes}} min',
  },
  orderTaken: { name: 'Order taken back', title: 'Order {{code}} is no longer yours', content: 'Project “{{project}}”' },
  orderRescheduled: {
    name: 'Order rescheduled',
    title: 'New dates of order {{code}}',
    content: 'Project “{{project}}”, planned for {{from}}, due {{due}}. {{note}}',
  },
  orderCancelled: { name: 'Order cancelled', title: 'Order {{code}} cancelled', content: 'Reason: {{reason}}' },
  orderHeld: { name: 'Order on hold', title: 'Order {{code}} put on hold', content: 'Reason: {{reason}}' },
  orderHoldEnded: {
    name: 'Order resumed',
    title: 'Order {{code}} has resumed',
    content: 'It is no longer on hold. Please continue the work.',
  },
  orderDenied: { name: 'Order sent back', title: 'Order {{code}} was sent back', content: 'Reason: {{reason}}' },
  orderCompleted: {
    name: 'Order to be verified',
    title: 'Order {{code}} is waiting for verification',
    content: '{{who}}: {{note}}',
  },
  orderAgreed: {
    name: 'Order to be rated',
    title: 'Order {{code}} is waiting for a rating',
    content: 'The work at project “{{project}}” was approved',
  },
  ordersPlanned: {
    name: 'Planned orders',
    title: 'Planned orders are waiting to be assigned',
    content: 'Created by the maintenance plan: {{count}}. Please assign them.',
  },
  feedbackReceived: { name: 'Feedback received', title: 'New user feedback', content: 'Project “{{project}}”: {{content}}' },
  feedbackHandled: { name: 'Feedback handled', title: 'Your feedback was handled', content: '{{answer}}' },
  feedbackConverted: {
    name: 'Feedback became an order',
    title: 'Your feedback became a repair order',
    content: 'Order {{code}}',
  },
  orderRefused: { name: 'Order declined', title: 'Order {{code}} was declined', content: '{{who}}: {{reason}}' },
  signInAttempts: {
    name: 'Sign-in attempts',
    title: 'Somebody is trying to sign in as you',
    content:
      'Wrong passwords or codes: {{count}}, the latest from {{ip}}. If that was not you, change your password and switch on two-step sign-in.',
  },
  twoStepOn: {
    name: 'Two-step sign-in on',
    title: 'Two-step sign-in is on',
    content:
      'From now on, signing in requires a code from your authenticator app. If that was not you, contact your administrator immediately.',
  },
  twoStepOff: {
    name: 'Two-step sign-in off',
    title: 'Two-step sign-in is off',
    content: 'From now on, you sign in with the password alone. If that was not you, contact your administrator immediately.',
  },
  twoStepReset: {
    name: 'Two-step sign-in reset',
    title: 'Your two-step sign-in was reset',
    content: '{{who}} reset it. If you did not ask for that, contact your administrator immediately.',
  },
  recoveryCodeUsed: {
    name: 'Recovery code used',
    title: 'A recovery code was used',
    content:
      'Somebody signed in as you with a recovery code. Codes left: {{left}}. If that was not you, change your password immediately.',
  },
  domainAsked: {
    name: 'Domain requested',
    title: '“{{company}}” requests the domain {{domain}}',
    content: 'Decide in the list of companies. Once approved, the sign-in page at that domain shows the company’s branding.',
  },
  domainAgreed: {
    name: 'Domain approved',
    title: 'The domain {{domain}} was approved',
    content: 'The sign-in page at that domain now shows your company’s branding.',
  },
  domainRejected: {
    name: 'Domain not approved',
    title: 'The domain {{domain}} was not approved',
    content: 'The operating company can tell you why.',
  },
  ownCertificateExpiring: {
    name: 'Your certificate expires',
    title: 'Your certificate expires on {{date}}',
    content: 'Days left: {{days}}. Please renew it, and have the new one entered in your account.',
  },
  certificateExpiring: {
    name: 'Staff certificate expires',
    title: 'The certificate of {{name}} expires on {{date}}',
    content: 'Days left: {{days}}. Please have it renewed, and enter the new one in the account.',
  },
  personCertificateExpiring: {
    name: 'Certificate of a fire safety contact expires',
    title: 'The certificate of {{name}} at “{{project}}” expires on {{date}}',
    content: 'Days left: {{days}}. Please have it renewed, and enter the new one in the project.',
  },
  documentExpiring: {
    name: 'Document expires',
    title: 'The document “{{name}}” of “{{project}}” expires on {{date}}',
    content: 'Days left: {{days}}. Please replace it in time.',
  },
  contractExpiring: {
    name: 'Contract ends',
    title: 'The contract {{name}} ends on {{date}}',
    content: 'Days left: {{days}}. Please renew it with the customer.',
  },
  upgradeAsked: {
    name: 'Upgrade awaiting approval',
    title: 'Upgrade task “{{task}}” is waiting for approval',
    content: '{{who}} enabled it (devices: {{count}}). Nothing is sent until it is approved.',
  },
  upgradeApproved: {
    name: 'Upgrade approved',
    title: 'Upgrade task “{{task}}” was approved',
    content: '{{who}} approved it; the upgrade begins.',
  },
  upgradeRejected: { name: 'Upgrade rejected', title: 'Upgrade task “{{task}}” was rejected', content: 'Reason: {{reason}}' },
  pushUnused: {
    name: 'Unused push endpoint will be deleted',
    title: 'Push endpoint “{{endpoint}}” is unused and will be deleted on {{date}}',
    content: 'No project pushes to it, and nothing was pushed to it for days. A project push or a test push keeps it.',
  },
  pushDeleted: {
    name: 'Unused push endpoint deleted',
    title: 'Push endpoint “{{endpoint}}” was deleted: it was not used for 7 days',
    content: 'It was announced beforehand. Create it again if it is needed.',
  },
  pushDisabled: {
    name: 'Push endpoint disabled',
    title: 'Push endpoint “{{endpoint}}” was disabled: it has only failed since {{since}}',
    content: 'Last error: {{error}}. What waits is kept until it is given up. Correct the endpoint and resume it.',
  },
  pushGone: {
    name: 'Push endpoint paused',
    title: 'Push endpoint “{{endpoint}}” was paused: it answered that its address no longer exists (410)',
    content: 'What happens meanwhile waits. Correct the address and resume it.',
  },
  pushEnded: {
    name: 'Project push ended',
    title: 'Project “{{project}}” is no longer pushed to “{{endpoint}}”',
    content: 'The project left the scope of the endpoint’s company, or was deleted. What was waiting is not sent.',
  },
  companyExpiring: {
    name: 'Service of a company ends',
    title: 'The service of “{{company}}” ends on {{date}}',
    content:
      'Days left: {{days}}. After that, the accounts of this company and of those below it cannot sign in; devices keep reporting and alarms are kept.',
  },
}
