import type { texts as zh } from './open-access.zh.ts'

export const texts: typeof zh = {
  menus: {
    'open.access': 'API keys',
  },
  operations: {
    'openAccess:rotate': 'Replace the secret',
  },
  subjects: {
    openAccess: 'API key',
  },
  fields: {
    addresses: 'Allowed addresses',
    deviceCodes: 'Device codes',
    immediately: 'End the former secret at once',
    keyRight: 'Right',
    keyRights: 'Rights',
    lastUsedAt: 'Last used',
    lastUsedIp: 'Last used from',
    prefix: 'Secret starts with',
  },
  enums: {
    openAccessState: {
      active: 'In force',
      disabled: 'Disabled',
      expired: 'Expired',
      companyStopped: 'Company disabled or expired',
    },
    openRight: {
      'alarm:read': 'Read alarms',
      'fault:read': 'Read faults',
      'device:read': 'Read devices',
      'gateway:read': 'Read gateways',
      'project:read': 'Read projects',
      'order:read': 'Read work orders',
      'repairOrder:create': 'Create repair orders',
      'feedback:create': 'Send feedback',
      'ticket:issue': 'Issue sign-in tickets',
    },
  },
  errors: {
    cursorEnded:
      'Changes cannot be continued from there: it is more than 20 hours old, or what the key sees has changed. Begin anew without since, and read the list again.',
    keyAddress: 'This key may not be used from {{address}}.',
  },
}
