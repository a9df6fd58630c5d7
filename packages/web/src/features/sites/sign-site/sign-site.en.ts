import type { texts as zh } from './sign-site.zh.ts'

export const texts: typeof zh = {
  create: 'New sign-in address',
  edit: 'Edit sign-in address',
  keyword: 'Name, address or QR code no.',
  created: 'Created',
  disableConfirm: 'New orders can no longer choose it; orders that already list it keep it. Disable it?',
  deleteHint: 'Only an address that no order lists and where nobody has signed in can be deleted. Disable others.',
  noPosition: 'No position',
  noPositionHint:
    'Without latitude and longitude, it cannot be checked whether an engineer is there. Edit it and choose the place on the map.',
  never: 'Never',
  map: 'Position of {{name}}',
  placeMap: 'Sign-in address',
  form: {
    projectHint: 'Engineers sign in here when they come to work for this project',
    radiusHint: 'A phone within this distance counts as present, 20–5000 m',
    floor: 'Floor or exact place',
    tagHint: 'The number in the QR code or NFC tag on site; created automatically if left empty',
  },
  tabs: { overview: 'Overview', records: 'Sign-in records' },
  panels: { site: 'Sign-in address', map: 'Position', tag: 'QR code', signs: 'Sign-ins', record: 'Record' },
  qr: 'QR code of {{name}}',
  tagHint:
    'Print it and put it up on site. Engineers scan it, or type it, when they sign in. It is signed: only this code counts as genuine.',
  at: 'Signed in at',
  recordsMap: 'Latest sign-in positions',
  recordsList: 'Sign-in records',
  recordNote: '{{time}}, {{distance}} m away, {{result}}',
  recordNoteUnknown: '{{time}}, {{result}}',
  recordKeyword: 'Engineer or order code',
  accuracy: 'accuracy ±{{metres}} m',
}
