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
}
