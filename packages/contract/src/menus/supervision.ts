import { dutyNoteEndpoints, dutyTeamEndpoints } from '../features/notify/duty/duty.endpoints.ts'
import { notifyRuleEndpoints } from '../features/notify/notify-rule/notify-rule.endpoints.ts'
import { deviceCommandEndpoints } from '../features/equipment/device-command/device-command.endpoints.ts'
import { deviceModelEndpoints, deviceSeriesEndpoints } from '../features/equipment/device-model/device-model.endpoints.ts'
import { gatewayEndpoints, gatewayPresetEndpoints } from '../features/equipment/gateway/gateway.endpoints.ts'
import { linkedRuleEndpoints } from '../features/equipment/linked-rule/linked-rule.endpoints.ts'
import { deviceEndpoints } from '../features/equipment/device/device.endpoints.ts'
import { deviceNotifierEndpoints, deviceUserEndpoints } from '../features/equipment/device/device-people.endpoints.ts'
import { devicePresetEndpoints } from '../features/equipment/device/device-preset.endpoints.ts'
import {
  projectEndpoints,
  projectTypeEndpoints,
  projectUnionApplyEndpoints,
} from '../features/sites/project/project.endpoints.ts'
import { projectJoinEndpoints } from '../features/sites/project-join/project-join.endpoints.ts'
import { floorPlanEndpoints } from '../features/sites/floor-plan/floor-plan.endpoints.ts'
import { projectNotifierEndpoints } from '../features/sites/project-notifier/project-notifier.endpoints.ts'
import { projectPersonEndpoints } from '../features/sites/project-person/project-person.endpoints.ts'
import { projectDocumentEndpoints } from '../features/sites/project-document/project-document.endpoints.ts'
import { projectDossierEndpoints } from '../features/overview/project-dossier/project-dossier.endpoints.ts'
import { signSiteEndpoints } from '../features/sites/sign-site/sign-site.endpoints.ts'
import type { OrderKindName } from '../features/orders/order/order.kinds.ts'
import { orderChecklistEndpoints } from '../features/orders/order-checklist/order-checklist.endpoints.ts'
import { dataProjectEndpoints } from '../features/overview/data-project/data-project.endpoints.ts'
import { dataUserEndpoints } from '../features/overview/data-user/data-user.endpoints.ts'
import { alarmTypeEndpoints, faultTypeEndpoints } from '../features/alarms/signal-type/signal-type.endpoints.ts'
import { alarmBreachEndpoints } from '../features/alarms/alarm-breach/alarm-breach.endpoints.ts'
import { nuisanceEndpoints } from '../features/alarms/nuisance/nuisance.endpoints.ts'
import { reportParamEndpoints } from '../features/equipment/report-param/report-param.endpoints.ts'
import { operationsOf } from '../features/base/file/standard-calls.ts'
import { userFeedbackEndpoints } from '../features/orders/user-feedback/user-feedback.endpoints.ts'
import { pages } from '../pages.ts'
import { companies, everybody, type MenuSeed } from './menu-seed.ts'

/** The operations on one kind of orders. */
const orderOperations = <const K extends OrderKindName>(kind: K) =>
  [
    `${kind}Order:view`,
    `${kind}Order:create`,
    `${kind}Order:edit`,
    `${kind}Order:del`,
    `${kind}Order:assign`,
    `${kind}Order:onBehalf`,
    `${kind}Order:verify`,
    `${kind}Order:appraise`,
  ] as const

/** Projects, orders, devices and alarms. */
export const supervisionMenus = [
  { code: 'dataCenter', parent: null, url: '#', icon: 'dashboard', main: true, for: everybody, operations: [] },
  {
    code: 'dataCenter.home',
    parent: 'dataCenter',
    url: pages.dataCentre,
    icon: 'home',
    main: true,
    for: everybody,
    operations: ['dataHome:view'],
  },
  {
    code: 'dataCenter.project',
    parent: 'dataCenter',
    url: pages.dataProjectList,
    icon: 'project',
    main: true,
    for: [...companies, 'customer'],
    operations: operationsOf(dataProjectEndpoints),
  },
  {
    code: 'dataCenter.user',
    parent: 'dataCenter',
    url: pages.dataUserList,
    icon: 'user',
    main: true,
    for: companies,
    operations: operationsOf(dataUserEndpoints),
  },
  {
    code: 'dataCenter.largeScreenDashboard',
    parent: 'dataCenter',
    url: pages.largeScreenFramed,
    icon: 'screen',
    main: true,
    for: [...companies, 'customer'],
    operations: ['largeScreen:view', 'largeScreen:kiosk'],
  },
  { code: 'project', parent: null, url: '#', icon: 'project', main: true, for: [...companies, 'customer'], operations: [] },
  {
    code: 'project.list',
    parent: 'project',
    url: pages.projectList,
    icon: 'project',
    main: true,
    for: [...companies, 'customer'],
    operations: [
      ...operationsOf(projectEndpoints),
      ...operationsOf(projectNotifierEndpoints),
      ...operationsOf(projectPersonEndpoints),
      ...operationsOf(projectDossierEndpoints),
      ...operationsOf(projectDocumentEndpoints),
      ...operationsOf(floorPlanEndpoints),
    ],
  },
  {
    code: 'project.audit',
    parent: 'project',
    url: pages.projectAuditList,
    icon: 'audit',
    main: true,
    for: companies,
    operations: operationsOf(projectUnionApplyEndpoints),
  },
  {
    // Applications to join a project of another company, which belong to the same family of calls.
    code: 'project.join',
    parent: 'project',
    url: pages.projectJoinList,
    icon: 'handOver',
    main: true,
    for: companies,
    operations: operationsOf(projectJoinEndpoints),
  },
  {
    // Project types apply to the whole product, so the operating company defines them.
    code: 'project.type',
    parent: 'project',
    url: pages.projectTypeList,
    icon: 'projectType',
    main: true,
    for: ['siter'],
    operations: operationsOf(projectTypeEndpoints),
  },
  {
    code: 'project.signAddress',
    parent: 'project',
    url: pages.signSiteList,
    icon: 'place',
    main: true,
    for: companies,
    operations: operationsOf(signSiteEndpoints),
  },
  { code: 'order', parent: null, url: '#', icon: 'order', main: true, for: [...companies, 'customer'], operations: [] },
  {
    code: 'order.install',
    parent: 'order',
    url: pages.installOrderList,
    icon: 'install',
    main: true,
    for: [...companies, 'customer'],
    operations: orderOperations('install'),
  },
  {
    code: 'order.repair',
    parent: 'order',
    url: pages.repairOrderList,
    icon: 'repair',
    main: true,
    for: [...companies, 'customer'],
    operations: [...orderOperations('repair'), 'order:work', 'order:contact'],
  },
  {
    code: 'order.inspect',
    parent: 'order',
    url: pages.inspectOrderList,
    icon: 'inspect',
    main: true,
    for: [...companies, 'customer'],
    operations: orderOperations('inspect'),
  },
  {
    code: 'order.maintenance',
    parent: 'order',
    url: pages.maintenanceOrderList,
    icon: 'maintenance',
    main: true,
    for: [...companies, 'customer'],
    operations: orderOperations('maintenance'),
  },
  {
    code: 'order.feedback',
    parent: 'order',
    url: pages.userFeedbackList,
    icon: 'feedback',
    main: true,
    for: [...companies, 'customer'],
    operations: operationsOf(userFeedbackEndpoints),
  },
  {
    // Like project types, to which the checklists belong.
    code: 'order.checklist',
    parent: 'order',
    url: pages.orderChecklistList,
    icon: 'audit',
    main: true,
    for: ['siter'],
    operations: operationsOf(orderChecklistEndpoints),
  },
  { code: 'device', parent: null, url: '#', icon: 'device', main: true, for: everybody, operations: [] },
  {
    code: 'device.list',
    parent: 'device',
    url: pages.deviceList,
    icon: 'device',
    main: true,
    for: everybody,
    operations: [
      ...operationsOf(deviceEndpoints).filter((code) => code !== 'devicePreset:view'),
      ...operationsOf(deviceUserEndpoints),
      ...operationsOf(deviceNotifierEndpoints),
    ],
  },
  {
    code: 'device.stock',
    parent: 'device',
    url: pages.deviceStockList,
    icon: 'stock',
    main: true,
    for: companies,
    operations: operationsOf(devicePresetEndpoints),
  },
  {
    code: 'device.gateway',
    parent: 'device',
    url: pages.gatewayList,
    icon: 'gateway',
    main: true,
    for: companies,
    operations: operationsOf(gatewayEndpoints),
  },
  {
    code: 'device.gatewayStock',
    parent: 'device',
    url: pages.gatewayStockList,
    icon: 'gateway',
    main: true,
    for: companies,
    operations: operationsOf(gatewayPresetEndpoints),
  },
  {
    code: 'device.unknown',
    parent: 'device',
    url: pages.unknownDeviceList,
    icon: 'unknown',
    main: true,
    for: companies,
    operations: ['unknownDevice:view', 'unknownDevice:register', 'unknownDevice:ignore', 'unknownDevice:export'],
  },
  {
    // Models and their commands apply to the whole product, so the operating company defines them.
    code: 'device.series',
    parent: 'device',
    url: pages.deviceSeriesList,
    icon: 'series',
    main: true,
    for: ['siter'],
    operations: operationsOf(deviceSeriesEndpoints),
  },
  {
    code: 'device.model',
    parent: 'device',
    url: pages.deviceModelList,
    icon: 'model',
    main: true,
    for: ['siter'],
    operations: [...operationsOf(deviceModelEndpoints), ...operationsOf(deviceCommandEndpoints)],
  },
  {
    code: 'device.command',
    parent: 'device',
    url: pages.deviceCommandList,
    icon: 'command',
    main: true,
    for: companies,
    operations: ['sentCommand:view', 'sentCommand:send', 'sentCommand:approve', 'sentCommand:export'],
  },
  {
    code: 'device.rule',
    parent: 'device',
    url: pages.linkedRuleList,
    icon: 'rule',
    main: true,
    for: companies,
    operations: operationsOf(linkedRuleEndpoints),
  },
  { code: 'alarm', parent: null, url: '#', icon: 'alarm', main: true, for: everybody, operations: [] },
  {
    code: 'alarm.log',
    parent: 'alarm',
    url: pages.alarmList,
    icon: 'alarmLog',
    main: true,
    for: everybody,
    operations: [
      'alarm:view',
      'alarm:confirm',
      'alarm:assign',
      'alarm:deal',
      'alarm:misreport',
      'alarm:export',
      'alarm:call',
      'alarm:note',
      'alarm:check',
      'alarm:checklist',
      'alarm:file',
    ],
  },
  {
    code: 'alarm.breach',
    parent: 'alarm',
    url: pages.alarmBreachList,
    icon: 'log',
    main: true,
    for: companies,
    operations: operationsOf(alarmBreachEndpoints),
  },
  {
    code: 'alarm.nuisance',
    parent: 'alarm',
    url: pages.nuisanceList,
    icon: 'log',
    main: true,
    for: [...companies, 'customer'],
    operations: operationsOf(nuisanceEndpoints),
  },
  {
    code: 'alarm.fault',
    parent: 'alarm',
    url: pages.faultList,
    icon: 'fault',
    main: true,
    for: [...companies, 'customer'],
    operations: ['fault:view', 'fault:solve', 'fault:snooze', 'fault:export'],
  },
  {
    // The meaning of codes applies to the whole product, so the operating company defines it.
    code: 'alarm.params',
    parent: 'alarm',
    url: pages.paramsConfigList,
    icon: 'api',
    main: true,
    for: ['siter'],
    operations: [...operationsOf(reportParamEndpoints), ...operationsOf(alarmTypeEndpoints), ...operationsOf(faultTypeEndpoints)],
  },
  {
    code: 'alarm.unknownCode',
    parent: 'alarm',
    url: pages.unknownCodeList,
    icon: 'unknown',
    main: true,
    for: ['siter'],
    operations: ['unknownCode:view', 'unknownCode:register', 'unknownCode:export'],
  },
  // Who is called, and who is there. The codes are from when both were under the messages: roles hold them.
  { code: 'duty', parent: null, url: '#', icon: 'duty', main: true, for: companies, operations: [] },
  {
    code: 'message.notify',
    parent: 'duty',
    url: pages.notifyRuleList,
    icon: 'rule',
    main: true,
    for: companies,
    operations: operationsOf(notifyRuleEndpoints),
  },
  {
    code: 'message.duty',
    parent: 'duty',
    url: pages.dutyList,
    icon: 'user',
    main: true,
    for: companies,
    operations: [...operationsOf(dutyTeamEndpoints), 'dutyOverride:del', ...operationsOf(dutyNoteEndpoints)],
  },
] as const satisfies readonly MenuSeed[]
