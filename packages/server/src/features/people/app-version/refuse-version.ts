import { DomainError, type EnumValue } from '@emberwatch/contract'
import type { Ctx } from '../../../platform/context.ts'
import { translate } from '../../../platform/i18n.ts'

type Locale = Pick<Ctx, 'locale'>

/** Refuses at a field, with the reason in words. @throws DomainError precondition */
export const refuseBecause = (
  { locale }: Locale,
  field: string,
  key: string,
  params: Readonly<Record<string, string | number>> = {},
): never => {
  throw new DomainError('precondition', { reason: translate(locale, key, params) }, field)
}

/** A field that does not match, and what it does not match. */
export interface Mismatch {
  readonly mismatch: EnumValue<'apkMismatch'>
  readonly field: 'fileId' | 'versionNumber' | 'versionCode'
  readonly found: string | number
  readonly expected: string | number
}

export const mismatchText = ({ locale }: Locale, { mismatch, found, expected }: Mismatch): string =>
  translate(locale, `enums.apkMismatch.${mismatch}`, { found, expected })

/** @throws DomainError precondition for the first mismatch */
export const refuseMismatch = (ctx: Locale, [first]: readonly Mismatch[]): void => {
  if (first)
    refuseBecause(ctx, first.field, `enums.apkMismatch.${first.mismatch}`, { found: first.found, expected: first.expected })
}
