/**
 * What colours mean (architecture.md, "The console"; EN 54-2, GB 4717): red is fire and nothing else, yellow is fault, disabled
 * or under test, green is normal, blue is information. So what other consoles colour red (an invalid field, a destructive button,
 * an error notice) is magenta here, and never relies on colour alone. Every text colour has a contrast of 4.5 or more on every
 * surface of its theme (AA).
 */
export interface Palette {
  readonly page: string
  readonly surface: string
  readonly raised: string
  readonly border: string
  /** Field borders: 3:1 against the surface. */
  readonly fieldBorder: string
  readonly text: string
  readonly muted: string
  readonly accent: string
  readonly accentHover: string
  readonly accentActive: string
  readonly onAccent: string
  readonly accentSoft: string
  readonly fire: string
  readonly fireSoft: string
  readonly fault: string
  readonly faultSoft: string
  readonly normal: string
  readonly normalSoft: string
  readonly info: string
  readonly infoSoft: string
  readonly neutral: string
  readonly neutralSoft: string
  readonly danger: string
  readonly dangerSoft: string
  readonly menu: string
  readonly menuText: string
  readonly menuActive: string
}

export const light: Palette = {
  page: '#f2f4f7',
  surface: '#ffffff',
  raised: '#ffffff',
  border: '#d8dde4',
  fieldBorder: '#868f9b',
  text: '#17212d',
  muted: '#535e6b',
  accent: '#0b5cad',
  accentHover: '#094b8e',
  accentActive: '#073c72',
  onAccent: '#ffffff',
  accentSoft: '#e4eff9',
  fire: '#bf1219',
  fireSoft: '#fdeaea',
  fault: '#735400',
  faultSoft: '#fdf1c7',
  normal: '#176c32',
  normalSoft: '#e3f4e8',
  info: '#0b5cad',
  infoSoft: '#e4eff9',
  neutral: '#4d5763',
  neutralSoft: '#eceff3',
  danger: '#a0195c',
  dangerSoft: '#fbe8f1',
  menu: '#15293d',
  menuText: '#d3dde8',
  menuActive: '#2a4a69',
}

export const dark: Palette = {
  page: '#10161d',
  surface: '#18212b',
  raised: '#202b37',
  border: '#34414f',
  fieldBorder: '#73808f',
  text: '#e7ecf2',
  muted: '#a9b5c2',
  accent: '#6db3f8',
  accentHover: '#8dc5fb',
  accentActive: '#a9d4fc',
  onAccent: '#08131f',
  accentSoft: '#1a344d',
  fire: '#ff827c',
  fireSoft: '#4a1c1e',
  fault: '#f3c63f',
  faultSoft: '#403511',
  normal: '#63cb85',
  normalSoft: '#173622',
  info: '#6db3f8',
  infoSoft: '#1a344d',
  neutral: '#b6c1cc',
  neutralSoft: '#2b3744',
  danger: '#f392c0',
  dangerSoft: '#47203a',
  menu: '#0c1218',
  menuText: '#c3ceda',
  menuActive: '#213649',
}
