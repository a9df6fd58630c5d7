/** Enumerations of the district notify, part of `enums`. */
export const notifyEnums = {
  notifyMethod: ['app', 'sms', 'voice', 'mail', 'inSite'],
  pushType: ['app', 'sms', 'voice', 'mail', 'inSite'],
  /** Events that notification rules are about. */
  notifyEvent: ['alarm', 'breach', 'fault'],
  /** Receivers of a step of a notification rule. */
  notifyReceiver: ['callList', 'deviceList', 'duty', 'role', 'accounts'],
  /** What ends the steps of a notification rule. Closing always does. */
  notifyStop: ['taken', 'confirmed', 'closed'],
  /** Why somebody is not notified. */
  leftOutReason: [
    'onTest',
    'projectStopped',
    'quietHours',
    'projectQuiet',
    'disabled',
    'noAddress',
    'methodOff',
    'offDuty',
    'outOfScope',
    'noProvider',
    'providerDown',
    'nobody',
    'failed',
  ],
  runState: ['running', 'stopped', 'finished'],
  /** What ended the steps of a notification rule. */
  runStop: ['taken', 'confirmed', 'closed', 'solved', 'tookByPhone', 'onTest', 'ruleGone'],
  /** Events of a message template: those of rules, or a notice written by staff. */
  templateEvent: ['alarm', 'breach', 'fault', 'notice'],
  templateVariable: [
    'project',
    'device',
    'room',
    'type',
    'level',
    'time',
    'code',
    'count',
    'first',
    'receiver',
    'company',
    'date',
  ],
  templateState: ['draft', 'submitted', 'approved', 'rejected'],
  messageTaskType: ['notice', 'maintenance', 'training', 'warning', 'other'],
  /** Target of a message task. */
  pushObject: ['all', 'company', 'role', 'project', 'account', 'filter'],
  messageTaskState: ['draft', 'queued', 'sending', 'done', 'cancelled', 'failed'],
  /** State of a provider. */
  providerState: ['off', 'untried', 'up', 'failing', 'down'],
  channelState: ['up', 'unproven', 'down', 'none'],
  sendResult: ['accepted', 'rejected', 'failed'],
  providerSecurity: ['tls', 'starttls', 'none'],
  bodyFormat: ['json', 'form'],
  providerKind: ['smtp', 'aliyunSms', 'twilioSms', 'smpp', 'httpSms', 'aliyunVoice', 'twilioVoice', 'httpVoice', 'webPush'],
  /** Unit for the length of a turn of duty. */
  dutyTurn: ['day', 'week', 'shift'],
  /** Why a person on the roster does not count. */
  dutyAbsence: ['disabled', 'expired', 'deleted', 'elsewhere'],
} as const
