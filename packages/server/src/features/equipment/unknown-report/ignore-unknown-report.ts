import { enums, type EnumValue, type endpoints, type InputOf } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { transact } from '../../../platform/transact.ts'
import { auditTarget, lockUnhandled } from './unknown-report.rules.ts'
import { markHandled } from './unknown-report.store.ts'

type Input = InputOf<typeof endpoints.unknownDevice.ignore>

/** Hides an entry from the list. It keeps counting, and ingest lists it again the first time that it may be an alarm. */
const ignore = (
  ctx: Ctx,
  { id }: Input,
  subject: 'unknownDevice' | 'unknownCode',
  kinds: readonly EnumValue<'unknownReportKind'>[],
) =>
  transact(ctx, async (write) => {
    const found = await lockUnhandled(ctx, write, id, kinds)
    await markHandled(write.db, [found.id], 'ignored', ctx.actor.accountId, write.at)
    write.audit({ action: `${subject}.ignore`, ...auditTarget(found), changes: { handledWay: [null, 'ignored'] } })
    return null
  })

export const ignoreUnknownDevice = (ctx: Ctx, input: Input): Promise<null> =>
  ignore(
    ctx,
    input,
    'unknownDevice',
    enums.unknownReportKind.filter((kind) => kind !== 'unknownCode'),
  )

export const ignoreUnknownCode = (ctx: Ctx, input: Input): Promise<null> => ignore(ctx, input, 'unknownCode', ['unknownCode'])
