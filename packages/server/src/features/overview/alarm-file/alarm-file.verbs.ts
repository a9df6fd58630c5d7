import type { AlarmFileRow, endpoints, InputOf, AlarmFileVerdict } from '@emberwatch/contract'
import { Readable } from 'node:stream'
import type { Ctx } from '../../../platform/context.ts'
import { transact } from '../../../platform/transact.ts'
import { alarmDetail } from '../../alarms/alarm/alarm-detail.reads.ts'
import { ofAlarm, alarmToWorkOn, recordStep } from '../../alarms/alarm/lifecycle/record-step.ts'
import { keepFile } from '../../base/file/file.verbs.ts'
import { fileById, insertFile } from './alarm-file.store.ts'
import { newCheckCode, trailerOf, hashFile, fileVerdict } from './alarm-file.rules.ts'
import { writeAlarmFile } from './write-alarm-file.ts'
import { tooLarge } from '../../../platform/files.ts'
import type { Upload } from '../../../platform/http/binding.ts'

const maxBytes = 268_435_456

/** The document, followed by the check code after its end. */
const withTrailer = async function* (pdf: Readable, checkCode: string): AsyncGenerator<Buffer> {
  for await (const chunk of pdf as AsyncIterable<Buffer>) yield chunk
  yield Buffer.from(trailerOf(checkCode), 'latin1')
}

/**
 * Makes a PDF of everything about an alarm that the caller may see, in the caller's language, and registers the hash of the whole file with
 * the alarm. Neither a used-up storage quota nor a nearly full disk prevents it: evidence comes first.
 */
export const makeFile = async (ctx: Ctx, { id }: InputOf<typeof endpoints.alarmFile.make>): Promise<AlarmFileRow> => {
  const detail = await alarmDetail(ctx, { id })
  const checkCode = newCheckCode()
  const pdf = await writeAlarmFile(ctx, detail, checkCode)
  const stored = await ctx.files.save(Readable.from(withTrailer(pdf, checkCode)), maxBytes, true)
  try {
    return await transact(ctx, async (write) => {
      const alarm = await alarmToWorkOn(write, id)
      const owner = { companyId: alarm.company_id, path: alarm.path, customerId: alarm.customer_id }
      await keepFile(write, { ...stored, name: `${detail.code}.pdf`, content: 'pdf', purpose: 'alarmFile', owner })
      const made = await insertFile(write.systemDb, {
        ...ofAlarm(alarm),
        at: write.at,
        account_id: write.by,
        language: ctx.locale,
        check_code: checkCode,
        sha256: stored.sha256,
        size: stored.size,
        file_id: stored.id,
      })
      await recordStep(write, alarm, 'fileMade', { checkCode }, { sha256: [null, stored.sha256], checkCode: [null, checkCode] })
      return fileById(write.systemDb, made)
    })
  } catch (error) {
    await ctx.files.remove(stored.id)
    throw error
  }
}

/** Verifies an uploaded file without keeping it. @throws fileTooLarge */
export const verifyFile = async (ctx: Ctx, _input: object, upload: Upload): Promise<AlarmFileVerdict> => {
  const file = await hashFile(upload.stream as AsyncIterable<Uint8Array>)
  // The HTTP server truncates what exceeds the largest upload limit, and marks the stream.
  if ('truncated' in upload.stream && upload.stream.truncated === true) throw tooLarge(file.size)
  return fileVerdict(ctx.db, file)
}
