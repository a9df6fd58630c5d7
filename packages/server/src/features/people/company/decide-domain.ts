import { type CompanyKind, DomainError, type endpoints, type EnumValue, type InputOf, pages } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'
import { updateRow } from '../../../platform/rows/rows.ts'
import { transact, type Write } from '../../../platform/transact.ts'
import { administratorsOf } from '../../base/tenant/administrators.ts'
import { sendMessages } from '../../base/message/send-messages.ts'
import { companyKindFacts } from './company.kinds.ts'
import { lockBelow } from './company.rules.ts'
import { operatingCompanyId, orTaken } from './company.store.ts'

interface Request {
  readonly id: number
  readonly type: EnumValue<'companyType'>
  readonly name: string
  readonly domain_requested: string | null
}

/** Tells the operating company's administrators that a company requests a domain. */
export const tellRequest = async (write: Write, { type, name, domain_requested: domain }: Request): Promise<void> => {
  if (domain === null || type === 'siter') return
  const siter = await operatingCompanyId(write.systemDb)
  const people = (await administratorsOf(write.systemDb, [siter])).map((each) => each.id)
  await sendMessages(write, people, 'domainAsked', { company: name, domain }, companyKindFacts[type].page)
}

/**
 * Decides a company's request for a domain. Only for staff of the operating company, since the domain determines whose sign-in page people
 * see.
 * @throws DomainError noAccess, notHere if none is requested, duplicate
 */
export const decideDomain = (
  ctx: Ctx,
  kind: CompanyKind,
  input: InputOf<typeof endpoints.distributor.decideDomain>,
): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    if (ctx.actor.accountType !== 'siter') throw new DomainError('noAccess')
    const company = await lockBelow(ctx, write, kind, { id: input.id })
    const { domain_requested: asked } = company
    // The decision must be about the request that was shown.
    if (asked === null || asked !== input.domain.toLowerCase())
      throw new DomainError('notHere', { reason: translate(ctx.locale, 'reasons.domainNotAsked') }, 'domain')
    const domain = input.agree ? asked : company.domain
    const columns = { domain, domain_requested: null }
    const audit = {
      action: `${companyKindFacts[kind].name}.domain`,
      changes: { domain: [company.domain, domain] },
      result: input.agree ? 'agreed' : 'rejected',
    } as const
    await orTaken(updateRow(write, 'company', company, columns, audit), columns)
    const people = (await administratorsOf(write.systemDb, [company.id])).map((each) => each.id)
    await sendMessages(write, people, input.agree ? 'domainAgreed' : 'domainRejected', { domain: asked }, pages.companyEdit)
    return { id: company.id }
  })
