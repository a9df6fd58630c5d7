import { DomainError, limits, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { transact } from '../../platform/transact.ts'
import { checkCaptcha } from '../access/captcha.ts'
import { insertRegistration } from '../account/own-account.ts'
import { companyByCode, endedCompanyOnPath, countPendingRegistrations } from './company.reads.ts'
import { assertStrongPassword } from '../access/password-policy.ts'
import { hashPassword } from '../access/password.ts'
import { lockOwner } from '../tenant/lock-owner.ts'

/**
 * Registers an ordinary user of a company. The account starts disabled, and the company's staff enable it (readings.md). Until
 * then it counts towards no quota, so the number of such accounts per company is limited. A name that is taken gets the same
 * answer after the same work: who has an account is private, and the applicant learns from the company that it failed.
 */
export const register = async (ctx: Ctx, input: InputOf<typeof endpoints.session.register>): Promise<null> => {
  await checkCaptcha(ctx, input)
  const company = await companyByCode(ctx.systemDb, input.companyCode) // nobody is signed in yet
  if (!company) throw new DomainError('companyCodeUnknown', {}, 'companyCode')
  const ended = await endedCompanyOnPath(ctx.systemDb, company.path, ctx.clock.now())
  // Always the company's own name: its parents are not public.
  if (ended) throw new DomainError(ended.reason, { company: company.name }, 'companyCode')
  assertStrongPassword(ctx, input.password, 'password')
  const password_hash = await hashPassword(input.password)
  const { account, name, phone } = input
  return transact(ctx, async (write) => {
    await lockOwner(write.systemDb, company.id, 'companyCode')
    const row = { company_id: company.id, path: company.path, account, name, phone, email: input.email ?? null, password_hash }
    const limit = limits.pendingRegistrations
    if ((await countPendingRegistrations(write.systemDb, company.id)) >= limit)
      throw new DomainError('registrationsFull', { company: company.name, limit }, 'companyCode')
    // Nothing was registered: the same number of rows is written, about nobody.
    const id = (await insertRegistration(write.systemDb, row)) ?? null
    write.audit({
      action: 'account.register',
      object: { kind: 'account', id: id ?? 0, name: id === null ? '' : name },
      owner: { companyId: company.id, path: company.path },
      changes:
        id === null ? { account: [null, account] } : { account: [null, account], name: [null, name], phone: [null, phone] },
      result: id === null ? 'nameTaken' : 'ok',
    })
    return null
  })
}
