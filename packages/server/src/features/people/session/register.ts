import { DomainError, limits, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import { checkCaptcha } from '../../base/access/captcha.ts'
import { deleteOldestRegistrations, insertRegistration } from '../account/own-account.ts'
import { companyByCode, endedCompanyOnPath, countPendingRegistrations } from './company.reads.ts'
import { assertStrongPassword } from '../../base/access/password-policy.ts'
import { hashPassword } from '../../base/access/password.ts'
import { lockOwner } from '../../base/tenant/lock-owner.ts'

const makeRoom = async (write: Write, company: { readonly id: number; readonly path: string }, count: number): Promise<void> => {
  for (const { id, account, name } of await deleteOldestRegistrations(write.systemDb, company.id, count, write.at))
    write.audit({
      action: 'account.del',
      object: { kind: 'account', id, name },
      owner: { companyId: company.id, path: company.path },
      changes: { account: [account, null], name: [name, null] },
      result: 'registrationsFull',
    })
}

/**
 * Registers an ordinary user of a company. The account starts disabled, and the company's staff enable it (readings.md). Until
 * then it counts towards no quota, so the number of such accounts per company is limited: the oldest leave, because otherwise whoever
 * registers often enough would keep out everybody else. A name that is taken gets the same
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
    const waiting = await countPendingRegistrations(write.systemDb, company.id)
    if (waiting >= limit) await makeRoom(write, company, waiting - limit + 1)
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
