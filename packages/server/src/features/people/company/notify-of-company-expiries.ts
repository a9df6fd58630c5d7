import { pages } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { auditRow } from '../../../platform/rows/rows.ts'
import { oneByOne } from '../../../platform/one-by-one.ts'
import { transactBriefly } from '../../../platform/transact.ts'
import { administratorsOf } from '../../base/tenant/tenant.reads.ts'
import { sendMessages } from '../../base/message/message.verbs.ts'
import { companyKindFacts } from './company.rules.ts'
import { claimNotice, companiesExpiring, type ExpiringCompany } from './notice.store.ts'

/** A company, and the one above it, are told this many days before its expiry (issue: 30, 7 and 1 days before). */
const stages = [30, 7, 1] as const
const dayMs = 86_400_000

/** The calendar day of an instant in the company's time zone. */
const dayIn = (timeZone: string, iso: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(new Date(iso))

/**
 * Tells the administrators of companies that expire soon, and of those above them. Each notice is sent once, whatever restarts happen and
 * however many processes run: its key is claimed in the write that sends it. A notice missed on its day is covered by the next one.
 */
export const notifyOfCompanyExpiries = async (ctx: Ctx): Promise<void> => {
  const now = ctx.clock.now()
  const { systemDb } = ctx // not scoped: the system's own job
  const companies = await companiesExpiring(systemDb, now, new Date(now.getTime() + stages[0] * dayMs))
  await oneByOne(companies, (company) => tell(ctx, company, now))
}

const tell = async (ctx: Ctx, company: ExpiringCompany, now: Date): Promise<void> => {
  const left = (Date.parse(company.expires_at) - now.getTime()) / dayMs
  const stage = stages.findLast((days) => left <= days)
  if (stage === undefined || company.told.includes(stage)) return
  await transactBriefly(ctx, async (write) => {
    const params = { company: company.name, days: Math.ceil(left), date: dayIn(company.time_zone, company.expires_at) }
    const claimed = await claimNotice(write.systemDb, {
      company_id: company.id,
      expires_at: company.expires_at,
      days: stage,
      sent_at: write.at,
    })
    if (claimed) {
      const people = await administratorsOf(write.systemDb, [company.id, company.parent_id ?? 0])
      const of = (id: number | null): number[] => people.filter((each) => each.company_id === id).map((each) => each.id)
      await sendMessages(write, of(company.id), 'companyExpiring', params, pages.companyEdit)
      await sendMessages(
        write,
        of(company.parent_id),
        'companyExpiring',
        params,
        company.type === 'siter' ? null : companyKindFacts[company.type].page,
      )
    }
    const result = claimed ? 'ok' : 'alreadyTold'
    auditRow(write, 'company', company, { action: 'company.expiryNotice', changes: { days: [null, stage] }, result })
  })
}
