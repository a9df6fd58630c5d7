import type { texts as zh } from './home.zh.ts'

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
