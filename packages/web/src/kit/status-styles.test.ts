import { expect, test } from 'vitest'
import { contrast } from '../theme/contrast.ts'
import { dark, light, type Palette } from '../theme/palette.ts'
import { alarmTone, statusStyles, type StatusStyle, type Tone } from './status-styles.ts'

test.each([
  ['unconfirmed', 'fire', false, 'fire'],
  ['confirmed', 'fire', false, 'fault'],
  ['cleared', 'fire', false, 'neutral'],
  ['misreport', 'fire', false, 'neutral'],
  ['unconfirmed', 'warning', false, 'fault'],
  ['unconfirmed', 'fire', true, 'fault'],
])('an alarm that is %s, of level %s, on test: %s, is %s', (state, level, onTest, tone) => {
  expect(alarmTone({ state, level, test: onTest })).toBe(tone)
})

test('red is for fire alone', () => {
  const red = Object.entries(statusStyles).flatMap(([name, values]) =>
    Object.entries(values).flatMap(([value, look]) => (look.tone === 'fire' ? [`${name}.${value}`] : [])),
  )
  expect(red).toEqual(['alarmLevel.fire', 'alarmState.unconfirmed', 'deviceStatus.alarm'])
})

test('priorities are outlined and states are not; finished states are unobtrusive', () => {
  const all = (name: keyof typeof statusStyles): StatusStyle[] => Object.values(statusStyles[name] ?? {})
  expect(all('orderPriority').every(({ outline }) => outline)).toBe(true)
  expect(all('orderStatus').some(({ outline }) => outline)).toBe(false)
  expect(
    [statusStyles.orderStatus?.['complete'], statusStyles.alarmState?.['cleared'], statusStyles.faultState?.['solved']].map(
      (look) => look?.tone,
    ),
  ).toEqual(['neutral', 'neutral', 'neutral'])
})

test('no two values of a state look the same except for their colour', () => {
  for (const name of ['alarmState', 'orderPriority', 'alarmLevel'] as const) {
    const shapes = Object.values(statusStyles[name] ?? {}).map(({ shape }) => shape)
    expect(new Set(shapes).size).toBe(shapes.length)
  }
})

const tones: readonly Tone[] = ['fire', 'fault', 'normal', 'info', 'neutral']
test.each([
  ['light', light],
  ['dark', dark],
] as const)('every tone is readable on its own background and on the page, %s', (_mode, palette: Palette) => {
  for (const tone of tones)
    for (const ground of [palette[`${tone}Soft`], palette.surface, palette.raised])
      expect(contrast(palette[tone], ground), `${tone} on ${ground}`).toBeGreaterThanOrEqual(4.5)
})
