import type * as endpoints from './endpoints.ts'
import type { InputOf } from './kernel/endpoint.ts'
import { pages, publicPages, type PageName, type PublicPageName } from './pages.ts'

type Value = string | number | boolean | null | undefined
type Params<Name extends string> = { readonly [Each in Name]?: Value }
/** The filters of a list; `all` leaves out those that it has by default. */
type Filters<List, More extends string = never> = Params<(keyof InputOf<List> & string) | 'all' | More>

type OrderList<List> = Filters<
  List,
  'create' | 'alarmId' | 'faultId' | 'feedbackId' | 'sourceOrderId' | 'sourceKind' | 'deviceCode' | 'forProject'
>

/** What the query of a page may contain. Any other page takes nothing, and a detail page its row and the open tab. */
interface Queries {
  login: Params<'accountType' | 'companyId' | 'code' | 'to'>
  register: Queries['login']
  autoLogin: Params<'ticket' | 'to'>
  noAuth: Params<'fromUrl' | 'fromModule' | 'toUrl' | 'toModule'>
  largeScreen: Params<'kiosk' | 'rotate' | 'every'>
  projectList: Filters<typeof endpoints.project.page, 'create'>
  projectAuditList: Filters<typeof endpoints.projectUnionApply.page>
  installOrderList: OrderList<typeof endpoints.installOrder.page>
  repairOrderList: OrderList<typeof endpoints.repairOrder.page>
  inspectOrderList: OrderList<typeof endpoints.inspectOrder.page>
  maintenanceOrderList: OrderList<typeof endpoints.maintenanceOrder.page>
  userFeedbackList: Filters<typeof endpoints.userFeedback.page, 'create' | 'open'>
  deviceList: Filters<typeof endpoints.device.page>
  deviceDetail: { readonly id: number } & Params<'tab' | 'code'>
  deviceLabels: { readonly ids: string }
  deviceModelList: Filters<typeof endpoints.deviceModel.page>
  deviceModelConfig: { readonly id: number }
  gatewayList: Filters<typeof endpoints.gateway.page>
  gatewayLabels: { readonly ids: string }
  gatewayRegister: Params<'model' | 'code'>
  unknownDeviceList: Filters<typeof endpoints.unknownDevice.page>
  unknownCodeList: Filters<typeof endpoints.unknownCode.page>
  alarmList: Filters<typeof endpoints.alarm.page>
  alarmBreachList: Filters<typeof endpoints.alarmBreach.page>
  faultList: Filters<typeof endpoints.fault.page>
  companyOpen: { readonly id: number }
  distributorList: Filters<typeof endpoints.distributor.page>
  agentOneList: Filters<typeof endpoints.agentOne.page>
  agentTwoList: Filters<typeof endpoints.agentTwo.page>
  handOverList: Params<'project' | 'company'>
  companyAccountList: Filters<typeof endpoints.account.pageCompany>
  distributorAccountList: Filters<typeof endpoints.account.pageDistributor>
  agentOneAccountList: Filters<typeof endpoints.account.pageAgentOne>
  agentTwoAccountList: Filters<typeof endpoints.account.pageAgentTwo>
  userAccountList: Filters<typeof endpoints.account.pageUser>
  customerAccountList: Filters<typeof endpoints.customerAccount.page>
  contractList: Filters<typeof endpoints.customerContract.page>
  messageTaskList: Filters<typeof endpoints.messageTask.page, 'create' | 'forProject' | 'about'>
  operatorPlatformList: Params<'tab' | 'create'>
  traceDetail: { readonly code: string }
}

const addresses: Readonly<Record<AnyPage, string>> = { ...publicPages, ...pages }

type Nothing = Readonly<Record<string, never>>
type AnyPage = PageName | PublicPageName
type Query<Page extends AnyPage> = Page extends keyof Queries
  ? Queries[Page]
  : Page extends `${string}Detail`
    ? { readonly id: number } & Params<'tab'>
    : Nothing

/** A page that can be opened without a query needs none. */
type Given<Page extends AnyPage> = Nothing extends Query<Page> ? [query?: Query<Page>] : [query: Query<Page>]

/**
 * The address of a page with its query, as the menus have it: `/alarm/alarmLogList/detail?id=7`. Links in messages look like this.
 * Parameters that are undefined, null or empty are left out.
 */
export const pageAddress = <Page extends AnyPage>(page: Page, ...[query = {} as Query<Page>]: Given<Page>): string => {
  const given = Object.entries<Value>(query).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')
  return `${addresses[page]}${text === '' ? '' : `?${text}`}`
}

/** What a link inside the console has: `#/alarm/alarmLogList/detail?id=7`. */
export const pageHref = <Page extends AnyPage>(page: Page, ...query: Given<Page>): string => `#${pageAddress(page, ...query)}`
