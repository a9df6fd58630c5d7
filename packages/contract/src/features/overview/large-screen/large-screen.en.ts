import type { texts as zh } from './large-screen.zh.ts'

export const texts: typeof zh = {
  menus: {
    'dataCenter.largeScreenDashboard': 'Big screen',
  },
  operations: {
    'largeScreen:view': 'View the big screen',
    'largeScreen:kiosk': 'Manage kiosk links',
  },
  subjects: {
    kioskLink: 'Kiosk link',
  },
  enums: {
    kioskState: { valid: 'Valid', expired: 'Expired', revoked: 'Revoked' },
  },
  fields: {
    kioskState: 'State',
    screens: 'Open screens',
    validDays: 'Valid for days',
  },
  errors: {
    kioskEnded: 'This kiosk link has expired or was revoked. Please ask for a new one.',
  },
}
