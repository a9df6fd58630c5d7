import { expect, test } from 'vitest'
import { isPublic, safeTarget } from './addresses.ts'

test.each([
  ['/user/companyEdit', '/user/companyEdit'],
  ['/system/roleManage?pageNum=2', '/system/roleManage?pageNum=2'],
  ['/LargeScreenDashboard?rotate=province', '/LargeScreenDashboard?rotate=province'],
  ['/user/login', '/home'],
  ['/User/Login?to=/x', '/home'],
  ['/user/register', '/home'],
  ['/autoLogin?ticket=x', '/home'],
  ['/noAuth', '/home'],
  ['/', '/home'],
  ['//elsewhere.example', '/home'],
  ['https://elsewhere.example', '/home'],
  [undefined, '/home'],
])('signing in for %s leads to %s', (to, target) => {
  expect(safeTarget(to)).toBe(target)
})

test('a page that needs a session is left when it ends, apart from the public ones', () => {
  const addresses = ['/user/companyEdit', '/user/login?companyId=3', '/noAuth', '/LargeScreenDashboard', '/dataCenter/home']
  expect(addresses.map(isPublic)).toEqual([false, true, true, true, false])
})
