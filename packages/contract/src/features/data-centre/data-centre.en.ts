import type { texts as zh } from './data-centre.zh.ts'

export const texts: typeof zh = {
  menus: {
    'dataCenter.home': 'Home',
  },
  operations: {
    'dataHome:view': 'View home',
  },
}
