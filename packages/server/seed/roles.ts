import { menus, type EnumValue, type MenuSeed, type OperationCode } from '@emberwatch/contract'

/** Roles as they are usually shared out, for the demo and for a new installation. */
export interface RoleSeed {
  readonly key: string
  readonly name: { readonly en: string; readonly zh: string }
  readonly level: number
  /** Left out: everything that accounts of the company's type may hold. */
  readonly operations?: readonly OperationCode[]
}

const watching: readonly OperationCode[] = ['dataHome:view', 'largeScreen:view', 'alarm:view', 'message:view']

const orderViews: readonly OperationCode[] = [
  'installOrder:view',
  'repairOrder:view',
  'inspectOrder:view',
  'maintenanceOrder:view',
]

/** The people of a company besides its administrators. */
export const staffRoles: readonly RoleSeed[] = [
  {
    key: 'dispatcher',
    name: { en: 'Duty operator', zh: '值班员' },
    level: 4,
    operations: [
      ...watching,
      'alarm:confirm',
      'alarm:assign',
      'alarm:deal',
      'alarm:misreport',
      'alarm:call',
      'alarm:note',
      'alarm:check',
      'alarm:file',
      'nuisance:view',
      'alarmBreach:view',
      'dataProject:view',
      'dataProject:export',
      'project:view',
      'device:view',
      'projectNotifier:view',
      'projectNotifier:unmask',
      'floorPlan:view',
      'fault:view',
      'fault:solve',
      'fault:snooze',
      'unknownDevice:view',
      'installOrder:view',
      'repairOrder:view',
      'repairOrder:create',
      'repairOrder:assign',
      'inspectOrder:view',
      'inspectOrder:create',
      'inspectOrder:assign',
      'maintenanceOrder:view',
      'maintenanceOrder:create',
      'maintenanceOrder:assign',
      'dutyTeam:view',
      'dutyOverride:create',
      'dutyNote:view',
      'dutyNote:create',
      'messageRecord:view',
      'messageRecord:resend',
      'messageTask:view',
      'messageTask:create',
      'messageTask:update',
      'messageTask:send',
      'messageTask:cancel',
      'upgradeTask:view',
      'upgradeTask:save',
      'upgradeTask:enable',
      'upgradeDevice:retry',
      'userFeedback:view',
      'userFeedback:reply',
      'userFeedback:complete',
    ],
  },
  {
    key: 'engineer',
    name: { en: 'Engineer', zh: '工程师' },
    level: 5,
    operations: [
      ...watching,
      ...orderViews,
      'order:work',
      'order:contact',
      'project:view',
      'floorPlan:view',
      'device:view',
      'fault:view',
      'gateway:view',
      'gateway:register',
      'dutyTeam:view',
      'dutyNote:view',
      'dutyNote:create',
    ],
  },
]

export const customerRole: RoleSeed = {
  key: 'customer',
  name: { en: 'Customer', zh: '客户' },
  level: 6,
  operations: [
    ...watching,
    ...orderViews,
    'dataProject:view',
    'project:view',
    'projectNotifier:view',
    'floorPlan:view',
    'device:view',
    'fault:view',
    'installOrder:appraise',
    'repairOrder:appraise',
    'inspectOrder:appraise',
    'maintenanceOrder:appraise',
    'userFeedback:view',
    'userFeedback:create',
  ],
}

/** The menu codes for a role: its operations with their pages and groups, as far as the account type may hold them. */
export const grantsFor = (role: RoleSeed, type: EnumValue<'accountType'>): string[] => {
  const entries: readonly MenuSeed[] = menus
  const codes = new Set<string>()
  for (const entry of entries) {
    if (!entry.for.includes(type)) continue
    // Engineers receive orders and managers do not, so that completing and verifying stay with two people.
    const operations = entry.operations.filter((code) =>
      role.operations ? (role.operations as readonly string[]).includes(code) : code !== 'order:work',
    )
    if (operations.length === 0) continue
    for (const code of [entry.code, ...(entry.parent ? [entry.parent] : []), ...operations]) codes.add(code)
  }
  return [...codes]
}
