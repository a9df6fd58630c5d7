import { DomainError, type Endpoint } from '@emberwatch/contract'
import type { FastifyRequest } from 'fastify'
import { codeOf } from '../startup-error.ts'
import type { Upload } from './binding.ts'
import { InvalidInput } from './failure.ts'
import { normalizeInput } from './validation.ts'

/** The input and the file of a multipart call. @throws DomainError, InvalidInput */
export const readUpload = async (request: FastifyRequest, entry: Endpoint): Promise<{ input: unknown; upload: Upload }> => {
  if (!request.isMultipart()) throw new DomainError('mediaType')
  const part = await request.file().catch(unreadable)
  if (!part || part.fieldname !== 'file') throw new DomainError('badRequest', {}, 'file')
  const fields = Object.fromEntries(
    Object.entries(part.fields).flatMap(([name, field]) => (field && 'value' in field ? [[name, field.value]] : [])),
  )
  const { input, refused } = normalizeInput(fields, entry.input)
  const check = request.compileValidationSchema(entry.input, 'body')
  if (refused.length > 0 || !check(input)) {
    part.file.resume()
    throw new InvalidInput(refused.length > 0 ? refused : (check.errors ?? []))
  }
  return { input, upload: { name: part.filename, stream: part.file } }
}

/** A form that is truncated or has no boundary makes its parser fail without an error code. */
export const unreadable = (error: unknown, upload?: Upload): never => {
  const ofForm = upload === undefined || upload.stream.errored === error
  throw ofForm && error instanceof Error && codeOf(error) === undefined ? new DomainError('unreadable') : error
}
