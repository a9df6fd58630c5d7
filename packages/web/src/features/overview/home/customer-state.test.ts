import { expect, test } from 'vitest'
import { customerState, stateMs } from './customer-state.ts'

const devicesOf = { alarm: 0, fault: 0, lowPower: 0, offline: 0, online: 8, unsupervised: 0 }
const well = {
  openAlarms: 0,
  openFaults: 0,
  devicesOnline: 8,
  devicesOffline: 0,
  gatewaysOnline: 1,
  gatewaysOffline: 0,
  devicesOf,
}
const known = { isLive: true, problems: [], age: 20_000, alarms: { total: 0, failed: undefined } } as const

test.each([
  ['nothing is wrong', {}, {}, 'well'],
  ['a warning about the server leaves what is shown here right', {}, { problems: ['disk'] }, 'well'],
  ['who may not read alarms has their number all the same', {}, { alarms: undefined }, 'well'],
  ['the connection is lost', {}, { isLive: false }, 'unknown'],
  ['the server does not store', {}, { problems: ['disk', 'storing'] }, 'unknown'],
  ['the figures are old', {}, { age: stateMs + 1 }, 'unknown'],
  ['the alarms cannot be read', {}, { alarms: { total: 0, failed: 'no answer' } }, 'unknown'],
  ['an alarm is open', { openAlarms: 1 }, {}, 'alarm'],
  ['an alarm has come since the figures were counted', {}, { alarms: { total: 1, failed: undefined } }, 'alarm'],
  ['an alarm is open, and the connection is lost since', { openAlarms: 1 }, { isLive: false }, 'alarm'],
  ['a fault is open', { openFaults: 1 }, {}, 'trouble'],
  ['a device is silent', { devicesOffline: 1 }, {}, 'trouble'],
  ['a gateway is silent', { gatewaysOffline: 1 }, {}, 'trouble'],
  ['a battery is low', { devicesOf: { ...devicesOf, lowPower: 1 } }, {}, 'trouble'],
  ['nothing is supervised', { devicesOnline: 0, gatewaysOnline: 0 }, {}, 'none'],
] as const)('%s', (_, figures, more, state) => {
  expect(customerState({ ...well, ...figures }, { ...known, ...more })).toBe(state)
})

test('without figures nothing is known but an alarm', () => {
  expect(customerState(undefined, known)).toBe('unknown')
  expect(customerState(undefined, { ...known, alarms: { total: 1, failed: undefined } })).toBe('alarm')
})
