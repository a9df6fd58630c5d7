import type { AlarmFileVerdict } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { tooLarge } from '../../../platform/files.ts'
import type { Upload } from '../../../platform/http/binding.ts'
import { hashFile } from './hash-file.ts'
import { fileVerdict } from './file-verdict.ts'

/** Verifies an uploaded file without keeping it. @throws fileTooLarge */
export const verifyFile = async (ctx: Ctx, _input: object, upload: Upload): Promise<AlarmFileVerdict> => {
  const file = await hashFile(upload.stream as AsyncIterable<Uint8Array>)
  // The HTTP server truncates what exceeds the largest upload limit, and marks the stream.
  if ('truncated' in upload.stream && upload.stream.truncated === true) throw tooLarge(file.size)
  return fileVerdict(ctx.db, file)
}
