import type { Caller } from './alarm-world.ts'
import type { SizeWorld } from './size-world.ts'

export type Input = Readonly<Record<string, string | number | boolean>>
export interface Question {
  readonly path: string
  readonly input: (world: SizeWorld) => Input
  /** Continues after the last page that has a page number. */
  readonly beyond?: boolean
  /** Only this caller may ask it. */
  readonly only?: Caller
}

const dayAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString()
const aDay = () => ({ startTime: dayAgo(101), endTime: dayAgo(100) })
const always = (input: Input) => () => input

const questionsOf = (
  prefix: string,
  path: string,
  inputs: Readonly<Record<string, Question['input']>>,
): Record<string, Question> =>
  Object.fromEntries(Object.entries(inputs).map(([name, input]) => [`${prefix}: ${name}`, { path, input }]))

const cursors = (prefix: string, path: string): Record<string, Question> => ({
  [`${prefix}: beyond the numbers`]: { path, input: always({}), beyond: true },
})

const alarmInputs: Record<string, Question['input']> = {
  all: always({}),
  'page 2': always({ pageNum: 2 }),
  'page 900': always({ pageNum: 900 }),
  'oldest first': always({ sort: 'firstAt', order: 'asc' }),
  'a year ago, by cursor': ({ middleAlarm }) => ({ cursor: middleAlarm }),
  'a year ago, oldest first': ({ middleAlarm }) => ({ cursor: middleAlarm, sort: 'firstAt', order: 'asc' }),
  open: always({ open: true }),
  closed: always({ open: false }),
  unconfirmed: always({ state: 'unconfirmed' }),
  confirmed: always({ state: 'confirmed' }),
  cleared: always({ state: 'cleared' }),
  false: always({ state: 'misreport' }),
  overdue: always({ breached: true }),
  'ever overdue': always({ everBreached: true }),
  'never overdue': always({ everBreached: false }),
  mine: always({ heldByMe: true }),
  'still active': always({ sourceActive: true }),
  fires: always({ level: 'fire' }),
  notices: always({ level: 'notice' }),
  'open notices': always({ level: 'notice', open: true }),
  type: always({ typeId: 2 }),
  tests: always({ test: true }),
  'no tests': always({ test: false }),
  'handled by phone': always({ handleWay: 'byPhone' }),
  drills: always({ handleWay: 'drill' }),
  steam: always({ cause: 'steam' }),
  'steam, notice': always({ cause: 'steam', level: 'notice' }),
  'false, notice, type': always({ state: 'misreport', level: 'notice', typeId: 2 }),
  'a day': aDay,
  'a day, false': () => ({ ...aDay(), state: 'misreport' }),
  project: ({ projectId }) => ({ projectId }),
  'project, page 2': ({ projectId }) => ({ projectId, pageNum: 2 }),
  'project, false': ({ projectId }) => ({ projectId, state: 'misreport' }),
  'project, open': ({ projectId }) => ({ projectId, open: true }),
  device: ({ deviceId }) => ({ deviceId }),
  'keyword: a code': ({ deviceCode }) => ({ keyword: deviceCode }),
  'keyword: a project': ({ projectName }) => ({ keyword: projectName }),
  'keyword: a room': always({ keyword: '1901' }),
  'keyword: two letters': always({ keyword: '王伟' }),
  'keyword: a common word': always({ keyword: '项目' }),
  'keyword: a word, false': always({ keyword: '项目', state: 'misreport' }),
  'keyword: absent': always({ keyword: '喷淋头' }),
}

const faultInputs: Record<string, Question['input']> = {
  all: always({}),
  'page 2': always({ pageNum: 2 }),
  'page 900': always({ pageNum: 900 }),
  'oldest first': always({ order: 'asc' }),
  'a year ago, by cursor': ({ middleFault }) => ({ cursor: middleFault }),
  'a year ago, oldest first': ({ middleFault }) => ({ cursor: middleFault, order: 'asc' }),
  pending: always({ state: 'pending' }),
  processing: always({ state: 'processing' }),
  solved: always({ state: 'solved' }),
  'solved, page 2': always({ state: 'solved', pageNum: 2 }),
  'pending, page 2': always({ state: 'pending', pageNum: 2 }),
  open: always({ open: true }),
  'put off': always({ snoozed: true }),
  'not put off': always({ snoozed: false }),
  'not put off, pending': always({ snoozed: false, state: 'pending' }),
  'came back': always({ returned: true }),
  'came back, pending': always({ returned: true, state: 'pending' }),
  'new, pending': always({ returned: false, state: 'pending' }),
  'level notice': always({ level: 'notice' }),
  'level warning': always({ level: 'warning' }),
  type: always({ typeId: 2 }),
  'type, pending': always({ typeId: 2, state: 'pending' }),
  project: ({ projectId }) => ({ projectId }),
  'project, solved': ({ projectId }) => ({ projectId, state: 'solved' }),
  device: ({ deviceId }) => ({ deviceId }),
  gateway: ({ gatewayId }) => ({ gatewayId }),
  'by order': always({ solvedWay: 'repairOrder' }),
  'by hand': always({ solvedWay: 'byHand' }),
  'a day': aDay,
  'a day, by hand': () => ({ ...aDay(), solvedWay: 'byHand' }),
  'keyword: a code': ({ deviceCode }) => ({ keyword: deviceCode }),
  'keyword: a gateway': ({ projectId }) => ({ keyword: `SG${projectId}` }),
  'keyword: a project': ({ projectName }) => ({ keyword: projectName }),
  'keyword: a room': always({ keyword: '1901' }),
  'keyword: two letters': always({ keyword: '王伟' }),
  'keyword: a common word': always({ keyword: '项目' }),
  'keyword: a word, pending': always({ keyword: '项目', state: 'pending' }),
  'keyword: absent': always({ keyword: '喷淋头' }),
}

const orderStates = [
  'pending_assign',
  'pending_receive',
  'pending_complete',
  'processing',
  'pending_verify',
  'pending_evaluation',
  'on_hold',
  'complete',
  'cancelled',
]
const orderInputs: Record<string, Question['input']> = {
  all: always({}),
  'page 2': always({ pageNum: 2 }),
  'page 200': always({ pageNum: 200 }),
  'oldest first': always({ order: 'asc' }),
  'by due time': always({ sort: 'dueAt', order: 'asc' }),
  'by due time, last first': always({ sort: 'dueAt', order: 'desc' }),
  'by change': always({ sort: 'updatedAt', order: 'desc' }),
  'by change, oldest first': always({ sort: 'updatedAt', order: 'asc' }),
  ...Object.fromEntries(orderStates.map((status) => [status, always({ status })])),
  'waiting, by due time': always({ status: 'pending_assign', sort: 'dueAt', order: 'asc' }),
  'complete, by due time': always({ status: 'complete', sort: 'dueAt', order: 'asc' }),
  overdue: always({ overdue: true }),
  'not overdue': always({ overdue: false }),
  mine: always({ mine: true }),
  urgent: always({ priority: 'urgent' }),
  'urgent, waiting': always({ priority: 'urgent', status: 'pending_assign' }),
  'normal, by due time': always({ priority: 'normal', sort: 'dueAt', order: 'asc' }),
  'of feedback': always({ origin: 'feedback' }),
  'of faults': always({ origin: 'fault' }),
  'rated 2 or less': always({ ratingMost: 2 }),
  'rated 5 or less': always({ ratingMost: 5 }),
  project: ({ projectId }) => ({ projectId }),
  'project, complete': ({ projectId }) => ({ projectId, status: 'complete' }),
  customer: ({ customerId }) => ({ customerId }),
  code: ({ orderCode }) => ({ code: orderCode }),
  'part of codes': always({ code: 'RB77' }),
  'keyword: a code': ({ orderCode }) => ({ keyword: orderCode }),
  'keyword: a project': ({ projectName }) => ({ keyword: projectName }),
  'keyword: a text': always({ keyword: '设备 77' }),
  'keyword: two letters': always({ keyword: '王伟' }),
  'keyword: a common word': always({ keyword: '项目' }),
  'keyword: absent': always({ keyword: '喷淋头' }),
  'a day': aDay,
}

const ofAlarm = ({ alarmId }: SizeWorld) => ({ id: alarmId })
const ofFault = ({ faultId }: SizeWorld) => ({ id: faultId })
const ofOrder = ({ orderId }: SizeWorld) => ({ id: orderId })
const one = (path: string, input: Question['input']): Question => ({ path, input })

/** Everything that people open about alarms, faults and orders. */
export const questions: Record<string, Question> = {
  ...questionsOf('alarms', 'web/alarmRecord/page', alarmInputs),
  ...cursors('alarms', 'web/alarmRecord/page'),
  'alarms of home': one('web/data/home/alarms', always({})),
  'figures of home': one('web/data/home/figures', always({})),
  notices: one('web/data/home/notices', always({})),
  'desk: counts': one('web/alarmDesk/counts', always({})),
  'desk: queue': one('web/alarmDesk/waiting', always({})),
  'alarm, closed': one('web/alarmRecord/detail', ofAlarm),
  'alarm, open': one('web/alarmRecord/detail', ({ openAlarmId }) => ({ id: openAlarmId })),
  'alarm, oldest': one('web/alarmRecord/detail', ({ oldAlarmId }) => ({ id: oldAlarmId })),
  'alarm: neighbours': one('web/alarmRecord/neighbours', ofAlarm),
  'alarm: beside': one('web/alarmRecord/beside', ofAlarm),
  'alarm: beside, open': one('web/alarmRecord/beside', ({ openAlarmId }) => ({ id: openAlarmId, open: true })),
  'alarm: calls': one('web/alarmRecord/calls', ofAlarm),
  'alarm: checks': one('web/alarmRecord/checks', ofAlarm),
  'alarm: notes': one('web/alarmRecord/notes', ofAlarm),
  'alarm: files': one('web/alarmRecord/files', ofAlarm),
  'alarm: repairs': one('web/alarmRecord/repairs', ofAlarm),
  'alarm: activity': one('web/alarmRecord/activity', ofAlarm),
  'alarm: escalation': one('web/message/escalation', ofAlarm),
  'alarm: texts': one('web/message/smsResult', ofAlarm),
  'alarm: voice': one('web/message/callResult', ofAlarm),
  ...questionsOf('breaches', 'web/alarmBreach/page', {
    all: always({}),
    project: ({ projectId }) => ({ projectId }),
    'by lateness': always({ sort: 'lateS', order: 'desc' }),
  }),
  'breaches by project': one('web/alarmBreach/summary', always({ by: 'project' })),
  ...questionsOf('nuisance', 'web/nuisance/page', {
    all: always({}),
    project: ({ projectId }) => ({ projectId }),
    cause: always({ cause: 'steam' }),
  }),
  ...questionsOf('faults', 'web/faultRecord/page', faultInputs),
  ...cursors('faults', 'web/faultRecord/page'),
  'fault, solved': one('web/faultRecord/detail', ofFault),
  'fault, open': one('web/faultRecord/detail', ({ openFaultId }) => ({ id: openFaultId })),
  'fault: escalation': one('web/message/faultEscalation', ofFault),
  'fault: activity': one('web/faultRecord/activity', ofFault),
  ...questionsOf('orders', 'web/order/repair/page', orderInputs),
  ...cursors('orders', 'web/order/repair/page'),
  // An account of the operating company, which the others do not see.
  'orders: engineer': { ...one('web/order/repair/page', ({ engineerId }) => ({ engineerId })), only: 'siter' },
  'installations: all': one('web/order/install/page', always({})),
  'inspections: all': one('web/order/inspect/page', always({})),
  'inspections: overdue': one('web/order/inspect/page', always({ overdue: true })),
  'maintenance: all': one('web/order/maintenance/page', always({})),
  'orders: board': one('web/order/repair/board', always({})),
  'orders: calendar': one('web/order/repair/calendar', () => ({ from: dayAgo(20).slice(0, 10), days: 42 })),
  'orders: map': one('web/order/repair/map', always({})),
  order: one('web/order/repair/detail', ofOrder),
  'order: dispatch': one('web/order/repair/assignList', ofOrder),
  'order: audit': one('web/order/repair/verifyList', ofOrder),
  'order: devices': one('web/order/repair/deviceList', ofOrder),
  'order: story': one('web/order/repair/story', ofOrder),
  'order: activity': one('web/order/repair/activity', ofOrder),
  'phone: open': one('app/order/list', always({ stage: 'open' })),
  'phone: done': one('app/order/list', always({ stage: 'done' })),
  ...questionsOf('feedback', 'web/order/user/feedback/page', {
    all: always({}),
    waiting: always({ state: 'pending_handle' }),
    handled: always({ state: 'handled' }),
    'by handling': always({ sort: 'handledAt', order: 'desc' }),
    project: ({ projectId }) => ({ projectId }),
    keyword: always({ keyword: '误报 77' }),
  }),
  'a feedback': one('web/order/user/feedback/feedbackInfo', ({ feedbackId }) => ({ id: feedbackId })),
}
