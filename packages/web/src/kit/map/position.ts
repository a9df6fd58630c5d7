import { type Position, isSamePlace, positionDoubt, type PositionZone } from '@emberwatch/contract'
import type { FormRule } from 'antd'
import { fieldLabel, sharedTexts } from '../../i18n/i18n.ts'
import { problemOf } from '../form/rules.ts'

/** To a tenth of a metre. Computed positions have up to 17 digits. */
export const roundDegrees = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

export const degreesText = ({ latitude, longitude }: Pick<Position, 'latitude' | 'longitude'>): string =>
  `${roundDegrees(latitude)}, ${roundDegrees(longitude)}`

/** A position while it is being entered. */
export type PositionDraft = { [K in keyof Position]?: Position[K] | null }

const ranges = { latitude: 90, longitude: 180 } as const

/** The error of a position: half of it is missing, it is out of range, or nothing can be there. `zone`: the area that it should be in. */
export const positionProblem = (value: PositionDraft | null | undefined, zone?: PositionZone): string | undefined => {
  if (!value) return undefined
  const { latitude, longitude } = value
  const doubt = typeof latitude === 'number' && typeof longitude === 'number' && positionDoubt({ latitude, longitude }, zone)
  // Before the ranges, which refuse most of China's longitudes as latitudes without saying what happened.
  if (doubt === 'positionSwapped') return sharedTexts().rules[doubt]
  for (const name of ['latitude', 'longitude'] as const) {
    const facts = { type: 'number', minimum: -ranges[name], maximum: ranges[name] }
    const problem = problemOf(value[name], facts, true)
    if (problem !== undefined) return `${fieldLabel(name)}: ${problem}`
  }
  if (!value.coordinateSystem) return `${fieldLabel('coordinateSystem')}: ${sharedTexts().rules.required}`
  return doubt ? sharedTexts().rules[doubt] : undefined
}

const ruleFor = (zone: PositionZone = {}, opened: { zone?: PositionZone; position: Position | null } = { position: null }) => ({
  validator: (_rule: unknown, value: PositionDraft | undefined) => {
    // What is old and stays must not keep anybody from editing other fields.
    if (opened.position && isSamePlace({ position: value, zone }, { zone: {}, ...opened })) return Promise.resolve()
    const problem = positionProblem(value, zone)
    return problem === undefined ? Promise.resolve() : Promise.reject(new Error(problem))
  },
})

/** For a form field that holds a `MapPoint`; `opened` is the position before it is changed, which may stay. The server checks the same again. */
export const positionRule = (opened: Position | null = null): FormRule => ruleFor({}, { position: opened })

/** The same in a form with a zone field, whose area the position must be in; `opened` is the area before it is changed. */
export const positionInZone =
  (opened: PositionZone, position: Position | null = null): FormRule =>
  ({ getFieldValue }) =>
    ruleFor((getFieldValue('zone') as PositionZone | undefined) ?? opened, { zone: opened, position })
