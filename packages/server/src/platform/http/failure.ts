import {
  clausesIn,
  DomainError,
  errorCatalogue,
  type Envelope,
  type ErrorName,
  type FailureData,
  type FieldProblem,
  type Language,
} from '@emberwatch/contract'
import type { FastifyError } from 'fastify'
import { databaseFailure } from '../database/database-failure.ts'
import { errorText, fieldName } from '../i18n.ts'
import { codeOf } from '../startup-error.ts'
import { problemsOf, type Refusal } from './validation.ts'

export interface Failure {
  readonly status: number
  readonly body: Envelope<FailureData | null>
  /** A defect of ours that is not in the catalogue. */
  readonly unexpected: boolean
  readonly retryAfterS?: number
}

const failure = (reason: ErrorName, msg: string, data: FailureData | null, unexpected = false): Failure => ({
  status: errorCatalogue[reason].status,
  body: { code: errorCatalogue[reason].code, success: false, msg, data },
  unexpected,
})

const invalid = (fields: FieldProblem[], locale: Language): Failure =>
  failure(
    'invalidInput',
    errorText(locale, 'invalidInput', {
      fields: clausesIn(
        locale,
        fields.map((each) => each.msg),
      ),
    }),
    { fields },
  )

/** A rejected input, with the problems for the caller to fix. */
export class InvalidInput extends Error {
  readonly validation: readonly Refusal[]

  constructor(validation: readonly Refusal[]) {
    super('invalid input')
    this.validation = validation
  }
}

const megabyte = 2 ** 20
const sizeText = (bytes: number): string =>
  bytes < megabyte ? `${Math.round(bytes / 1024)} KB` : `${Math.round(bytes / megabyte)} MB`

/** Errors of the web server itself, by error code: body too large, wrong type, truncated … */
const refusals: Readonly<Record<string, ErrorName>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'tooLarge',
  FST_REQ_FILE_TOO_LARGE: 'tooLarge',
  FST_PARTS_LIMIT: 'tooLarge',
  FST_FILES_LIMIT: 'tooLarge',
  FST_FIELDS_LIMIT: 'tooLarge',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'mediaType',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'mediaType',
  FST_ERR_BAD_URL: 'pathUnknown',
  HPE_HEADER_OVERFLOW: 'tooLarge',
  ERR_HTTP_REQUEST_TIMEOUT: 'tooSlow',
}

/** Seconds after which a caller may retry what is unavailable. */
const unavailableRetryS = 5

/**
 * The only mapping from failures to HTTP. What is not in the catalogue is answered with 500 and a trace id, revealing nothing.
 * @param limitBytes the largest body the call accepts, for the message
 */
export const failureOf = (
  error: unknown,
  locale: Language,
  traceId: string,
  timeZone?: string,
  limitBytes = megabyte,
): Failure => {
  if (error instanceof DomainError) {
    const msg = errorText(locale, error.reason, error.params, timeZone)
    const field = error.field
    // What `refuseField` says begins with the field's name already.
    const clause = error.reason === 'invalidInput' ? error.params['fields'] : undefined
    const answer = failure(
      error.reason,
      msg,
      field === undefined
        ? null
        : { fields: [{ field, rule: error.reason, msg: String(clause ?? `${fieldName(locale, field)}: ${msg}`) }] },
    )
    if (error.reason === 'tooManyRequests') return { ...answer, retryAfterS: Number(error.params['seconds'] ?? 1) }
    return error.reason === 'unavailable' ? { ...answer, retryAfterS: unavailableRetryS } : answer
  }
  const { validation, statusCode, code } = error as Partial<FastifyError>
  if (validation) return invalid(problemsOf(validation, locale), locale)
  const refusal = refusals[code ?? '']
  if (refusal) return failure(refusal, errorText(locale, refusal, { limit: sizeText(limitBytes) }), null)
  if (statusCode === 429) return failure('tooManyRequests', errorText(locale, 'tooManyRequests', { seconds: 60 }), null)
  if (statusCode === 503 || databaseFailure(error) === 'away')
    return {
      ...failure('unavailable', errorText(locale, 'unavailable'), { traceId }, statusCode !== 503),
      retryAfterS: unavailableRetryS,
    }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return failure('badRequest', errorText(locale, 'badRequest'), null)
  return failure('internal', errorText(locale, 'internal', { traceId }), { traceId }, true)
}

/** An error for the program's log, without `detail`: there the database quotes the offending row, which may contain what no log should. */
export const withoutRow = (error: unknown): unknown => {
  if (!(error instanceof Error) || !('detail' in error)) return error
  const { name, message, stack } = error
  return Object.assign(new Error(message), { name, stack, code: codeOf(error) })
}
