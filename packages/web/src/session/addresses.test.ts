import { expect, test } from 'vitest'
import { isPublic, safeTarget } from './addresses.ts'

test.each([
  ['/user/companyEdit', '/user/companyEdit'],
  ['/system/roleManage?pageNum=2', '/system/roleManage?pageNum=2'],
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
  expect(['/user/companyEdit', '/user/login?companyId=3', '/noAuth', '/dataCenter/home'].map(isPublic)).toEqual([
    false,
    true,
    true,
    false,
  ])
})
