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
  reasons: {
    menuSeeded: 'this entry comes with the product; only its names, order and icon can change',
    menuDepth: 'an entry must be at the top level or in a top-level group, and groups cannot contain groups',
    menuKind: 'a group cannot become a link, and a link cannot become a group',
    menuNeeded: 'without it, nobody would be able to undo this, or nobody would learn of a fire',
  },
}
