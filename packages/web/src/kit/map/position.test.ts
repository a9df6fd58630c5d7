import { expect, test, vi } from 'vitest'
import type { PositionZone } from '@emberwatch/contract'
import type { FormInstance, FormRule } from 'antd'
import { degreesText, positionInZone, positionProblem, type PositionDraft } from './position.ts'

test('a position is shown to a tenth of a metre', () => {
  expect(degreesText({ latitude: 39.065000000000005, longitude: 117.2250000000001 })).toBe('39.065, 117.225')
  expect(degreesText({ latitude: -0.1234567, longitude: 180 })).toBe('-0.123457, 180')
})

// The texts themselves do not matter here: each rule returns its own name.
vi.mock('../../i18n/i18n.ts', () => ({
  fieldLabel: (name: string) => name,
  sharedTexts: () => ({ rules: new Proxy({}, { get: (_, name) => String(name) }) }),
}))

const at = (latitude: number | null, longitude: number | null): PositionDraft => ({
  latitude,
  longitude,
  coordinateSystem: 'WGS84',
})
const hangzhou: PositionZone = { country: 'CN', province: '330000', city: '330100' }
const chengdu: PositionZone = { country: 'CN', province: '510000', city: '510100' }

test.each([
  [at(30.25, 120.17), undefined],
  [at(120.17, 30.25), 'positionSwapped'],
  [at(30.66, 104.06), 'positionOutsideProvince'],
  // With the limit, if another file of this process has loaded the rules with its texts.
  [at(95, 30), expect.stringMatching(/^latitude: maximum/) as string],
  [at(0, 0), 'positionZero'],
  [at(30.25, null), 'longitude: required'],
] as const)('in Hangzhou, %j: %s', (position, problem) => {
  expect(positionProblem(position, hangzhou)).toEqual(problem)
})

test('the area that the form has now decides, and before it is changed the one that it opened with', async () => {
  const rule = positionInZone(chengdu)
  const check = async (zone: PositionZone | undefined): Promise<unknown> => {
    const form = { getFieldValue: (name: string) => (name === 'zone' ? zone : undefined) } as unknown as FormInstance
    const { validator } = (typeof rule === 'function' ? rule(form) : rule) as Exclude<FormRule, (form: never) => unknown>
    return validator?.({}, at(30.25, 120.17), () => undefined)
  }
  await expect(check(undefined)).rejects.toThrow('positionOutsideProvince')
  await expect(check(hangzhou)).resolves.toBeUndefined()
  await expect(check({})).resolves.toBeUndefined()
})

test('a position outside the area may stay as it was when the form opened, and is asked back about when it or the area changes', async () => {
  const old = { latitude: 30.25, longitude: 120.17, coordinateSystem: 'WGS84' } as const
  const rule = positionInZone(chengdu, old)
  const check = async (value: PositionDraft, zone?: PositionZone): Promise<unknown> => {
    const form = { getFieldValue: () => zone } as unknown as FormInstance
    const { validator } = (typeof rule === 'function' ? rule(form) : rule) as Exclude<FormRule, (form: never) => unknown>
    return validator?.({}, value, () => undefined)
  }
  await expect(check(old)).resolves.toBeUndefined()
  await expect(check({ ...old, latitude: 30.26 })).rejects.toThrow('positionOutsideProvince')
  await expect(check({ ...old, coordinateSystem: 'GCJ02' })).rejects.toThrow('positionOutsideProvince')
  await expect(check(old, { ...chengdu, city: '510300' })).rejects.toThrow('positionOutsideProvince')
})
