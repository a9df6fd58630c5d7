import { expect, test } from 'vitest'
import { menus, operationLabel, type GrantNode } from '@emberwatch/contract'
import { en } from '@emberwatch/contract/texts/en'
import { zh } from '@emberwatch/contract/texts/zh'
import { bySubject, canTick, countOperations, filterTree, pagesOf, subjectsOf, tickOf, toggle, toggleAll } from './grant-tree.ts'

const node = (code: string, children: GrantNode[] = [], grantable = true): GrantNode => ({
  code,
  label: code,
  operation: children.length === 0,
  grantable,
  children,
})
const page = node('page', [node('view'), node('edit'), node('del', [], false)])
const group = node('group', [page])
const tree = [group]

test('ticking a page includes what may be granted of it, and its group', () => {
  expect(toggle(tree, page, new Set())).toEqual(new Set(['group', 'page', 'view', 'edit']))
})

test('ticking an operation includes its page and group', () => {
  expect(toggle(tree, node('view'), new Set())).toEqual(new Set(['group', 'page', 'view']))
})

test('unticking the last operation drops page and group', () => {
  expect(toggle(tree, node('view'), new Set(['group', 'page', 'view']))).toEqual(new Set())
})

test('what the caller may not grant stays as it was', () => {
  expect(toggle(tree, page, new Set(['group', 'page', 'view', 'edit', 'del']))).toEqual(new Set(['group', 'page', 'del']))
  expect(toggle(tree, node('del', [], false), new Set(['group', 'page']))).toEqual(new Set(['group', 'page']))
})

test('half-ticked when only some of it is granted', () => {
  expect(tickOf(group, new Set())).toBe('off')
  expect(tickOf(group, new Set(['group', 'page', 'view']))).toBe('half')
  expect(tickOf(group, new Set(['group', 'page', 'view', 'edit', 'del']))).toBe('on')
})

test('a node is tickable if anything of it may be granted', () => {
  expect(canTick(node('x', [], false))).toBe(false)
  expect(canTick(node('x', [node('y')], false))).toBe(true)
})

test('“select all” ticks what may be granted, and a second time unticks it', () => {
  expect(toggleAll(tree, new Set(['del']))).toEqual(new Set(['group', 'page', 'view', 'edit', 'del']))
  expect(toggleAll(tree, new Set(['group', 'page', 'view', 'edit', 'del']))).toEqual(new Set(['del']))
})

test('a search keeps the ancestors and descendants of its matches', () => {
  const codes = (nodes: GrantNode[]): string[] => nodes.flatMap(({ code, children }) => [code, ...codes(children)])
  expect(codes(filterTree(tree, ' EDIT '))).toEqual(['group', 'page', 'edit'])
  expect(codes(filterTree(tree, 'page'))).toEqual(['group', 'page', 'view', 'edit', 'del'])
  expect(filterTree(tree, 'nothing')).toEqual([])
  expect(filterTree(tree, '')).toEqual(tree)
})

test('pages are named with their groups', () => {
  expect(pagesOf(tree).map(({ path, operations }) => [path, operations.length])).toEqual([['group › page', 3]])
})

test('menus do not count as permissions', () => {
  expect(countOperations(tree, new Set(['group', 'page', 'view', 'edit']))).toBe(2)
  expect(countOperations(tree, new Set(['group', 'page']))).toBe(0)
})

test('unticking the visible part of a page in a search keeps the page for the rest of it', () => {
  const [shown] = filterTree([page], 'edit')
  expect(shown && toggle([page], shown, new Set(['page', 'view', 'edit']))).toEqual(new Set(['page', 'view']))
})

test('operations that are done to something else than the page are named after it, and are found by that name', () => {
  const site = node('site', [node('site:view'), node('plan:view'), node('plan:edit'), node('other:call')])
  const subjects = subjectsOf(pagesOf([site]), (subject) => (subject === 'plan' ? 'Floor plan' : undefined))
  const grouped = bySubject(site.children, subjects).map(([name, operations]) => [name, ...operations.map(({ code }) => code)])
  expect(grouped).toEqual([
    ['', 'site:view', 'other:call'],
    ['Floor plan', 'plan:view', 'plan:edit'],
  ])
  const [found] = filterTree([site], 'floor', subjects)
  expect(found?.children.map(({ code }) => code)).toEqual(['plan:view', 'plan:edit'])
  // A search that hides the page's own operations does not rename the others.
  expect(bySubject(found?.children ?? [], subjects).map(([name]) => name)).toEqual(['Floor plan'])
})

test('no page has two operations that read the same', () => {
  for (const texts of [zh, en]) {
    const subjects = subjectsOf(
      menus.map(({ operations }) => ({ operations: operations.map((code) => ({ code })) })),
      (subject) => (texts.audit.subjects as Record<string, string>)[subject],
    )
    for (const { code, operations } of menus) {
      const names = operations.map((one) => `${subjects.get(one)} ${operationLabel(texts.operations, one)}`)
      expect([code, names.filter((name, index) => names.indexOf(name) !== index)]).toEqual([code, []])
    }
  }
})
