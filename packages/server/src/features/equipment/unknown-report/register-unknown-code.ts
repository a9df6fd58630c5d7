import { bothNames, enums, type endpoints, type EnumValue, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { transact } from '../../../platform/transact.ts'
import { defineParam } from '../report-param/report-param.verbs.ts'
import { auditTarget, lockUnhandled, throwNotHere } from './unknown-report.rules.ts'
import { markHandled, sameCode } from './unknown-report.store.ts'

type Input = InputOf<typeof endpoints.unknownCode.register>
type Format = EnumValue<'reportCodeType'>

/** The format as the table spells it. Undefined if it is unknown. */
const formatOf = (sent: string | null): Format | undefined =>
  enums.reportCodeType.find((format) => format.toLowerCase() === sent?.trim().toLowerCase())

/**
 * Defines a code's meaning for every gateway of the platform, from the next report on. Without a reason, it is named by its format and
 * code. Returns the report parameter's id.
 * @throws DomainError notHere for an unknown format; duplicate if the code is defined, even if disabled; invalidInput if the definition is
 * incomplete
 */
export const registerUnknownCode = (
  ctx: Ctx,
  { id: reportId, ...input }: Omit<Input, 'reasonZh' | 'reasonEn'> & Partial<Input>,
): Promise<{ id: number }> =>
  transact(ctx, async (write) => {
    const found = await lockUnhandled(ctx, write, reportId, ['unknownCode'])
    const format = formatOf(found.format) ?? throwNotHere(ctx, 'formatUnknown', 'id')
    const code = found.code?.trim() || throwNotHere(ctx, 'formatUnknown', 'id')
    const name = `${format} ${code}`
    const { zh: reasonZh, en: reasonEn } = bothNames(input.reasonZh, input.reasonEn) ?? { zh: name, en: name }
    const id = await defineParam(ctx, write, 'reportParam.register', { ...input, format, code, reasonZh, reasonEn })
    await markHandled(write.db, await sameCode(write.db, found), 'registered', write.by, write.at)
    write.audit({ action: 'unknownCode.register', ...auditTarget(found), changes: { reportParamId: [null, id] } })
    return { id }
  })
