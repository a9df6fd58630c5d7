import { expect, test } from 'vitest'
import { selectTests } from './select-tests.ts'

const server = 'packages/server/src/features'
const web = 'packages/web/src/features'
const sources = new Map([
  [`${server}/people/role/create-role.ts`, ''],
  [`${server}/people/role/role.test.ts`, ''],
  [`${server}/people/account/account.test.ts`, `import { createRole } from '../role/create-role.ts'`],
  [`${server}/orders/order/order.test.ts`, ''],
  [`${web}/people/role/role-list.page.tsx`, ''],
  ['packages/contract/src/kernel/schema.test.ts', ''],
  [
    'packages/web/src/routes.ts',
    `export const pageRoutes = {
      roleList: () => import('./features/people/role/role-list.page.tsx'),
      repairOrderList: async () => ({
        default: (await import('./features/orders/order/order-list.page.tsx')).orderListPage('repair'),
      }),
    }`,
  ],
])

test('a change is tested by its feature, by what imports it, by the contract, and by its page', () => {
  expect(selectTests([`${server}/people/role/create-role.ts`], sources)).toEqual({
    files: [
      'packages/contract/src/kernel/schema.test.ts',
      `${server}/people/account/account.test.ts`,
      `${server}/people/role/role.test.ts`,
    ],
    pages: ['/system/roleManage'],
  })
})

test('a page that is made from another file is found as well', () => {
  const { files, pages } = selectTests([`${web}/orders/order/due.tsx`], sources)
  expect(files).toContain(`${server}/orders/order/order.test.ts`)
  expect(pages).toEqual(['/order/repairOrderList'])
})

test('a changed test runs itself', () => {
  expect(selectTests(['e2e/session.test.ts', 'docs/mqtt.md'], sources)).toEqual({
    files: ['e2e/session.test.ts', 'packages/contract/src/kernel/schema.test.ts'],
    pages: [],
  })
})
