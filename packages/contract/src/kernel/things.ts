/** Things of which live events tell every console that may see them. Each is a kind of live event. */
export const liveThings = [
  'alarm',
  'fault',
  'order',
  'feedback',
  'device',
  'gateway',
  'command',
  'project',
  'notifyRule',
  'notification',
  'message',
  'messageTask',
  'duty',
  'upgrade',
  'appVersion',
  'firmware',
  'export',
  'import',
] as const

/**
 * What reads show and writes change. A console reads again what shows a thing after it has changed it, or when a live event says so. As
 * coarse as that is useful: what belongs to a site and is emitted with it is a `project`, too.
 */
export const things = [
  ...liveThings,
  'account',
  'alarmType',
  'apiConfig',
  'company',
  'customer',
  'deviceModel',
  'faultType',
  'handOver',
  'kioskLink',
  'menu',
  'notifyProvider',
  'openAccess',
  'operatorPlatform',
  'orderChecklist',
  'ownSession',
  'projectType',
  'push',
  'recall',
  'reportParam',
  'role',
  'settings',
  'setUp',
  'twoStep',
  'upgradeTask',
  'viewer',
] as const
export type Thing = (typeof things)[number]

/** Of what figures about sites consist. */
export const siteThings = ['project', 'alarm', 'fault', 'order', 'device', 'gateway'] as const satisfies readonly Thing[]
