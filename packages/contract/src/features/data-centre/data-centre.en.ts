import type { texts as zh } from './data-centre.zh.ts'

export const texts: typeof zh = {
  menus: {
    'dataCenter.home': 'Home',
  },
  fields: {
    fromDay: 'First day',
    toDay: 'Last day',
  },
  operations: {
    'dataHome:view': 'View home',
  },
}
