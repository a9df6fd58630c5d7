import type { EnumName } from '@emberwatch/contract'

/** The tone of a state. `fire` is red and used for fire alone; see theme/palette.ts for the others. */
export type Tone = 'fire' | 'fault' | 'normal' | 'info' | 'neutral'

export interface StatusStyle {
  readonly tone: Tone
  readonly shape: string
  /** Drawn as an outline: a priority, not a state. */
  readonly outline?: true
}

const fire: StatusStyle = { tone: 'fire', shape: '◆' }
const fault: StatusStyle = { tone: 'fault', shape: '▲' }
const off: StatusStyle = { tone: 'fault', shape: '⊘' }
const normal: StatusStyle = { tone: 'normal', shape: '●' }
const open: StatusStyle = { tone: 'info', shape: '◇' }
const busy: StatusStyle = { tone: 'info', shape: '◐' }
const waiting: StatusStyle = { tone: 'info', shape: '○' }
const idle: StatusStyle = { tone: 'neutral', shape: '○' }
const closed: StatusStyle = { tone: 'neutral', shape: '■' }
/** Done as it should be: nothing left to do, so it is unobtrusive. */
const done: StatusStyle = { tone: 'neutral', shape: '✓' }
/** Somebody is working on it, but it is still urgent. */
const taken: StatusStyle = { tone: 'fault', shape: '◐' }

/** Styles of the enumerations that are states. Others are plain text. */
export const statusStyles: Partial<Record<EnumName, Readonly<Record<string, StatusStyle>>>> = {
  accountState: { enabled: normal, disabled: off, ended: off, companyStopped: off, customerStopped: off, locked: fault },
  openAccessState: { active: normal, disabled: off, expired: off, companyStopped: off },
  alarmLevel: { fire, warning: fault, notice: open },
  alarmState: { unconfirmed: fire, confirmed: taken, cleared: done, misreport: closed },
  faultState: { pending: fault, processing: busy, solved: done },
  gatewayStatus: { disabled: off, notActivated: idle, offline: fault, online: normal },
  deviceStatus: {
    alarm: fire,
    fault,
    lowPower: fault,
    offline: { tone: 'neutral', shape: '⊘' },
    online: normal,
    unsupervised: idle,
  },
  firmwareState: { draft: idle, released: normal, withdrawn: closed },
  commandState: {
    waitingApproval: taken,
    queued: waiting,
    sent: waiting,
    delivered: busy,
    answered: done,
    refused: fault,
    failed: fault,
    timedOut: fault,
    denied: closed,
    cancelled: closed,
  },
  recordState: {
    queued: waiting,
    sending: busy,
    sent: busy,
    delivered: done,
    read: done,
    answered: done,
    busy: fault,
    noAnswer: fault,
    refused: fault,
    failed: fault,
    cancelled: closed,
    folded: closed,
  },
  templateState: { draft: idle, submitted: waiting, approved: normal, rejected: fault },
  appVersionState: { draft: idle, published: normal, withdrawn: closed },
  messageTaskState: { draft: idle, queued: waiting, sending: busy, done, cancelled: closed, failed: fault },
  providerState: { off, untried: idle, up: normal, failing: fault, down: fault },
  pushHealth: { untried: waiting, working: normal, failing: fault, paused: off, disabled: off },
  pushState: { waiting, sending: busy, delivered: done, dead: fault, cancelled: closed },
  projectPushState: { active: normal, ended: closed },
  channelState: { up: normal, unproven: waiting, down: fault, none: idle },
  ruleOutcome: { sent: done, partly: fault, none: fault },
  projectStatus: { uninstall: idle, installing: busy, maintenance: normal, overmaintenance: fault },
  auditState: { pending: waiting, approved: normal, rejected: closed },
  joinState: { pending: waiting, agreed: normal, rejected: closed, ended: closed },
  orderStatus: {
    pending_assign: open,
    pending_receive: open,
    pending_complete: waiting,
    processing: busy,
    pending_verify: waiting,
    pending_evaluation: waiting,
    complete: done,
    on_hold: taken,
    cancelled: closed,
  },
  retestResult: { passed: done, failed: fault, notTested: idle },
  orderResult: {
    fixed: done,
    replaced: done,
    noFault: done,
    partly: fault,
    notPossible: fault,
    installed: done,
    notInstalled: closed,
    normal,
    abnormal: fault,
    notAccessible: off,
    pass: normal,
    fail: fault,
    notTested: off,
  },
  orderPriority: {
    urgent: { tone: 'fault', shape: '▲', outline: true },
    high: { tone: 'info', shape: '△', outline: true },
    normal: { tone: 'neutral', shape: '▷', outline: true },
    low: { tone: 'neutral', shape: '▽', outline: true },
  },
  signInResult: { inRadius: normal, outOfRadius: fault, mocked: fault, unknown: idle },
  signScan: { valid: normal, elsewhere: fault, forged: fault },
  contractState: { upcoming: waiting, running: normal, ending: fault, ended: off },
  feedbackState: { pending_handle: open, handled: done },
  recallState: { open: busy, closed },
  traceState: { installed: normal, inStock: idle, scrapped: closed },
  upgradeTaskState: { disabled: off, enabled: busy, suspended: off, completed: normal, terminated: closed },
  upgradeDeviceState: {
    waiting,
    sent: waiting,
    downloading: busy,
    verifying: busy,
    installing: busy,
    succeeded: normal,
    failed: fault,
    skipped: closed,
  },
}

/** Enabled is normal. Disabled is yellow, as on the panels that operators know. */
export const enabledStyle = (enabled: boolean): StatusStyle => (enabled ? normal : off)

/** The facts that decide how urgent an alarm is. */
export interface AlarmUrgency {
  readonly state: string
  readonly level: string
  readonly test: boolean
}

/**
 * How urgent an alarm is. Red is an unconfirmed fire and nothing else. Confirmed fires, lesser alarms, and alarms under test are
 * yellow. Closed alarms are grey.
 */
export const alarmTone = ({ state, level, test }: AlarmUrgency): 'fire' | 'fault' | 'neutral' => {
  if (state !== 'unconfirmed' && state !== 'confirmed') return 'neutral'
  return state === 'unconfirmed' && level === 'fire' && !test ? 'fire' : 'fault'
}
