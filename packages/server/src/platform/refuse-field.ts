import { DomainError, isSamePlace, positionDoubt, type Position, type PositionZone } from '@emberwatch/contract'
import type { SharedTexts } from '@emberwatch/contract/texts/zh'
import type { Ctx } from './context.ts'
import { fieldName, texts } from './i18n.ts'

/**
 * Answers 422 with the field and the rule it breaks, for rules that only a verb can check. `label`: what the form calls the field, if it is
 * not its general name.
 * @throws DomainError invalidInput
 */
export const refuseField = (
  ctx: Pick<Ctx, 'locale'>,
  field: string,
  rule: keyof SharedTexts['rules'],
  label?: keyof SharedTexts['fields'],
): never => {
  const separator = ctx.locale === 'zh' ? '' : ': '
  throw new DomainError(
    'invalidInput',
    { fields: `${fieldName(ctx.locale, label ?? field)}${separator}${texts[ctx.locale].rules[rule]}` },
    field,
  )
}

/**
 * Checks that a time set in a form is in the future. The current value may stay, so that other fields can be edited.
 * @param value ISO 8601; no value is valid
 * @throws DomainError invalidInput naming the field
 */
export const assertFuture = (
  ctx: Pick<Ctx, 'locale'>,
  field: string,
  value: string | null | undefined,
  now: Date,
  before: string | null = null,
): void => {
  if (value === undefined || value === null) return
  const at = Date.parse(value)
  if (at > now.getTime() || (before !== null && at === Date.parse(before))) return
  refuseField(ctx, field, 'future')
}

/** The columns of a position. */
export interface StoredPosition {
  readonly latitude: number | null
  readonly longitude: number | null
  readonly coordinate_system: Position['coordinateSystem'] | null
}

/**
 * Asks back about a position that cannot be right. What an edit leaves as it was `before` is not asked about: it may be older than the
 * question, and must not keep people from editing other fields.
 * @throws DomainError invalidInput naming the field
 */
export const assertPosition = (
  ctx: Pick<Ctx, 'locale'>,
  position: Position | undefined,
  zone: PositionZone,
  before?: StoredPosition & PositionZone,
): void => {
  const doubt = position && positionDoubt(position, zone)
  if (!doubt) return
  const stood = before && { ...before, coordinateSystem: before.coordinate_system ?? 'WGS84' }
  if (stood && isSamePlace({ position, zone }, { position: stood, zone: stood })) return
  refuseField(ctx, 'position', doubt)
}

/** How far the sender's clock may run ahead. */
const aheadMs = 60_000

/** Checks that a time at which something happened is not in the future. @throws DomainError invalidInput naming the field */
export const assertPast = (ctx: Pick<Ctx, 'locale'>, field: string, value: string | undefined, now: Date): void => {
  if (value !== undefined && Date.parse(value) > now.getTime() + aheadMs) refuseField(ctx, field, 'past')
}

/**
 * Accepts only names that Temporal knows too. Intl accepts more, such as the ambiguous CST, and offsets, whose sign PostgreSQL reverses.
 * @throws DomainError invalidInput for an unknown time zone
 */
export const assertTimeZone = (ctx: Pick<Ctx, 'locale'>, timeZone: string | undefined): void => {
  if (timeZone === undefined) return
  try {
    if (!/^[+-]/.test(timeZone)) return void Temporal.Now.zonedDateTimeISO(timeZone)
  } catch {
    // Refused like an offset.
  }
  refuseField(ctx, 'timeZone', 'enum')
}
