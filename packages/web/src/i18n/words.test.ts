import { en as sharedEn } from '@emberwatch/contract/texts/en'
import { zh as sharedZh } from '@emberwatch/contract/texts/zh'
import { expect, test } from 'vitest'
import { kit as kitEn } from './en/kit.ts'
import { shell as shellEn } from './en/shell.ts'
import { kit as kitZh } from './zh/kit.ts'
import { shell as shellZh } from './zh/shell.ts'

const features = import.meta.glob<object>('../features/*/*/*.{zh,en}.ts', { import: 'texts', eager: true })
const featuresOf = (language: 'zh' | 'en') =>
  Object.fromEntries(Object.entries(features).filter(([path]) => path.endsWith(`.${language}.ts`)))

const textsOf = (value: unknown, path: string): [path: string, text: string][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, each]) => textsOf(each, `${path}/${key}`))
    : [[path, String(value)]]
const english = textsOf({ shared: sharedEn, kit: kitEn, shell: shellEn, ...featuresOf('en') }, '')
const chinese = textsOf({ shared: sharedZh, kit: kitZh, shell: shellZh, ...featuresOf('zh') }, '')

/** Wordings that a native reader stumbles over, each with a replacement. */
const stilted: readonly (readonly [RegExp, string])[] = [
  [/\bin all\b/, 'Total: 6'],
  [/\bback to (the )?(standard|defaults?)\b/i, 'Reset'],
  [/\bkeep this\b/i, 'Save'],
  [/\basked for$/i, 'required, requested'],
  [/\bwaits to be\b/i, 'is waiting for'],
  [/\bleft empty it stays\b/i, 'leave empty to keep it'],
  [/\byou lack\b/i, 'you do not have'],
  [/\bthe present state\b/i, 'the current state'],
  [/\bnot the same$/i, 'do not match'],
  [/\b(names|named) no\b/i, 'has no'],
  [/\bnobody yet\b/i, 'Not assigned'],
  [/\bbegins with\b/i, 'starts with'],
  [/\b(is|are|was|were|be|been|nobody|not) told\b/i, 'notified'],
  [/\bput off\b/i, 'postpone'],
  [/\bgoes? on\b/i, 'continue, resume'],
]

test('English reads as a native would write it', () => {
  expect(english.length).toBeGreaterThan(1_000)
  const found = english.flatMap(([path, text]) =>
    stilted.filter(([pattern]) => pattern.test(text)).map(([, better]) => `${path}: “${text}”; rather: ${better}`),
  )
  expect(found).toEqual([])
})

/** Texts with a count that are the same for one. */
const sameForOne: ReadonlySet<string> = new Set([
  '/kit/list/fresh',
  '/kit/list/gone',
  '/kit/list/selected',
  '/kit/list/selectEvery',
  '/kit/list/selectFirst',
  '/kit/password/reuse',
  '/kit/saved/full',
  '/alarm-detail/calls/made',
  '/alarm-detail/device/all',
  '/alarm/confirmedMany',
  '/alarm/queue/more',
  '/alarm/journey/repeat',
  '/alarm/queue/others',
  '/api-config/form/perMinuteIs',
  '/upgrade/expectedUnknown',
  '/upgrade/expectedStuck',
  '/upgrade/expectedCount',
  '/upgrade/heldBy',
  '/upgrade/pasted',
  '/upgrade/hidden',
  '/app-version/withdrawHint',
  '/shared/reasons/joinTooOften',
  '/company/expiry/left',
  '/company/expiry/over',
  '/customer/contract/left',
  '/customer/contract/over',
  '/customer/live',
  '/home/unsupervised',
  '/home/online',
  '/home/overdue',
  '/home/unconfirmed',
  '/device/days',
  '/device/values/table',
  '/fault/repeats',
  '/floor-plan/list',
  '/gateway/abnormal',
  '/gateway/disable/hint',
  '/hand-over/counts/accounts',
  '/hand-over/counts/alarms',
  '/hand-over/counts/companies',
  '/hand-over/counts/customers',
  '/hand-over/counts/devices',
  '/hand-over/counts/faults',
  '/hand-over/counts/gateways',
  '/hand-over/counts/openAlarms',
  '/hand-over/counts/orders',
  '/hand-over/counts/projects',
  '/map/list',
  '/map/several',
  '/order-checklist/more',
  '/order/calendar/ofDay',
  '/order/metres',
  '/order/views/more',
  '/order/work/minutes',
  '/project/abnormal',
  '/project/banner/more',
  '/project/live',
  '/recall/stillInUse',
  '/role/ticked',
  '/shared/errors/usedPassword',
  '/shared/messages/upgradeAsked/content',
  '/shared/messages/ordersPlanned/content',
  '/shared/messages/signInAttempts/content',
  '/shared/messages/testStillActive/title',
  '/shared/pdf/alarmFile/missingPhotos',
  '/shared/pdf/dossier/moreDevices',
  '/shared/pdf/dossier/planOf',
  '/shared/reasons/callListFull',
  '/shared/reasons/contactsFull',
  '/shared/reasons/handOverAssigned',
  '/shared/reasons/handOverEngineers',
  '/shared/reasons/handOverRoles',
  '/shared/reasons/handOverUsers',
  '/system-log/audit/changed',
  '/shared/notices/alarm/mailMany',
  '/shared/notices/alarm/smsMany',
  '/shared/notices/alarm/titleMany',
  '/shared/notices/alarm/voiceMany',
  '/shared/notices/breach/mailMany',
  '/shared/notices/breach/smsMany',
  '/shared/notices/breach/titleMany',
  '/shared/notices/breach/voiceMany',
  '/shared/notices/fault/mailMany',
  '/shared/notices/fault/smsMany',
  '/shared/notices/fault/titleMany',
  '/shared/notices/fault/voiceMany',
  '/shared/said/folded',
  '/shared/said/held',
  '/data-project/silent',
  '/data-project/empty',
  '/data-project/unheard',
  '/data-project/false',
  '/data-project/confirmed',
  '/data-project/unconfirmed',
  '/data-project/cleared',
  '/data-user/disabled',
  '/data-user/active7',
  '/data-user/withoutPhone',
  '/data-user/kinds/staff',
  '/data-user/inactive',
  '/duty/gaps/more',
  '/notify-provider/order',
  '/unknown-report/code/titleMany',
  '/unknown-report/ignore/codeConfirmMany',
  '/unknown-report/ignore/confirmMany',
  '/unknown-report/move/confirmMany',
  '/unknown-report/register/titleMany',
  '/unknown-report/times',
  '/role/of',
])
/** Numbers that i18next does not treat as a count, so the words around them must not depend on them. */
const otherNumber =
  /\{\{(days|hours|minutes|seconds|rows|companies|left|total|done|succeeded|failed)\}\} (?:[a-z]+s|are|have|were)\b/

test('English has a form for one wherever it counts', () => {
  const pathOf = (path: string) => path.replace(/^\/\.\.\/features\/[^/]+\/[^/]+\/([^/]+)\.en\.ts/, '/$1')
  const byPath = new Map(english.map(([path, text]) => [pathOf(path), text]))
  const counting = [...byPath]
    .filter(([path, text]) => text.includes('{{count}}') && !path.endsWith('_one'))
    .map(([path]) => path)
  expect(counting.filter((path) => !byPath.has(`${path}_one`) && !sameForOne.has(path))).toEqual([])
  expect([...sameForOne].filter((path) => !counting.includes(path))).toEqual([])
  expect([...byPath].filter(([, text]) => otherNumber.test(text))).toEqual([])
})

test('Chinese reads as a native would write it', () => {
  // Names of people, who may be acting for somebody else; they can be in any script.
  expect(chinese.filter(([, text]) => /正代|代 \{\{\w+\}\} 登录/.test(text))).toEqual([])
  // Chinese punctuation between Chinese words, and no space next to it.
  expect(chinese.filter(([, text]) => /[\u4e00-\u9fff][,;:?!]|[\u4e00-\u9fff]\.(?![\w ])|[，。；：？！] /.test(text))).toEqual([])
})
