import type { EnumName } from '@emberwatch/contract'

/** What a state looks like. `fire` is red and stands for fire alone; see theme/palette.ts for what the others mean. */
export type Tone = 'fire' | 'fault' | 'normal' | 'info' | 'neutral'

export interface Look {
  readonly tone: Tone
  readonly shape: string
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

/** Looks of the enumerations that are states; others are plain words. */
export const looks: Partial<Record<EnumName, Readonly<Record<string, Look>>>> = {
  accountState: { enabled: normal, disabled: off, ended: off, companyStopped: off, customerStopped: off, locked: fault },
  alarmLevel: { fire, warning: fault, notice: open },
  alarmState: { unconfirmed: open, confirmed: busy, cleared: normal, misreport: closed },
  faultState: { pending: fault, processing: busy, solved: normal },
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
    complete: normal,
  },
  orderPriority: {
    urgent: { tone: 'info', shape: '▲' },
    high: { tone: 'info', shape: '△' },
    normal: idle,
    low: { tone: 'neutral', shape: '▽' },
  },
  feedbackState: { pending_handle: open, handled: normal },
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
