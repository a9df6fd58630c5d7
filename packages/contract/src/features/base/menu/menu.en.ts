import type { texts as zh } from './menu.zh.ts'

export const texts: typeof zh = {
  menus: {
    'system.menu': 'Menus',
  },
  subjects: {
    menu: 'Menu',
  },
  fields: {
    nameZh: 'Chinese name',
    nameEn: 'English name',
    isMainMenu: 'In the side menu',
    accountTypes: 'Account types',
    operationCode: 'Operation code',
    apiPaths: 'Calls',
  },
}
