import { openPlatformEnums } from './open-platform-enums.ts'

/** Every enumeration of the product, declared once (domain.md, "Enumerations"). Labels: `enums` in the texts of the feature, or texts/<language>/enums.ts. */
export const enums = {
  accountType: ['siter', 'distributor', 'agent_one', 'agent_two', 'customer', 'user'],
  accountState: ['enabled', 'disabled', 'ended', 'companyStopped', 'customerStopped', 'locked'],
  companyType: ['siter', 'distributor', 'agent_one', 'agent_two'],
  companyBlock: ['disabled', 'expired'],
  alarmState: ['unconfirmed', 'confirmed', 'cleared', 'misreport'],
  alarmLevel: ['fire', 'warning', 'notice'],
  handleWay: ['onSite', 'byPhone', 'repairOrder', 'selfRestored', 'drill', 'other'],
  /** Steps of setting up an empty installation, in the order in which they help most. */
  setUpStep: ['nameAndZone', 'firstSite', 'firstGateway', 'testAlarm', 'whoIsCalled', 'reachesOutside', 'phone', 'backup'],
  /** The two response clocks of an alarm. */
  alarmClock: ['acknowledge', 'close'],
  misreportCause: ['cooking', 'smoking', 'steam', 'dust', 'insects', 'construction', 'deviceDefect', 'test', 'unknown'],
  reportType: ['alarm', 'fault', 'restore', 'lowPower', 'heartbeat', 'telemetry', 'test'],
  reportCodeType: ['CID', 'SIA', 'GB26875', 'EW'],
  projectPersonRole: ['responsible', 'manager', 'controlRoom', 'serviceCompany', 'brigade', 'other'],
  projectDocumentKind: [
    'acceptance',
    'drawing',
    'emergencyPlan',
    'inspectionReport',
    'certificate',
    'contract',
    'training',
    'photo',
    'other',
  ],
  /** Fire risk class of a building. */
  riskClass: ['low', 'ordinary', 'high', 'severe'],
  /** Part of a project's life: before its completion, after it, or with its service stopped. */
  projectLifecycle: ['open', 'completed', 'stopped'],
  projectStatus: ['uninstall', 'installing', 'maintenance', 'overmaintenance'],
  auditState: ['pending', 'approved', 'rejected'],
  fireResistance: ['one', 'two', 'three', 'four'],
  /** How the identity of the person who asked for a test was checked. */
  identityCheck: ['callBack', 'password', 'onSite', 'written'],
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
  /** How an engineer's sign-in at a sign address is judged; `unknown`: the address has no position to compare with. */
  signInResult: ['inRadius', 'outOfRadius', 'mocked', 'unknown'],
  signScan: ['valid', 'elsewhere', 'forged'],
  coordinateSystem: ['WGS84', 'GCJ02', 'BD09'],
  notifierRole: ['responsible', 'manager', 'controlRoom', 'security', 'keyholder', 'other'],
  callLanguage: ['zh', 'en'],
  mapProvider: ['offline', 'amap'],
  geocodeResult: ['found', 'no_data', 'error'],
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
  /** Status of a device: the first that applies. */
  gatewayStatus: ['disabled', 'notActivated', 'offline', 'online'],
  /** Why a gateway's connection changed: it was heard, fell silent, or announced that it leaves (its Will). */
  gatewayLinkCause: ['heard', 'silent', 'left'],
  deviceStatus: ['alarm', 'fault', 'lowPower', 'offline', 'online', 'unsupervised'],
  deviceCategory: [
    'detector',
    'manualStation',
    'notification',
    'module',
    'water',
    'smokeControl',
    'electrical',
    'lighting',
    'gateway',
    'other',
  ],
  modelProtocol: ['mqtt', 'http', 'coap', 'tcp', 'gb26875', 'siaDc09'],
  /** How it is noticed that a device of a model is silent. Only `heartbeat` ones are online or offline. */
  supervision: ['heartbeat', 'onEvent', 'never'],
  commandParameterType: ['integer', 'number', 'text', 'boolean', 'choice'],
  commandEncoding: ['json', 'hex'],
  commandState: [
    'waitingApproval',
    'queued',
    'sent',
    'delivered',
    'answered',
    'refused',
    'failed',
    'timedOut',
    'denied',
    'cancelled',
  ],
  /** Who confirmed that a command arrived: the gateway, or an external broker, which does not report about the gateway. */
  commandReceipt: ['gateway', 'broker'],
  commandFailure: ['notConnected', 'targetGone', 'notApproved', 'notDelivered', 'notAnswered', 'byDevice'],
  /** The part of a report that triggers a linked rule. */
  ruleTrigger: ['alarm', 'code', 'report'],
  ruleOutcome: ['sent', 'partly', 'none'],
  network: ['nbIot', 'lora', 'cellular', 'bus', 'ethernet'],
  faultState: ['pending', 'processing', 'solved'],
  faultSolvedWay: ['byHand', 'repairOrder', 'restored'],
  feedbackState: ['pending_handle', 'handled'],
  /**
   * Which rows a role gives staff access to, the widest first: those of the company and all below it, of the company alone, of the
   * projects assigned to the account, or what the account created or works on.
   */
  dataScope: ['branch', 'company', 'projects', 'own'],
  handOverKind: ['project', 'company'],
  handOverState: ['waiting', 'running', 'settling', 'done', 'failed'],
  customerType: ['person', 'enterprise', 'public'],
  contactRole: ['responsible', 'manager', 'property', 'duty', 'finance', 'purchase', 'other'],
  contractKind: ['monitoring', 'maintenance', 'installation', 'supply', 'other'],
  /** Derived from a contract's days (contractStateOn). */
  contractState: ['upcoming', 'running', 'ending', 'ended'],
  currency: ['CNY', 'HKD', 'USD', 'EUR', 'GBP'],
  notifyMethod: ['app', 'sms', 'voice', 'mail', 'inSite'],
  pushType: ['app', 'sms', 'voice', 'mail', 'inSite'],
  pushWay: ['http', 'mqtt'],
  /**
   * What became of an alarm, each counted once. `confirmed`: it was one, or was confirmed and nothing else was recorded. Tests and drills
   * are counted apart from alarms.
   */
  alarmOutcome: ['open', 'confirmed', 'falseAlarm', 'other', 'drill', 'test'],
  /** Outcome of a call to a person of a call list. */
  callOutcome: ['answered', 'busy', 'noAnswer', 'wrongNumber'],
  /** State of an SMS or voice call about an alarm. */
  recordState: [
    'queued',
    'sending',
    'sent',
    'delivered',
    'read',
    'answered',
    'busy',
    'noAnswer',
    'refused',
    'failed',
    'cancelled',
    'folded',
  ],
  /** Why a message did not reach somebody outside. The provider's own words are only for the operating company. */
  sendFailure: ['noProvider', 'providerDown', 'timeLimit', 'notWorking', 'refused', 'undelivered', 'toldOtherwise'],
  /** Why something was sent to people outside. */
  recordCause: ['rule', 'task', 'test', 'system'],
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
  /** Result of the factory's quality check; a device that failed must not be installed. */
  qcResult: ['passed', 'conceded', 'failed'],
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
  /** Categories of in-site messages. */
  messageCategory: ['alarm', 'order', 'project', 'feedback', 'notice', 'security', 'company', 'other'],
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
  malformedReason: ['notJson', 'tooLarge', 'wrongType', 'foreignDevice', 'unknownTopic', 'notStorable', 'tooManyValues'],
  /** Why a gateway was not let in. */
  signInRefusal: ['wrongSecret', 'replacedSecret', 'disabled', 'foreignWill'],
  /** What a report would lead to (report parameters: test of a sample message). */
  frameOutcome: ['alarm', 'fault', 'restored', 'stored', 'unknownRaised', 'unknownListed'],
  recallState: ['open', 'closed'],
  /** Steps in the life of a device or gateway (product trace). */
  traceStep: [
    'produced',
    'warehoused',
    'shipped',
    'imported',
    'inStock',
    'registered',
    'assigned',
    'returned',
    'bound',
    'unbound',
    'moved',
    'replaced',
    'replaces',
    'handedOver',
    'activated',
    'firmware',
    'firmwareFailed',
    'alarm',
    'fault',
    'repaired',
    'inspected',
    'maintained',
    'enabled',
    'disabled',
    'recalled',
    'scrapped',
  ],
  traceState: ['installed', 'inStock', 'scrapped'],
  traceSource: ['web', 'app', 'api', 'import', 'system'],
  unknownHandledWay: ['registered', 'moved', 'ignored'],
  /** What a gateway sent that could not be matched. */
  unknownReportKind: ['unknownDevice', 'foreignDevice', 'unknownCode', 'unreadable', 'unknownGateway'],
  /** State of an application to join a project of another company; rights of a joined company besides seeing the project. */
  joinState: ['pending', 'agreed', 'rejected', 'ended'],
  joinRight: ['alarm', 'fault'],
  kioskState: ['valid', 'expired', 'revoked'],
  ...openPlatformEnums,
  yesNo: ['Y', 'N'],
} as const

export type EnumName = keyof typeof enums
export type EnumValue<N extends EnumName> = (typeof enums)[N][number]
