import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { transact } from '../../platform/transact.ts'
import { orDuplicate } from '../../platform/versioned.ts'
import { checkCaptcha } from './captcha.ts'
import { companyByCode, insertRegistered } from './company.store.ts'
import { hashPassword } from './password.ts'

/** Registers an ordinary user of a company; the account starts disabled and the company's staff enable it (readings.md). */
export const register = async (ctx: Ctx, input: InputOf<typeof endpoints.session.register>): Promise<null> => {
  await checkCaptcha(ctx, input)
  const company = await companyByCode(ctx.systemDb, input.companyCode) // nobody is signed in yet
  if (!company) throw new DomainError('companyCodeUnknown', {}, 'companyCode')
  const password_hash = await hashPassword(input.password)
  const { account, name, phone } = input
  return transact(ctx, async (write) => {
    const row = { company_id: company.id, path: company.path, account, name, phone, email: input.email ?? null, password_hash }
    const id = await orDuplicate(insertRegistered(write.systemDb, row), 'account', account)
    write.audit({
      action: 'account.register',
      object: { kind: 'account', id, name },
      owner: { companyId: company.id, path: company.path },
      changes: { account: [null, account], name: [null, name], phone: [null, phone] },
    })
    return null
  })
}
