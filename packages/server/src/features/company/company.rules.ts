import { DomainError } from '@emberwatch/contract'
import type { Ctx } from '../../platform/context.ts'
import { isBelow } from '../../platform/database/scope.ts'
import { fieldName, translate } from '../../platform/i18n.ts'
import { isOwnUpload } from '../file/file.reads.ts'
import type { Purpose } from '../file/purposes.ts'

/** A company neither edits, disables nor deletes itself or one above it. @throws DomainError noAccess */
export const assertBelow = (ctx: Ctx, company: { readonly path: string }): void => {
  const { companyPath } = ctx.actor
  if (company.path === companyPath || !isBelow(company.path, companyPath)) throw new DomainError('noAccess')
}

/** @throws DomainError invalidInput for a time zone that nobody knows */
export const assertTimeZone = (ctx: Ctx, timeZone: string | undefined): void => {
  if (timeZone === undefined) return
  try {
    new Intl.DateTimeFormat('en', { timeZone }).format()
  } catch {
    throw new DomainError('invalidInput', { fields: fieldName(ctx.locale, 'timeZone') }, 'timeZone')
  }
}

/**
 * Nobody but the operating company's staff takes the host under which everybody reaches the console: its sign-in page would be theirs. The operating
 * company's own domain, like any other company's, is kept by its being unique.
 * @throws DomainError notHere
 */
export const assertDomain = (ctx: Ctx, domain: string | null, before: string | null = null): void => {
  if (domain === null || domain === before || ctx.actor.accountType === 'siter') return
  if (domain === ctx.origin.host?.toLowerCase())
    throw new DomainError('notHere', { reason: translate(ctx.locale, 'reasons.domainReserved') }, 'domain')
}

/** A picture or document that is put in must be one's own upload for that purpose; the one that is there already may stay. @throws DomainError noAccess */
export const assertOwnFile = async (
  ctx: Ctx,
  field: string,
  id: string | undefined,
  before: string | null,
  purposes: readonly Purpose[],
): Promise<void> => {
  if (id === undefined || id === before) return
  for (const purpose of purposes) if (await isOwnUpload(ctx, id, purpose)) return
  throw new DomainError('noAccess', {}, field)
}
