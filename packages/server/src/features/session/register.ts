import { DomainError, limits, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { transact } from '../../platform/transact.ts'
import { checkCaptcha } from './captcha.ts'
import { companyByCode, endedOnPath, insertRegistered, lockPending } from './company.store.ts'
import { hashPassword } from './password.ts'

/**
 * Registers an ordinary user of a company; the account starts disabled and the company's staff enable it (readings.md). Until then no quota counts it,
 * so a company has only so many of them. A name that is taken gets the same answer, with the same work done for it: who has an account is nobody's
 * business, and whoever registered under it learns from the company that nothing came of it.
 */
export const register = async (ctx: Ctx, input: InputOf<typeof endpoints.session.register>): Promise<null> => {
  await checkCaptcha(ctx, input)
  const company = await companyByCode(ctx.systemDb, input.companyCode) // nobody is signed in yet
  if (!company) throw new DomainError('companyCodeUnknown', {}, 'companyCode')
  const ended = await endedOnPath(ctx.systemDb, company.path, ctx.clock.now())
  // Its own name in any case: who stands above it is not for everybody to know.
  if (ended) throw new DomainError(ended.reason, { company: company.name }, 'companyCode')
  const password_hash = await hashPassword(input.password)
  const { account, name, phone } = input
  return transact(ctx, async (write) => {
    const row = { company_id: company.id, path: company.path, account, name, phone, email: input.email ?? null, password_hash }
    const limit = limits.pendingRegistrations
    if ((await lockPending(write.systemDb, company.id)) >= limit)
      throw new DomainError('registrationsFull', { company: company.name, limit }, 'companyCode')
    // Nothing registered: as many rows are written, about nobody.
    const id = (await insertRegistered(write.systemDb, row)) ?? null
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
