import { endpoint } from '../../kernel/endpoint.ts'
import { alarmRow } from '../alarm/alarm.schema.ts'
import { id, input, noInput, optional, pageOf, Type } from '../../kernel/schema.ts'

/** Exact counts within the caller's scope. */
export const homeFigures = Type.Object({
  projects: Type.Integer(),
  devices: Type.Integer(),
  devicesOnline: Type.Integer(),
  gateways: Type.Integer(),
  openAlarms: Type.Integer(),
  unconfirmedAlarms: Type.Integer(),
  openFaults: Type.Integer(),
  openOrders: Type.Integer(),
  overdueOrders: Type.Integer(),
})

/** The open alarms up to the limit. The counts are over all of them. */
export const liveAlarms = Type.Object({
  ...pageOf(alarmRow).properties,
  unconfirmed: Type.Integer(),
  /** Unconfirmed fires that the caller has not muted, oldest first, at most 1,000. A console sounds while there is one. */
  sounding: Type.Array(id()),
})

export const dataCentreEndpoints = {
  figures: endpoint({
    method: 'GET',
    path: 'web/data/home/figures',
    access: 'dataHome:view',
    input: noInput,
    output: homeFigures,
    summary: 'Counts of the home page',
  }),
  /** Also feeds the header’s badge and pop-up. */
  liveAlarms: endpoint({
    method: 'GET',
    path: 'web/data/home/alarms',
    access: 'alarm:view',
    input: input({ limit: optional(Type.Integer({ minimum: 1, maximum: 100 })) }),
    output: liveAlarms,
    summary: 'Open alarms, unconfirmed first, oldest first, and which of them must sound',
  }),
} as const
