import type { MenuNode } from '@emberwatch/contract'
import { expect, test } from 'vitest'
import { firstPageOf, sideMenuOf, breadcrumbsOf } from './menu-tree.ts'

const node = (code: string, url: string, childList: MenuNode[] = [], more: Partial<MenuNode> = {}): MenuNode => ({
  code,
  name: code,
  url,
  icon: '',
  operationCode: null,
  isOperation: 'N',
  isMainMenu: 'Y',
  isPermission: 'Y',
  state: 'Y',
  childList,
  ...more,
})
const view = node('view', '#', [], { isOperation: 'Y', operationCode: 'role:view' })
const tree = [
  node('empty', '#', [node('unbuilt', '/not/built')]),
  node('denied', '#', [node('message', '/message/messageList', [], { isPermission: 'N' })]),
  node('system', '#', [node('role', '/system/roleManage', [view])]),
]

test('the side menu has no page that is denied or not built, and no empty group', () => {
  expect(sideMenuOf(tree).map(({ code, childList }) => [code, childList.map((child) => child.code)])).toEqual([
    ['system', ['role']],
  ])
})

test('the trail ignores case, and a detail page follows its list', () => {
  expect(breadcrumbsOf('/system/ROLEMANAGE', tree).map(({ code }) => code)).toEqual(['system', 'role'])
  expect(breadcrumbsOf('/system/roleManage/detail', tree).map(({ code }) => code)).toEqual(['system', 'role'])
  expect(breadcrumbsOf('/system/roleManager', tree)).toEqual([])
})

test('a link to another site is shown, and is never the home page', () => {
  const link = node('site', 'https://example.com/help')
  expect(sideMenuOf([link, ...tree]).map(({ code }) => code)).toEqual(['site', 'system'])
  expect(firstPageOf([link, ...tree])).toBe('/system/roleManage')
})

test('home leads to the first available page', () => {
  expect(firstPageOf(tree)).toBe('/system/roleManage')
  expect(firstPageOf([])).toBeUndefined()
})
