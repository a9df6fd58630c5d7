import { positionDoubt, type Position } from '@emberwatch/contract'
import type { FormRule } from 'antd'
import { fieldLabel, sharedTexts } from '../../i18n/i18n.ts'
import { problemOf } from '../form/rules.ts'

/** A position while it is being entered. */
export type PositionDraft = { [K in keyof Position]?: Position[K] | null }

const ranges = { latitude: 90, longitude: 180 } as const

/** The error of a position: half of it is missing, it is out of range, or nothing can be there. */
export const positionProblem = (value: PositionDraft | null | undefined, country?: string): string | undefined => {
  if (!value) return undefined
  for (const name of ['latitude', 'longitude'] as const) {
    const facts = { type: 'number', minimum: -ranges[name], maximum: ranges[name] }
    const problem = problemOf(value[name], facts, true)
    if (problem !== undefined) return `${fieldLabel(name)}: ${problem}`
  }
  if (!value.coordinateSystem) return `${fieldLabel('coordinateSystem')}: ${sharedTexts().rules.required}`
  const doubt = positionDoubt({ latitude: value.latitude ?? 0, longitude: value.longitude ?? 0 }, country)
  return doubt && sharedTexts().rules[doubt]
}

/** For a form field that holds a `MapPoint`. The server checks the same again. */
export const positionRule: FormRule = {
  validator: (_rule, value: PositionDraft | undefined) => {
    const problem = positionProblem(value)
    return problem === undefined ? Promise.resolve() : Promise.reject(new Error(problem))
  },
}
