import { about, endpoint } from '../../../kernel/endpoint.ts'
import { id, input, noInput, nothing, pageOf, ref, text, Type } from '../../../kernel/schema.ts'
import { siteThings } from '../../../things.ts'
import { wireWords } from '../../../kernel/wire-words.ts'
import { alarmEndpoints } from '../../alarms/alarm/alarm.endpoints.ts'
import { waitingAlarms } from '../../alarms/alarm-desk/alarm-desk.schema.ts'
import { homeEndpoints } from '../home/home.endpoints.ts'
import { repairOrderEndpoints } from '../../orders/order/order.endpoints.ts'
import {
  kioskLinkCreateInput,
  kioskLinkPageInput,
  kioskLinkRow,
  screenDuty,
  screenFigures,
  screenInfo,
  screenMap,
  screenPlaceInput,
  screenStatistics,
} from './large-screen.schema.ts'

const base = 'web/data/displays'

/** What a kiosk session may call as well, besides the live stream and the map. */
const read = { method: 'GET', access: 'largeScreen:view', kiosk: true } as const

/**
 * The big screen (`data/displays` of the specification). The actions on an alarm are the calls of the alarm list at another address: same
 * permission, input, errors, and verb.
 */
export const largeScreenEndpoints = about([], {
  screen: endpoint({
    ...read,
    path: `${base}/screen`,
    input: noInput,
    output: screenInfo,
    summary: 'Company and time zone of the big screen, and the kiosk link that it runs with',
  }),
  figures: endpoint({
    ...read,
    path: `${base}/figures`,
    shows: siteThings,
    input: screenPlaceInput,
    output: screenFigures,
    summary: 'Counters of the big screen, of all or of one province or project',
  }),
  alarms: endpoint({
    ...read,
    path: `${base}/alarms`,
    shows: ['alarm'],
    input: homeEndpoints.liveAlarms.input,
    output: homeEndpoints.liveAlarms.output,
    summary: 'Open alarms as on the home page; without names of people for a kiosk session',
  }),
  waiting: endpoint({
    ...read,
    path: `${base}/waiting`,
    input: noInput,
    output: waitingAlarms,
    summary: 'Unconfirmed alarms by level, then oldest first, and tests of people after them, up to 20,000',
  }),
  map: endpoint({
    ...read,
    path: `${base}/map`,
    shows: ['project', 'alarm'],
    input: noInput,
    output: screenMap,
    summary: 'Projects on the map, those with open alarms first; provinces; projects on test',
  }),
  statistics: endpoint({
    ...read,
    path: `${base}/statistics`,
    input: screenPlaceInput,
    output: screenStatistics,
    summary: 'Alarms of the last 30 days by day, type and site',
  }),
  duty: endpoint({
    ...read,
    path: `${base}/duty`,
    shows: ['duty'],
    input: noInput,
    output: screenDuty,
    summary: 'Who is on duty now, by team',
  }),
  confirm: endpoint({ ...alarmEndpoints.confirm, path: `${base}/confirm` }),
  resolve: endpoint({ ...alarmEndpoints.resolve, path: `${base}/${wireWords.resolve}` }),
  misreport: endpoint({ ...alarmEndpoints.misreport, path: `${base}/misreport` }),
  exportAlarms: endpoint({ ...alarmEndpoints.export, path: `${base}/export` }),
  createRepair: endpoint({ ...repairOrderEndpoints.create, path: `${base}/createRepair` }),
})

/** Links with which a wall shows the big screen without anybody's session. */
export const kioskLinkEndpoints = about('kioskLink', {
  page: endpoint({
    method: 'GET',
    path: `${base}/kiosk/page`,
    access: 'largeScreen:kiosk',
    entity: 'kiosk_link',
    input: kioskLinkPageInput,
    output: pageOf(kioskLinkRow),
    summary: 'Kiosk links with when they were last used',
  }),
  create: endpoint({
    method: 'POST',
    path: `${base}/kiosk/create`,
    access: 'largeScreen:kiosk',
    entity: 'kiosk_link',
    input: kioskLinkCreateInput,
    /** The secret is returned only here. */
    output: Type.Object({ id: id(), secret: Type.String() }),
    summary: 'Create a kiosk link; its secret is in this answer only',
    errors: ['tooMany'],
    inPerson: true,
  }),
  revoke: endpoint({
    method: 'POST',
    path: `${base}/kiosk/revoke`,
    access: 'largeScreen:kiosk',
    entity: 'kiosk_link',
    input: input({ id: ref('kiosk_link') }),
    output: nothing,
    summary: 'Revoke a kiosk link: its screens end at once',
  }),
  open: endpoint({
    method: 'POST',
    path: `${base}/kiosk/open`,
    access: 'public',
    input: input({ secret: text(100) }),
    output: Type.String(),
    summary: 'Exchange the secret of a kiosk link for a token that can only read the big screen; data is the token',
    errors: ['kioskEnded'],
    perMinute: 60,
  }),
})
