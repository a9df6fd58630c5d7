import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedSystem } from '../../../../seed/system.ts'
import { unauthenticated, type Ctx } from '../../../platform/context.ts'
import { scoped } from '../../../platform/database/scope.ts'
import { testWorld, worldPassword, type TestWorld } from '../../../testing/context.ts'
import { isCommonPassword } from '../../base/access/password.ts'
import { resetPassword } from '../account/account-access.verbs.ts'
import { changePassword, register } from './own-account.verbs.ts'

let world: TestWorld
let visitor: Ctx

beforeAll(async () => {
  world = await testWorld()
  const scope = { kind: 'none' } as const
  visitor = { ...world.systemCtx, actor: unauthenticated, scope, db: scoped(world.db, scope) }
})
afterAll(() => world.stop())

test.each(['123456', 'Password', 'QWERTY123', '１２３４５６', 'woaini1314', 'admin888', 'p@ssw0rd'])(
  '%s is common, however it is written',
  (password) => expect(isCommonPassword(password)).toBe(true),
)
test.each(['', 'chosen-by-me', 'Long-enough-1', worldPassword])('%j is not common', (password) =>
  expect(isCommonPassword(password)).toBe(false),
)

const refused = { reason: 'commonPassword' }

test('a common password is refused at every door, even where six plain characters are enough', async () => {
  const person = { companyCode: 'south', account: 'commonone', name: 'Newcomer', phone: '13800000002', password: 'a123456' }
  await expect(register(visitor, person)).rejects.toMatchObject({ ...refused, field: 'password' })
  const own = await world.ctxOf(world.accounts.northEngineer)
  const change = changePassword(own, { oldPwd: worldPassword, newPwd: 'Dragon1' })
  await expect(change).rejects.toMatchObject({ ...refused, field: 'newPwd' })
  const north = await world.ctxOf(world.accounts.northAdmin)
  const reset = resetPassword(north, 'staff', { id: world.accounts.northEngineer.id, password: '111111' })
  await expect(reset).rejects.toMatchObject({ ...refused, field: 'password' })
})

test('the first account of an installation is not made with one either', async () => {
  await world.db.updateTable('account').set({ account: 'operator1' }).where('account', '=', 'operator').execute()
  await expect(seedSystem(world.db, 'Password1')).rejects.toThrow(/ADMIN_PASSWORD/)
  // An installation that has its account already starts with whatever the variable says.
  await world.db.updateTable('account').set({ account: 'operator' }).where('account', '=', 'operator1').execute()
  expect(await seedSystem(world.db, 'Password1')).toEqual({ account: 'operator', oneTimePassword: null })
})
