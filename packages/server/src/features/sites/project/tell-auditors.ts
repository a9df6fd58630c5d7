import { pages } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import type { Write } from '../../../platform/transact.ts'
import { administratorsOf } from '../../base/tenant/administrators.ts'
import { sendMessages } from '../../base/message/send-messages.ts'
import { idsOf } from '../../base/tenant/branch.ts'

/**
 * Tells the people who decide about an application: administrators of the company above the applicant's or, within the operating company,
 * its other administrators.
 */
export const tellAuditors = async (
  ctx: Ctx,
  write: Write,
  { name, applicant_path }: { readonly id: number; readonly name: string; readonly applicant_path: string },
): Promise<void> => {
  const path = idsOf(applicant_path)
  const company = path.at(-2) ?? path.at(-1) ?? 0
  const people = await administratorsOf(write.systemDb, [company])
  const others = people.map(({ id }) => id).filter((id) => id !== ctx.actor.accountId)
  await sendMessages(write, others, 'projectApplied', { project: name, who: ctx.actor.name }, pages.projectAuditList)
}
