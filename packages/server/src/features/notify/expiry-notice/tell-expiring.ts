import { pageAddress, pages } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { oneByOne } from '../../../platform/one-by-one.ts'
import { transactBriefly, type Write } from '../../../platform/transact.ts'
import { sendMessages, type MessageType } from '../../base/message/send-messages.ts'
import { administratorsOf } from '../../base/tenant/administrators.ts'
import { untold, type Expiring, type ExpiringKind } from './expiring.reads.ts'

const messageOf = {
  account: 'certificateExpiring',
  person: 'personCertificateExpiring',
  document: 'documentExpiring',
  contract: 'contractExpiring',
} as const satisfies Record<ExpiringKind, MessageType>

/**
 * Tells people of certificates, documents and contracts that expire: 30 and 7 days before and on the day, once each, whatever restarts
 * happen and however many processes run. The key of a notice is claimed in the write that sends it.
 */
export const tellExpiring = async (ctx: Ctx): Promise<void> => {
  const { systemDb } = ctx // not scoped: the system's own job
  await oneByOne(await untold(systemDb, ctx.clock.now()), (one) => tell(ctx, one))
}

const tell = (ctx: Ctx, one: Expiring): Promise<void> =>
  transactBriefly(ctx, async (write) => {
    const { kind, id, expires, stage } = one
    const claimed = await write.systemDb
      .insertInto('expiry_notice')
      .values({ kind, object_id: id, expires, days: stage, sent_at: write.at })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    const isMine = (claimed.numInsertedOrUpdatedRows ?? 0n) > 0n
    if (isMine) await send(write, one)
    write.audit({
      action: 'expiryNotice.told',
      object: { kind: 'expiry_notice', id, name: one.name },
      owner: { companyId: one.company_id, path: one.path },
      changes: { kind: [null, kind], date: [null, expires], days: [null, stage] },
      result: isMine ? 'ok' : 'alreadyTold',
    })
  })

/** First the person concerned, then those who can renew it: the company's administrators and, for a site, those who look after it. */
const send = async (write: Write, one: Expiring): Promise<void> => {
  const { kind, name, expires, days_left: days, project_id, project_name, customer_id, account_id } = one
  const params = { name, date: expires, days: Math.max(days, 0), ...(project_name === null ? {} : { project: project_name }) }
  const administrators = (await administratorsOf(write.systemDb, [one.company_id])).map((each) => each.id)
  const keepers =
    project_id === null
      ? []
      : await write.systemDb.selectFrom('project_admin').select('account_id').where('project_id', '=', project_id).execute()
  const people = [...administrators, ...keepers.map((each) => each.account_id)]
  if (kind === 'account' && account_id !== null) {
    await sendMessages(write, [account_id], 'ownCertificateExpiring', params)
    const others = people.filter((each) => each !== account_id)
    return sendMessages(write, others, messageOf[kind], params, pages.companyAccountList)
  }
  const link =
    project_id === null
      ? pageAddress('customerDetail', { id: customer_id ?? 0, tab: 'contracts' })
      : pageAddress('projectDetail', { id: project_id, tab: kind === 'person' ? 'people' : 'documents' })
  return sendMessages(write, people, messageOf[kind], params, link)
}
