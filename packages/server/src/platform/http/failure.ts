import {
  DomainError,
  errorCatalogue,
  type Envelope,
  type ErrorName,
  type FailureData,
  type FieldProblem,
  type Language,
} from '@emberwatch/contract'
import type { FastifyError } from 'fastify'
import { errorText, fieldName } from '../i18n.ts'
import { problemsOf } from './validation.ts'

export interface Failure {
  readonly status: number
  readonly body: Envelope<FailureData | null>
  /** Ours to look at: not in the catalogue. */
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
    errorText(locale, 'invalidInput', { fields: fields.map((each) => each.msg).join(locale === 'zh' ? '；' : '; ') }),
    { fields },
  )

/** The one mapper from failures to HTTP: what is not in the catalogue answers 500 with a trace id and leaks nothing. */
export const failureOf = (error: unknown, locale: Language, traceId: string, timeZone?: string): Failure => {
  if (error instanceof DomainError) {
    const msg = errorText(locale, error.reason, error.params, timeZone)
    const field = error.field
    const answer = failure(
      error.reason,
      msg,
      field === undefined ? null : { fields: [{ field, rule: error.reason, msg: `${fieldName(locale, field)}: ${msg}` }] },
    )
    return error.reason === 'tooManyRequests' ? { ...answer, retryAfterS: Number(error.params['seconds'] ?? 1) } : answer
  }
  const { validation, statusCode, code } = error as FastifyError
  if (validation) return invalid(problemsOf(validation, locale), locale)
  if (statusCode === 413 || code === 'FST_REQ_FILE_TOO_LARGE')
    return failure('tooLarge', errorText(locale, 'tooLarge', { limit: '1 MB' }), null)
  if (statusCode === 429) return failure('tooManyRequests', errorText(locale, 'tooManyRequests', { seconds: 60 }), null)
  if (statusCode === 503 || isDatabaseAway(error))
    return failure('unavailable', errorText(locale, 'unavailable'), { traceId }, statusCode !== 503)
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return failure('badRequest', errorText(locale, 'badRequest'), null)
  return failure('internal', errorText(locale, 'internal', { traceId }), { traceId }, true)
}

/** Connection trouble and administrative shutdown, by SQLSTATE class 08 and 57P, or by the socket's error. */
const isDatabaseAway = (error: unknown): boolean => {
  const code = (error as { code?: unknown }).code
  return typeof code === 'string' && /^(08|57P|ECONNREFUSED|ECONNRESET|ENOENT$|EPIPE)/.test(code)
}
