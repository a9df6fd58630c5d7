import { filterMenus, type MenuTreeNode } from '@emberwatch/contract'
import { expect, test } from 'vitest'
import { visibleLines, expandableCodes } from './menu-rows.ts'

const node = (code: string, children: MenuTreeNode[] = [], more: Partial<MenuTreeNode> = {}): MenuTreeNode => ({
  id: 1,
  code,
  parentCode: null,
  nameZh: code,
  nameEn: code,
  level: 1,
  sort: 0,
  url: '#',
  icon: '',
  isMainMenu: true,
  isOperation: false,
  operationCode: null,
  accountTypes: ['siter'],
  enabled: true,
  seeded: true,
  apiPaths: [],
  version: 1,
  createdAt: '',
  createdBy: null,
  updatedAt: '',
  updatedBy: null,
  children,
  ...more,
})
const tree = [
  node('system', [node('role', [node('role:view', [], { apiPaths: ['web/role/page'] })], { enabled: false })]),
  node('help', [], { accountTypes: ['customer'] }),
]
const codes = (nodes: readonly MenuTreeNode[]): string[] => nodes.flatMap(({ code, children }) => [code, ...codes(children)])

test('matches keep their ancestors', () => {
  expect(codes(filterMenus(tree, { keyword: 'ROLE/page' }))).toEqual(['system', 'role', 'role:view'])
  expect(codes(filterMenus(tree, { accountType: 'customer' }))).toEqual(['help'])
  expect(codes(filterMenus(tree, { enabled: false }))).toEqual(['system', 'role'])
  expect(codes(filterMenus(tree, { keyword: 'nothing' }))).toEqual([])
})

test('children are shown only if their node is open, and marked if an ancestor is disabled', () => {
  expect(visibleLines(tree, () => false).map(({ node: { code } }) => code)).toEqual(['system', 'help'])
  expect(visibleLines(tree, () => true).map(({ node: { code }, depth, closedAbove }) => [code, depth, closedAbove])).toEqual([
    ['system', 0, false],
    ['role', 1, false],
    ['role:view', 2, true],
    ['help', 0, false],
  ])
})

test('leaves cannot be expanded', () => {
  expect(expandableCodes(tree)).toEqual(['system', 'role'])
})
