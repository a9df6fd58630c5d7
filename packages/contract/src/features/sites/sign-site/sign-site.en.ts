import type { texts as zh } from './sign-site.zh.ts'

export const texts: typeof zh = {
  menus: {
    'project.signAddress': 'Sign-in addresses',
  },
  subjects: {
    signSite: 'Sign-in address',
  },
  fields: {
    radiusM: 'Radius (m)',
    tagCode: 'QR code no.',
    lastSignedAt: 'Last sign-in here',
    lastSignedBy: 'Last signed in by',
    engineer: 'Engineer',
    orderKind: 'Kind of order',
    distanceM: 'Distance (m)',
  },
}
