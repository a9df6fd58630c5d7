import type { texts as zh } from './nuisance.zh.ts'

export const texts: typeof zh = {
  device: 'Detector',
  place: 'Place',
  alarms: 'View false alarms',
}
