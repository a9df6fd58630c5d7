import type { EnumValue } from '../../../enums.ts'
import type { OperationCode } from '../../../menus.ts'

export type OpenRight = EnumValue<'openRight'>

/**
 * What each right of a key amounts to: the operations with which the console shows or does the same. Somebody who lacks one of them cannot
 * grant the right, and the verbs that a key calls see exactly these.
 */
export const operationsOfRight: Readonly<Record<OpenRight, readonly OperationCode[]>> = {
  'alarm:read': ['alarm:view'],
  'fault:read': ['fault:view'],
  'device:read': ['device:view'],
  'gateway:read': ['gateway:view'],
  'project:read': ['project:view'],
  'order:read': ['installOrder:view', 'repairOrder:view', 'inspectOrder:view', 'maintenanceOrder:view'],
  'repairOrder:create': ['repairOrder:create'],
  'feedback:create': ['userFeedback:create'],
  'ticket:issue': ['account:signInAs'],
}

/** A key in force, and why it is not: derived, never stored. The first that applies. */
export const openAccessStateOf = (
  now: Date,
  key: { readonly companyStopped: boolean; readonly enabled: boolean; readonly expiresAt: string },
): EnumValue<'openAccessState'> => {
  if (!key.enabled) return 'disabled'
  if (Date.parse(key.expiresAt) <= now.getTime()) return 'expired'
  return key.companyStopped ? 'companyStopped' : 'active'
}
