import { usualTerms } from '@emberwatch/contract'
import { expect, test } from 'vitest'
import { termsOfType } from './terms-of-type.ts'

test('what a type does not say is usual again, and not what the type that was chosen before said', () => {
  const { notifyMethods: _methods, ...usual } = usualTerms
  const none = { maintenanceYears: null, inspectionCycleDays: null, maintenanceCycleDays: null }
  expect(termsOfType({ ...none, inspectionCycleDays: 180 })).toEqual({ ...usual, inspectionCycleDays: 180 })
  expect(termsOfType(none)).toEqual(usual)
})
