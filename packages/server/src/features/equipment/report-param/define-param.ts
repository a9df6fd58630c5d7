import type { AuditAction } from '@emberwatch/contract'
import { changesBetween } from '../../../platform/audit.ts'
import type { Ctx } from '../../../platform/context.ts'
import { actorCompany, insertRow } from '../../../platform/rows/rows.ts'
import type { Write } from '../../../platform/transact.ts'
import { invalidateGatewayCache } from '../../base/gateway-cache/gateway-cache-invalidation.ts'
import { meaningOf, type Format, type Meaning } from './meaning.ts'
import { toldOf, type Told } from './told.ts'

interface Definition extends Meaning, Told {
  readonly format: Format
  readonly code: string
}

/**
 * Defines a code's meaning for every gateway of the platform, from the next report on, within a write. Returns the report parameter's id.
 * @throws DomainError duplicate if the code is defined, even if disabled; invalidInput; notHere
 */
export const defineParam = async (
  ctx: Ctx,
  write: Write,
  action: AuditAction & `reportParam.${string}`,
  { format, code, ...input }: Definition,
): Promise<number> => {
  const row = { format, code, ...toldOf(ctx, input), ...(await meaningOf(ctx, write, format, input)) }
  const name = `${format} ${code}`
  const audit = { action, name, owner: actorCompany(ctx), changes: changesBetween({}, row) } as const
  const id = await insertRow(write, 'report_param', row, { ...audit, unique: ['code', name] })
  await invalidateGatewayCache(write.systemDb)
  return id
}
