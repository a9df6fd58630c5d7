import type { texts as zh } from './gateway.zh.ts'

export const texts: typeof zh = {
  menus: {
    'device.gateway': 'Gateways',
    'device.gatewayStock': 'Gateway stock',
  },
  operations: {
    'gateway:activate': 'Activate by hand',
    'gateway:bind': 'Bind to projects, return to stock',
    'gateway:register': 'Register on site',
    'gateway:rotateSecret': 'Replace the secret',
  },
  subjects: {
    gatewayPreset: 'Gateway stock',
  },
  fields: {
    allowedSources: 'Allowed sources',
    gb26875Address: 'Source address of the transmitter',
    siaDc09Address: 'Account of the panel',
    linkKey: 'Encryption key',
    hasLinkKey: 'Encryption key',
    activated: 'Activated',
    activatedAt: 'Activated at',
    heartbeatOverdue: 'Heartbeat overdue',
    bound: 'In a project',
    port: 'Port',
    iccid: 'SIM number (ICCID)',
    simExpires: 'SIM expires',
    malformedCount: 'Malformed messages',
    refusedAt: 'Last refused sign-in',
    refusedReason: 'Reason of the refusal',
    abnormalDevices: 'Abnormal devices',
    openFaults: 'Open faults',
    disabledReason: 'Reason for disabling',
    noticedAt: 'Noticed at',
    until: 'Back at',
  },
  enums: {
    gatewayStatus: {
      disabled: 'Disabled',
      notActivated: 'Not activated',
      offline: 'Offline',
      online: 'Online',
    },
    gatewayLinkCause: {
      heard: 'Heard again',
      silent: 'No heartbeat',
      left: 'Connection lost',
    },
  },
  reasons: {
    gatewayModelUnfit: 'choose an enabled gateway model',
    gatewayActivated: 'it has been activated, so alarms and faults may refer to it; disable it instead',
    gatewayIsActivated: 'it is already activated',
    gatewayBound: 'already in a project, return to stock first: {{codes}}',
    gatewayNotBound: 'not in a project: {{codes}}',
    gatewayNotInStock: 'it belongs to a project and is not in stock',
    gatewayDisabled: 'it is disabled; enable it first',
    gatewayNoSecret: 'it has no secret: a gateway of this protocol is known by its address',
    gatewayNoLinkKey: 'its protocol has no encryption',
    inStock: 'stock',
  },
}
