import type { Position } from '@emberwatch/contract'
import type { FormRule } from 'antd'
import { fieldLabel, sharedTexts } from '../../i18n/i18n.ts'
import { problemOf } from '../form/rules.ts'

/** A position while it is being entered. */
export type PositionDraft = { [K in keyof Position]?: Position[K] | null }

const ranges = { latitude: 90, longitude: 180 } as const

/** The error of a position: half of it is missing, or it is out of range. */
export const positionProblem = (value: PositionDraft | null | undefined): string | undefined => {
  if (!value) return undefined
  for (const name of ['latitude', 'longitude'] as const) {
    const facts = { type: 'number', minimum: -ranges[name], maximum: ranges[name] }
    const problem = problemOf(value[name], facts, true)
    if (problem !== undefined) return `${fieldLabel(name)}: ${problem}`
  }
  return value.coordinateSystem ? undefined : `${fieldLabel('coordinateSystem')}: ${sharedTexts().rules.required}`
}

/** For a form field that holds a `MapPoint`. The server checks the same again. */
export const positionRule: FormRule = {
  validator: (_rule, value: PositionDraft | undefined) => {
    const problem = positionProblem(value)
    return problem === undefined ? Promise.resolve() : Promise.reject(new Error(problem))
  },
}
