import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { refuseField } from '../../../platform/refuse-field.ts'
import type { Write } from '../../../platform/transact.ts'
import { attachFiles } from '../../base/file/attach-files.ts'
import { isOwnUpload } from '../../base/file/file.reads.ts'

type Input = InputOf<typeof endpoints.customerContract.create>

/** The columns that a form sets. @throws DomainError invalidInput if the last day is before the first */
export const contractColumns = (ctx: Ctx, input: Omit<Input, 'customerId'>) => {
  if (input.endsOn < input.startsOn) refuseField(ctx, 'endsOn', 'notBefore')
  return {
    contract_no: input.contractNo,
    kind: input.kind,
    starts_on: input.startsOn,
    ends_on: input.endsOn,
    amount: input.amount?.toFixed(2) ?? null,
    currency: input.currency,
    files: input.files ?? [],
    remark: input.remark ?? '',
  }
}

/** Attaches files to a contract, owned by its company: the caller's own uploads, or files that are already attached. @throws DomainError noAccess */
export const attachContractFiles = async (
  ctx: Ctx,
  write: Write,
  owner: { readonly companyId: number; readonly path: string },
  files: readonly string[],
  before: readonly string[] = [],
): Promise<void> => {
  const added = files.filter((id) => !before.includes(id))
  for (const id of added) if (!(await isOwnUpload(ctx, id, 'attachment'))) throw new DomainError('noAccess', {}, 'files')
  // Not owned by the customer, whose accounts do not see contracts.
  await attachFiles(ctx, write, added, { ...owner, customerId: null })
}
