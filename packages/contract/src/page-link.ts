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
  readonly login: Params<'accountType' | 'companyId' | 'code' | 'to'>
  readonly register: Queries['login']
  readonly autoLogin: Params<'ticket' | 'to'>
  readonly noAuth: Params<'fromUrl' | 'fromModule' | 'toUrl' | 'toModule'>
  readonly largeScreen: Params<'kiosk' | 'rotate' | 'every'>
  readonly projectList: Filters<typeof endpoints.project.page, 'create'>
  readonly projectAuditList: Filters<typeof endpoints.projectUnionApply.page>
  readonly installOrderList: OrderList<typeof endpoints.installOrder.page>
  readonly repairOrderList: OrderList<typeof endpoints.repairOrder.page>
  readonly inspectOrderList: OrderList<typeof endpoints.inspectOrder.page>
  readonly maintenanceOrderList: OrderList<typeof endpoints.maintenanceOrder.page>
  readonly userFeedbackList: Filters<typeof endpoints.userFeedback.page, 'create' | 'open'>
  readonly deviceList: Filters<typeof endpoints.device.page>
  readonly deviceDetail: { readonly id: number } & Params<'tab' | 'code'>
  readonly deviceLabels: { readonly ids: string }
  readonly deviceModelList: Filters<typeof endpoints.deviceModel.page>
  readonly deviceModelConfig: { readonly id: number }
  readonly gatewayList: Filters<typeof endpoints.gateway.page>
  readonly gatewayLabels: { readonly ids: string }
  readonly gatewayRegister: Params<'model' | 'code'>
  readonly unknownDeviceList: Filters<typeof endpoints.unknownDevice.page>
  readonly unknownCodeList: Filters<typeof endpoints.unknownCode.page>
  readonly alarmList: Filters<typeof endpoints.alarm.page>
  readonly alarmBreachList: Filters<typeof endpoints.alarmBreach.page>
  readonly faultList: Filters<typeof endpoints.fault.page>
  readonly companyOpen: { readonly id: number }
  readonly distributorList: Filters<typeof endpoints.distributor.page>
  readonly agentOneList: Filters<typeof endpoints.agentOne.page>
  readonly agentTwoList: Filters<typeof endpoints.agentTwo.page>
  readonly handOverList: Params<'project' | 'company'>
  readonly companyAccountList: Filters<typeof endpoints.account.pageCompany>
  readonly distributorAccountList: Filters<typeof endpoints.account.pageDistributor>
  readonly agentOneAccountList: Filters<typeof endpoints.account.pageAgentOne>
  readonly agentTwoAccountList: Filters<typeof endpoints.account.pageAgentTwo>
  readonly userAccountList: Filters<typeof endpoints.account.pageUser>
  readonly customerAccountList: Filters<typeof endpoints.customerAccount.page>
  readonly contractList: Filters<typeof endpoints.customerContract.page>
  readonly messageTaskList: Filters<typeof endpoints.messageTask.page, 'create' | 'forProject' | 'about'>
  readonly operatorPlatformList: Params<'tab' | 'create'>
  readonly traceDetail: { readonly code: string }
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
