import { DomainError, limits, type endpoints, type InputOf, holderOnlyPreferences } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import { checkCaptcha } from '../../base/access/captcha.ts'
import {
  deleteOldestRegistrations,
  insertRegistration,
  accountById,
  replacePassword,
  assertNewPassword,
  updateOwnAccount,
  mergePreference,
} from '../account/own-account.ts'
import { companyByCode, endedCompanyOnPath, countPendingRegistrations } from './company.reads.ts'
import { assertStrongPassword, hashPassword, verifyPassword } from '../../base/access/password.ts'
import { lockOwner } from '../../base/tenant/tenant.rules.ts'
import { checkPassword } from '../../base/access/attempts.ts'
import { proveSession, isProvedSince } from '../../base/access/sessions.ts'
import { ownId, selfAudit } from '../../../platform/self-audit.ts'
import { endSessions } from '../../base/access/end-sessions.ts'
import { changesBetween } from '../../../platform/audit.ts'
import { isOwnUpload } from '../../base/file/file.reads.ts'

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

/**
 * The caller's own account, after entering its password again. Wrong ones count as at sign-in.
 * @throws DomainError accountLocked; `refusal` for a wrong or missing password
 */
export const reauthenticate = async (
  ctx: Ctx,
  password: string | undefined,
  refusal = new DomainError('wrongPassword', {}, 'password'),
) => {
  const own = await accountById(ctx.db, ownId(ctx.actor))
  if (password === undefined) throw refusal
  const attempt = { account: own.account, accountId: own.id, signedIn: true } as const
  if (!(await checkPassword(ctx, attempt, () => verifyPassword(password, own.password_hash)))) throw refusal
  if (ctx.actor.sessionHash) await proveSession(ctx.systemDb, ctx.actor.sessionHash, ctx.clock.now())
  return own
}

/** Changes the caller's password and ends the caller's other sessions. Wrong old passwords count as at sign-in. */
export const changePassword = async (ctx: Ctx, input: InputOf<typeof endpoints.session.changePassword>): Promise<null> => {
  const id = ownId(ctx.actor)
  const own = await reauthenticate(ctx, input.oldPwd, new DomainError('wrongOldPassword', {}, 'oldPwd'))
  if (input.newPwd === input.oldPwd) throw new DomainError('samePassword', {}, 'newPwd')
  assertStrongPassword(ctx, input.newPwd, 'newPwd')
  await assertNewPassword(ctx, id, input.newPwd, 'newPwd')
  const hash = await hashPassword(input.newPwd)
  return transact(ctx, async (write) => {
    if (!(await replacePassword(write.systemDb, id, own.password_hash, hash, write.at)))
      throw new DomainError('wrongOldPassword', {}, 'oldPwd')
    await endSessions(write, [id], ctx.actor.sessionHash)
    write.audit(selfAudit(ctx.actor, 'account.changePassword'))
    return null
  })
}

const assertProved = async (ctx: Ctx, password: string | undefined): Promise<void> => {
  if (password !== undefined) return void (await reauthenticate(ctx, password))
  const { sessionHash } = ctx.actor
  const since = new Date(ctx.clock.now().getTime() - limits.proofFresh)
  if (sessionHash === null || !(await isProvedSince(ctx.systemDb, sessionHash, since)))
    throw new DomainError('proofNeeded', {}, 'password')
}

/**
 * Changes the caller's name, phone, e-mail, avatar and language of messages. Leaving the e-mail out removes it; leaving the avatar or
 * the language out keeps it. A new
 * phone or e-mail requires the password, unless the session has just been proved: alarms and codes are sent there.
 */
export const updateInfo = async (ctx: Ctx, input: InputOf<typeof endpoints.session.updateInfo>): Promise<null> => {
  const id = ownId(ctx.actor)
  if (input.avatar !== undefined && !(await isOwnUpload(ctx, input.avatar, 'avatar')))
    throw new DomainError('noAccess', {}, 'avatar')
  const own = await accountById(ctx.db, id)
  if (input.phone !== own.phone || (input.email ?? null) !== own.email) await assertProved(ctx, input.password)
  return transact(ctx, async (write) => {
    const before = await accountById(write.db, id)
    const changes = {
      name: input.name,
      phone: input.phone,
      email: input.email ?? null,
      avatar: input.avatar ?? before.avatar,
      language: input.language ?? before.language,
    }
    await updateOwnAccount(write.db, id, changes, write.at)
    write.audit(selfAudit(ctx.actor, 'account.updateInfo', changesBetween(before, changes)))
    return null
  })
}

const valueBytes = 4_096
const maxKeys = 100

/**
 * Stores one of the caller's preferences.
 * @throws DomainError tooLarge for a value over 4 KB, tooMany for more than a hundred; notInPerson for somebody signed in as another user,
 * for preferences that only the holder may choose
 */
export const setPreference = async (ctx: Ctx, input: InputOf<typeof endpoints.session.setPreference>): Promise<null> => {
  if (ctx.actor.issuer !== null && holderOnlyPreferences.has(input.key)) throw new DomainError('notInPerson')
  const value = JSON.stringify(input.value)
  if (Buffer.byteLength(value) > valueBytes) throw new DomainError('tooLarge', { limit: '4 KB' }, 'value')
  return transact(ctx, async (write) => {
    if (!(await mergePreference(write.db, ownId(ctx.actor), input.key, value, maxKeys)))
      throw new DomainError('tooMany', { limit: maxKeys }, 'key')
    // Not under its own name, which is the caller's choice: the log says what an id in a field of a known name is called, whose ever it is.
    write.audit(selfAudit(ctx.actor, 'account.setPreference', { key: [null, input.key], value: [null, input.value] }))
    return null
  })
}
