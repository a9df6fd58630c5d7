import { DomainError, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { refuseField } from '../../../platform/refuse-field.ts'
import { type Write, transact } from '../../../platform/transact.ts'
import { attachFiles } from '../../base/file/file.verbs.ts'
import { isOwnUpload } from '../../base/file/file.reads.ts'
import { insertRow, lockRow, updateRow, deleteRow } from '../../../platform/rows/rows.ts'
import { keepContractEnd } from '../customer/customer.verbs.ts'

type Input = InputOf<typeof endpoints.customerContract.create>

/** The columns that a form sets. @throws DomainError invalidInput if the last day is before the first */
const contractColumns = (ctx: Ctx, input: Omit<Input, 'customerId'>) => {
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
const attachContractFiles = async (
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

/** Adds a contract with a customer. It belongs to the customer's company, within which its number is unique. */
export const createCustomerContract = (
  ctx: Ctx,
  input: InputOf<typeof endpoints.customerContract.create>,
): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const columns = contractColumns(ctx, input)
    const customer = await write.db
      .selectFrom('customer')
      .select(['id', 'company_id', 'path'])
      .where('id', '=', input.customerId)
      .where('deleted_at', 'is', null)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!customer) throw new DomainError('notFound', {}, 'customerId')
    const { company_id, path } = customer
    await attachContractFiles(ctx, write, { companyId: company_id, path }, columns.files)
    const row = { company_id, path, customer_id: customer.id, ...columns }
    const id = await insertRow(write, 'customer_contract', row, {
      action: 'customerContract.create',
      name: columns.contract_no,
      unique: ['contractNo', columns.contract_no],
    })
    await keepContractEnd(write, customer.id)
    return { id }
  })

/** Edits a contract. Its customer cannot change. */
export const updateCustomerContract = (
  ctx: Ctx,
  input: InputOf<typeof endpoints.customerContract.update>,
): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const columns = contractColumns(ctx, input)
    const contract = await lockRow(write, 'customer_contract', input)
    const owner = { companyId: contract.company_id, path: contract.path }
    await attachContractFiles(ctx, write, owner, columns.files, contract.files)
    await updateRow(write, 'customer_contract', contract, columns, {
      action: 'customerContract.update',
      name: columns.contract_no,
      unique: ['contractNo', columns.contract_no],
    })
    await keepContractEnd(write, contract.customer_id)
    return { id: contract.id }
  })

/** Removes a contract that was added by mistake. The audit log keeps its number and days. */
export const removeCustomerContract = (ctx: Ctx, input: InputOf<typeof endpoints.customerContract.remove>): Promise<null> =>
  transact(ctx, async (write) => {
    const contract = await lockRow(write, 'customer_contract', input, 'delete')
    await deleteRow(write, 'customer_contract', contract, {
      action: 'customerContract.del',
      name: contract.contract_no,
      changes: {
        contractNo: [contract.contract_no, null],
        customerId: [contract.customer_id, null],
        startsOn: [contract.starts_on, null],
        endsOn: [contract.ends_on, null],
      },
    })
    await keepContractEnd(write, contract.customer_id)
    return null
  })
