import type { texts as zh } from './settings.zh.ts'

export const texts: typeof zh = {
  subjects: {
    settings: 'Platform settings',
  },
  fields: {
    apiLogMonths: 'API log kept (months)',
    mqttLogMonths: 'MQTT log kept (months)',
    loginLogMonths: 'Sign-in log kept (months)',
    deviceValueMonths: 'Measured values kept (months)',
    commandMonths: 'Commands and runs of linked rules kept (months)',
    exportDays: 'Import and export files kept (days)',
    defaultStorageMb: 'Default storage quota (MB)',
    passwordMin: 'Minimum password length',
    passwordKinds: 'Kinds of characters required',
    passwordAgeDays: 'Passwords expire after (days)',
    passwordReuse: 'Earlier passwords that cannot be reused',
    sessionHours: 'Unused sessions end after (hours)',
    sessionDays: 'Sessions end after (days)',
    wrongPasswords: 'Wrong passwords allowed',
    lockOutMinutes: 'Locked for (minutes)',
    certificateKinds: 'Orders that need a certificate',
    mapProvider: 'Map',
    mapKey: 'Map key',
    mapSecurityCode: 'Map security code',
  },
}
