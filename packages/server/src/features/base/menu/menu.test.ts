import { allEndpoints, operationsIn, DomainError, menus, type MenuNode, type MenuTreeNode } from '@emberwatch/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedSystem } from '../../../../seed/system.ts'
import type { Ctx } from '../../../platform/context.ts'
import { testWorld, type TestWorld } from '../../../testing/context.ts'
import { grantableMenus } from '../../people/role/role.reads.ts'
import { menus as sessionMenus } from '../../people/session/session.reads.ts'
import { createMenu, removeMenu, setMenuEnabled, updateMenu } from './menu.verbs.ts'
import { menuTree } from './menu.reads.ts'

let world: TestWorld
let siter: Ctx

beforeAll(async () => {
  world = await testWorld()
  siter = await world.ctxOf(world.accounts.siterAdmin)
})
afterAll(() => world.stop())

type Node<T> = { code: string } & T
const find = <T extends { children: T[] } | { childList: T[] }>(nodes: readonly Node<T>[], code: string): Node<T> | undefined => {
  for (const node of nodes) {
    if (node.code === code) return node
    const inside = ('children' in node ? node.children : node.childList) as Node<T>[]
    const found = find(inside, code)
    if (found) return found
  }
  return undefined
}
const entry = async (code: string): Promise<MenuTreeNode> => {
  const found = find<MenuTreeNode>(await menuTree(siter), code)
  if (!found) throw new Error(`no entry ${code}`)
  return found
}
const shownTo = async (
  account: keyof TestWorld['accounts'],
  code: string,
  locale: 'zh' | 'en' = 'en',
): Promise<MenuNode | undefined> => find<MenuNode>(await sessionMenus(await world.ctxOf(world.accounts[account], locale)), code)

let count = 0
const draft = (more: object = {}) => ({
  code: `own.entry${++count}`,
  url: `https://example.com/${count}`,
  isMainMenu: true,
  accountTypes: ['siter' as const, 'distributor' as const],
  nameZh: `链接${count}`,
  nameEn: `Link ${count}`,
  sort: 50,
  ...more,
})
const group = (more: object = {}) => draft({ url: '#', nameEn: `Group ${count + 1}`, ...more })
const refusal = async (attempt: Promise<unknown>): Promise<[string, string | undefined]> => {
  try {
    await attempt
    return ['allowed', undefined]
  } catch (error) {
    if (error instanceof DomainError) return [error.reason, error.field]
    throw error
  }
}
const lastAudit = () => world.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()

describe('the tree', () => {
  test('contains every entry of the contract in its order, operations below their pages', async () => {
    const tree = await menuTree(siter)
    expect(tree.map((node) => node.code)).toEqual(menus.filter((each) => each.parent === null).map((each) => each.code))
    const roles = await entry('system.role')
    expect(roles).toMatchObject({ parentCode: 'system', level: 2, seeded: true, isOperation: false, apiPaths: [] })
    expect(roles.children.map((node) => node.code)).toEqual(menus.find((each) => each.code === 'system.role')?.operations)
  })
  test('lists the calls that each operation opens, as the contract declares', async () => {
    expect((await entry('menu:forbidden')).apiPaths).toEqual(['web/menu/forbidden'])
    expect((await entry('role:view')).apiPaths).toContain('web/role/page')
    const opened = new Set<string>()
    const collect = (nodes: readonly MenuTreeNode[]): void =>
      nodes.forEach((node) => (node.apiPaths.forEach((path) => opened.add(path)), collect(node.children)))
    collect(await menuTree(siter))
    const guarded = allEndpoints.filter(({ entry: { access } }) => operationsIn(access).length > 0)
    expect([...opened].sort()).toEqual(guarded.map((each) => each.entry.path).sort())
  })
})

describe('a custom entry', () => {
  test('is a group at the first level, or a link there or in a group', async () => {
    const { id } = await createMenu(siter, group({ code: 'own.tools' }))
    const link = await createMenu(siter, draft({ code: 'own.wiki', parentId: id, icon: 'book' }))
    expect(await entry('own.tools')).toMatchObject({ level: 1, parentCode: null, seeded: false, url: '#' })
    expect(await entry('own.wiki')).toMatchObject({
      id: link.id,
      level: 2,
      parentCode: 'own.tools',
      icon: 'book',
      createdBy: 'Siter Admin',
    })
    expect(await lastAudit()).toMatchObject({
      action: 'menu.create',
      object_kind: 'menu',
      object_name: 'own.wiki',
      company_id: world.companies.siter.id,
    })
    await createMenu(siter, draft({ parentId: (await entry('system')).id }))
  })
  test('is accepted nowhere else', async () => {
    const [page, operation, tools] = [await entry('alarm.log'), await entry('alarm:view'), await entry('own.tools')]
    for (const input of [draft({ parentId: page.id }), draft({ parentId: operation.id }), group({ parentId: tools.id })])
      expect(await refusal(createMenu(siter, input))).toEqual(['notHere', 'parentId'])
    const link = await entry('own.wiki')
    expect(await refusal(createMenu(siter, draft({ parentId: link.id })))).toEqual(['notHere', 'parentId'])
  })
  test('has a code of its own', async () => {
    expect(await refusal(createMenu(siter, draft({ code: 'own.wiki' })))).toEqual(['duplicate', 'code'])
    expect(await refusal(createMenu(siter, draft({ code: 'alarm.log' })))).toEqual(['duplicate', 'code'])
  })
  test.each(['/system/roleManage', '/SYSTEM/rolemanage', '/system', '/alarm/alarmLogList/detail'])(
    'does not take over the route %s',
    async (url) => {
      expect(await refusal(createMenu(siter, draft({ url })))).toEqual(['duplicate', 'url'])
    },
  )
  test('may link to a route without a page', async () => {
    expect(await refusal(createMenu(siter, draft({ url: '/user/profile' })))).toEqual(['allowed', undefined])
    expect(await refusal(createMenu(siter, draft({ url: '/systemic' })))).toEqual(['allowed', undefined])
  })
  test('is visible to all of its account types, needs no grant and gives none', async () => {
    await createMenu(
      siter,
      draft({ code: 'own.handbook', parentId: (await entry('own.tools')).id, accountTypes: ['distributor'] }),
    )
    expect(await shownTo('northBare', 'own.handbook')).toMatchObject({ isPermission: 'Y', state: 'Y' })
    expect(await shownTo('northBare', 'own.tools')).toMatchObject({ isPermission: 'Y' })
    expect(await shownTo('siterAdmin', 'own.handbook')).toMatchObject({ isPermission: 'N' })
    expect(await shownTo('northAgentAdmin', 'own.handbook')).toMatchObject({ isPermission: 'N' })
    expect(find(await grantableMenus(siter), 'own.handbook')).toBeUndefined()
    expect((await world.ctxOf(world.accounts.northBare)).actor.operations.size).toBe(0)
  })
  test('is edited, but keeps its kind; a stale version is refused with the other editor’s name', async () => {
    const { id } = await createMenu(siter, draft({ code: 'own.changing' }))
    const changes = { id, version: 1, nameZh: '新', nameEn: 'New', sort: 3, url: 'https://example.org/', isMainMenu: false }
    await updateMenu(siter, changes)
    expect(await entry('own.changing')).toMatchObject({
      nameEn: 'New',
      url: 'https://example.org/',
      isMainMenu: false,
      version: 2,
      sort: 3,
    })
    expect((await lastAudit()).changes).toMatchObject({ url: [expect.any(String), 'https://example.org/'], sort: [50, 3] })
    await expect(updateMenu(siter, changes)).rejects.toMatchObject({ reason: 'staleVersion', params: { who: 'Siter Admin' } })
    expect(await refusal(updateMenu(siter, { ...changes, version: 2, url: '#' }))).toEqual(['notHere', 'url'])
    expect(await refusal(updateMenu(siter, { ...changes, version: 2, url: '/system/roleManage' }))).toEqual(['duplicate', 'url'])
  })
  test('a link moves into a group, to another and back to the first level, and nowhere else', async () => {
    const { id } = await createMenu(siter, draft({ code: 'own.moving' }))
    const changes = { id, nameZh: '移', nameEn: 'Moving', sort: 1 }
    const tools = await entry('own.tools')
    await updateMenu(siter, { ...changes, version: 1, parentId: tools.id })
    expect(await entry('own.moving')).toMatchObject({ parentCode: 'own.tools', level: 2 })
    expect((await lastAudit()).changes).toMatchObject({ parent_code: [null, 'own.tools'], level: [1, 2] })
    await updateMenu(siter, { ...changes, version: 2, parentId: (await entry('system')).id })
    expect(await entry('own.moving')).toMatchObject({ parentCode: 'system' })
    for (const parentId of [id, (await entry('own.wiki')).id, (await entry('alarm.log')).id])
      expect(await refusal(updateMenu(siter, { ...changes, version: 3, parentId }))).toEqual(['notHere', 'parentId'])
    await updateMenu(siter, { ...changes, version: 3 })
    expect(await entry('own.moving')).toMatchObject({ parentCode: null, level: 1 })
    const group = { id: tools.id, version: tools.version, nameZh: '组', nameEn: 'Tools', sort: 1 }
    expect(await refusal(updateMenu(siter, { ...group, parentId: (await entry('system')).id }))).toEqual(['notHere', 'parentId'])
    expect(await refusal(updateMenu(siter, { ...group, parentId: tools.id }))).toEqual(['notHere', 'parentId'])
  })
  test('is deleted if it contains no other', async () => {
    const tools = await entry('own.tools')
    await expect(removeMenu(siter, { id: tools.id })).rejects.toMatchObject({
      reason: 'inUse',
      params: { dependants: expect.arrayContaining([expect.stringContaining('Link')]) },
    })
    const { id } = await createMenu(siter, draft({ code: 'own.passing' }))
    await removeMenu(siter, { id })
    expect(find(await menuTree(siter), 'own.passing')).toBeUndefined()
    expect(await lastAudit()).toMatchObject({ action: 'menu.del', object_name: 'own.passing' })
  })
})

describe('an entry of the product', () => {
  test('is renamed in both languages for everybody, including operations, and stays so after a restart', async () => {
    const [page, operation] = [await entry('alarm.log'), await entry('alarm:deal')]
    await updateMenu(siter, {
      id: page.id,
      version: page.version,
      nameZh: '火警台账',
      nameEn: 'Fire register',
      sort: 7,
      icon: 'flame',
      url: page.url,
    })
    await updateMenu(siter, { id: operation.id, version: operation.version, nameZh: '结案', nameEn: 'Close the case', sort: 2 })
    await seedSystem(world.db, undefined)
    expect(await shownTo('northAdmin', 'alarm.log', 'zh')).toMatchObject({ name: '火警台账', icon: 'flame' })
    expect(await shownTo('northAdmin', 'alarm.log', 'en')).toMatchObject({ name: 'Fire register' })
    expect(await shownTo('northAdmin', 'alarm:deal', 'zh')).toMatchObject({ name: '结案' })
    expect(find(await grantableMenus(siter), 'alarm:deal')).toMatchObject({ label: 'Close the case' })
    expect(await entry('alarm.log')).toMatchObject({ url: page.url, parentCode: 'alarm', updatedBy: 'Siter Admin' })
  })
  test.each([
    ['url', { url: '/elsewhere' }],
    ['isMainMenu', { isMainMenu: false }],
  ])('keeps its %s', async (field, change) => {
    const { id, version } = await entry('order.repair')
    const attempt = updateMenu(siter, { id, version, nameZh: '甲', nameEn: 'A', sort: 1, ...change })
    expect(await refusal(attempt)).toEqual(['notHere', field])
    expect((await entry('order.repair')).nameEn).not.toBe('A')
  })
  test('keeps its place', async () => {
    const { id, version } = await entry('order.repair')
    const attempt = (code: string) =>
      entry(code).then((parent) =>
        updateMenu(siter, { id, version, nameZh: '维修工单', nameEn: 'Repair orders', sort: 1, parentId: parent.id }),
      )
    expect(await refusal(attempt('alarm'))).toEqual(['notHere', 'parentId'])
    expect(await refusal(attempt('order'))).toEqual(['allowed', undefined])
    expect(await entry('order.repair')).toMatchObject({ parentCode: 'order', level: 2 })
  })
  test('cannot be deleted', async () => {
    expect(await refusal(removeMenu(siter, { id: (await entry('alarm:export')).id }))).toEqual(['notHere', 'id'])
  })
})

describe('disabling', () => {
  test('closes an entry and everything below for everybody from the next call on; enabling opens it again', async () => {
    const { id } = await entry('order')
    const holds = async () => (await world.ctxOf(world.accounts.northAdmin)).actor.operations.has('repairOrder:verify')
    expect(await holds()).toBe(true)
    await setMenuEnabled(siter, { id, enabled: false })
    expect(await holds()).toBe(false)
    expect(await shownTo('northAdmin', 'order.repair')).toMatchObject({ state: 'N' })
    expect(await lastAudit()).toMatchObject({ action: 'menu.forbidden', changes: { enabled: [true, false] } })
    await setMenuEnabled(siter, { id, enabled: true })
    expect(await holds()).toBe(true)
  })
  test('ends no session', async () => {
    const token = await world.tokenOf(world.accounts.northAdmin)
    const { id } = await entry('order.repair')
    const sessions = () => world.db.selectFrom('session').select('account_id').execute()
    const before = await sessions()
    await setMenuEnabled(siter, { id, enabled: false })
    expect(await sessions()).toEqual(before)
    await setMenuEnabled(siter, { id, enabled: true })
    expect(token).toBeTruthy()
  })
  test.each([
    'system',
    'system.menu',
    'system.role',
    'menu:view',
    'menu:forbidden',
    'alarm',
    'alarm.log',
    'alarm:view',
    'alarm:confirm',
  ])('is rejected for %s, without which nobody could undo it or learn of a fire', async (code) => {
    const { id } = await entry(code)
    expect(await refusal(setMenuEnabled(siter, { id, enabled: false }))).toEqual(['notHere', 'enabled'])
    expect(await refusal(setMenuEnabled(siter, { id, enabled: true }))).toEqual(['allowed', undefined])
  })
})

test('links in a group that the product no longer has move to the first level', async () => {
  const row = { name_zh: '旧', name_en: 'Old', level: 1, sort: 1, account_types: ['siter' as const], seeded: true }
  const { id } = await world.db
    .insertInto('menu')
    .values({ ...row, code: 'dropped' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await createMenu(siter, draft({ code: 'own.kept', parentId: id }))
  await seedSystem(world.db, undefined)
  expect(find(await menuTree(siter), 'dropped')).toBeUndefined()
  expect(await entry('own.kept')).toMatchObject({ level: 1, parentCode: null })
})
