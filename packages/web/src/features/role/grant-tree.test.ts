import { expect, test } from 'vitest'
import type { GrantNode } from '@emberwatch/contract'
import { canTick, countOperations, filterTree, pagesOf, tickOf, toggle, toggleAll } from './grant-tree.ts'

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
