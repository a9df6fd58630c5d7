import type { EnumName } from '@emberwatch/contract'

/** What a state looks like. `fire` is red and stands for fire alone; see theme/palette.ts for what the others mean. */
export type Tone = 'fire' | 'fault' | 'normal' | 'info' | 'neutral'

export interface Look {
  readonly tone: Tone
  readonly shape: string
  /** Drawn as an outline: how much something matters, and not how it stands. */
  readonly outline?: true
}

const fire: Look = { tone: 'fire', shape: '◆' }
const fault: Look = { tone: 'fault', shape: '▲' }
const off: Look = { tone: 'fault', shape: '⊘' }
const normal: Look = { tone: 'normal', shape: '●' }
const open: Look = { tone: 'info', shape: '◇' }
const busy: Look = { tone: 'info', shape: '◐' }
const waiting: Look = { tone: 'info', shape: '○' }
const idle: Look = { tone: 'neutral', shape: '○' }
const closed: Look = { tone: 'neutral', shape: '■' }
/** Done as it should be: there is nothing more to see, so it steps back. */
const done: Look = { tone: 'neutral', shape: '✓' }
/** Somebody is at it, and it still presses. */
const taken: Look = { tone: 'fault', shape: '◐' }

/** Looks of the enumerations that are states; others are plain words. */
export const looks: Partial<Record<EnumName, Readonly<Record<string, Look>>>> = {
  accountState: { enabled: normal, disabled: off, ended: off, companyStopped: off, customerStopped: off, locked: fault },
  alarmLevel: { fire, warning: fault, notice: open },
  alarmState: { unconfirmed: fire, confirmed: taken, cleared: done, misreport: closed },
  faultState: { pending: fault, processing: busy, solved: done },
  deviceStatus: { alarm: fire, fault, lowPower: fault, offline: { tone: 'neutral', shape: '⊘' }, online: normal },
  projectStatus: { uninstall: idle, installing: busy, maintenance: normal, overmaintenance: fault },
  auditState: { pending: waiting, approved: normal, rejected: closed },
  orderStatus: {
    pending_assign: open,
    pending_receive: open,
    pending_complete: waiting,
    processing: busy,
    pending_verify: waiting,
    pending_evaluation: waiting,
    complete: done,
  },
  orderPriority: {
    urgent: { tone: 'fault', shape: '▲', outline: true },
    high: { tone: 'info', shape: '△', outline: true },
    normal: { tone: 'neutral', shape: '▷', outline: true },
    low: { tone: 'neutral', shape: '▽', outline: true },
  },
  signInResult: { inRadius: normal, outOfRadius: fault, mocked: fault, unknown: idle },
  feedbackState: { pending_handle: open, handled: done },
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

/** Enabled is normal; disabled is yellow on the panels that operators know. */
export const enabledLook = (enabled: boolean): Look => (enabled ? normal : off)

/** The facts of an alarm that say how much it presses. */
export interface AlarmUrgency {
  readonly state: string
  readonly level: string
  readonly test: boolean
}

/**
 * How much an alarm presses. Red is a fire that nobody has confirmed, and nothing else; a confirmed fire, whatever is less than a fire, and what is on
 * test are yellow; done is muted.
 */
export const alarmTone = ({ state, level, test }: AlarmUrgency): 'fire' | 'fault' | 'neutral' => {
  if (state !== 'unconfirmed' && state !== 'confirmed') return 'neutral'
  return state === 'unconfirmed' && level === 'fire' && !test ? 'fire' : 'fault'
}
