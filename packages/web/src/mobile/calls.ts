import type { Endpoint, endpoints, InputOf, OutputOf } from '@emberwatch/contract'

/**
 * The calls of the phone page: only method and path, because the contract's schemas are as large as the whole page. Their types
 * are the contract's; that method and path match it is tested (calls.test.ts).
 */
export interface PhoneCall<E extends Endpoint = Endpoint> {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** Exists only as a type. */
  readonly entry?: E
}

type Session = typeof endpoints.session
type App = typeof endpoints.orderApp
type Found = typeof endpoints.appDevice
type Alarms = typeof endpoints.alarm
type Desk = typeof endpoints.alarmDesk
type Calls = typeof endpoints.alarmCall
type Push = typeof endpoints.push

const get = <E extends Endpoint>(path: string): PhoneCall<E> => ({ method: 'GET', path })
const post = <E extends Endpoint>(path: string): PhoneCall<E> => ({ method: 'POST', path })

export const calls = {
  session: {
    captcha: get<Session['captcha']>('web/account/code/image'),
    login: post<Session['login']>('web/account/login'),
    loginCode: post<Session['loginCode']>('web/account/login/code'),
    logout: post<Session['logout']>('web/account/logout'),
    validate: get<Session['validate']>('web/validate/token'),
    info: get<Session['info']>('web/account/info'),
  },
  orderApp: {
    list: get<App['list']>('app/order/list'),
    detail: get<App['detail']>('app/order/detail'),
    receive: post<App['receive']>('app/order/receive'),
    refuse: post<App['refuse']>('app/order/refuse'),
    sign: post<App['sign']>('app/order/sign'),
    start: post<App['start']>('app/order/start'),
    record: post<App['record']>('app/order/record'),
    complete: post<App['complete']>('app/order/complete'),
    hold: post<App['hold']>('app/order/hold'),
    unhold: post<App['unhold']>('app/order/unhold'),
    contact: post<App['contact']>('app/order/contact'),
  },
  installOrder: {
    device: get<(typeof endpoints.installOrder)['device']>('web/order/install/device'),
  },
  appDevice: {
    find: get<Found['find']>('app/device/find'),
    heard: get<Found['heard']>('app/device/heard'),
  },
  alarm: {
    page: get<Alarms['page']>('web/alarmRecord/page'),
    detail: get<Alarms['detail']>('web/alarmRecord/detail'),
    confirm: post<Alarms['confirm']>('web/alarmRecord/confirm'),
  },
  live: {
    stream: get<(typeof endpoints.live)['stream']>('web/live/stream'),
  },
  alarmDesk: {
    take: post<Desk['take']>('web/alarmDesk/take'),
    release: post<Desk['release']>('web/alarmDesk/release'),
    confirm: post<Desk['confirm']>('web/alarmDesk/confirm'),
    present: post<Desk['present']>('web/alarmDesk/present'),
  },
  alarmCall: {
    list: get<Calls['list']>('web/alarmRecord/calls'),
    record: post<Calls['record']>('web/alarmRecord/call'),
  },
  projectNotifier: {
    unmask: post<(typeof endpoints.projectNotifier)['unmask']>('web/projectNotifier/unmask'),
    passwords: get<(typeof endpoints.projectNotifier)['passwords']>('web/projectNotifier/passwords'),
    showPasswords: post<(typeof endpoints.projectNotifier)['showPasswords']>('web/projectNotifier/showPasswords'),
  },
  appSeal: {
    key: get<(typeof endpoints.appSeal)['key']>('app/seal/key'),
  },
  push: {
    key: get<Push['key']>('app/push/key'),
    register: post<Push['register']>('app/push/register'),
    unregister: post<Push['unregister']>('app/push/unregister'),
  },
} as const

/** The steps of an engineer, which wait on the phone until they can be sent. */
export type StepName = 'receive' | 'refuse' | 'sign' | 'start' | 'record' | 'hold' | 'unhold' | 'complete'
export type StepInput<N extends StepName> = InputOf<App[N]>
export type CallInput<C> = C extends PhoneCall<infer E> ? InputOf<E> : never
export type CallOutput<C> = C extends PhoneCall<infer E> ? OutputOf<E> : never
