import type { units as zh } from '../zh/units.ts'

export const units: typeof zh = { day: 'd', hour: 'h', minute: 'min', second: 's', digits: 2 }
