import { type EnumTexts, joined } from './joined.ts'
import type { ErrorName } from '../errors.ts'
import type { MenuCode } from '../menus.ts'
import { texts as account } from '../features/people/account/account.zh.ts'
import { texts as alarm } from '../features/alarms/alarm/alarm.zh.ts'
import { texts as alarmDesk } from '../features/alarms/alarm-desk/alarm-desk.zh.ts'
import { texts as alarmCall } from '../features/alarms/alarm-call/alarm-call.zh.ts'
import { texts as alarmCheck } from '../features/alarms/alarm-check/alarm-check.zh.ts'
import { texts as alarmFile } from '../features/overview/alarm-file/alarm-file.zh.ts'
import { texts as alarmNote } from '../features/alarms/alarm-note/alarm-note.zh.ts'
import { texts as alarmTest } from '../features/notify/alarm-test/alarm-test.zh.ts'
import { texts as signalType } from '../features/alarms/signal-type/signal-type.zh.ts'
import { texts as apiConfig } from '../features/base/api-config/api-config.zh.ts'
import { texts as appDevice } from '../features/equipment/app-device/app-device.zh.ts'
import { texts as appVersion } from '../features/people/app-version/app-version.zh.ts'
import { texts as company } from '../features/people/company/company.zh.ts'
import { texts as customer } from '../features/people/customer/customer.zh.ts'
import { texts as customerContact } from '../features/people/customer-contact/customer-contact.zh.ts'
import { texts as customerContract } from '../features/people/customer-contract/customer-contract.zh.ts'
import { texts as home } from '../features/overview/home/home.zh.ts'
import { texts as dataProject } from '../features/overview/data-project/data-project.zh.ts'
import { texts as dataUser } from '../features/overview/data-user/data-user.zh.ts'
import { texts as device } from '../features/equipment/device/device.zh.ts'
import { texts as deviceCommand } from '../features/equipment/device-command/device-command.zh.ts'
import { texts as deviceModel } from '../features/equipment/device-model/device-model.zh.ts'
import { texts as duty } from '../features/notify/duty/duty.zh.ts'
import { texts as fault } from '../features/alarms/fault/fault.zh.ts'
import { texts as firmware } from '../features/equipment/firmware/firmware.zh.ts'
import { texts as file } from '../features/base/file/file.zh.ts'
import { texts as floorPlan } from '../features/sites/floor-plan/floor-plan.zh.ts'
import { texts as gateway } from '../features/equipment/gateway/gateway.zh.ts'
import { texts as projectJoin } from '../features/sites/project-join/project-join.zh.ts'
import { texts as handOver } from '../features/system/hand-over/hand-over.zh.ts'
import { texts as map } from '../features/base/map/map.zh.ts'
import { texts as largeScreen } from '../features/overview/large-screen/large-screen.zh.ts'
import { texts as linkedRule } from '../features/equipment/linked-rule/linked-rule.zh.ts'
import { texts as menu } from '../features/base/menu/menu.zh.ts'
import { texts as message } from '../features/base/message/message.zh.ts'
import { texts as messageRecord } from '../features/base/message-record/message-record.zh.ts'
import { texts as messageTask } from '../features/notify/message-task/message-task.zh.ts'
import { texts as messageTemplate } from '../features/notify/message-template/message-template.zh.ts'
import { texts as notificationRun } from '../features/notify/notification/notification.zh.ts'
import { texts as notifyRule } from '../features/notify/notify-rule/notify-rule.zh.ts'
import { texts as notifyProvider } from '../features/notify/notify-provider/notify-provider.zh.ts'
import { texts as pushEndpoint } from '../features/partners/push-endpoint/push-endpoint.zh.ts'
import { texts as projectPush } from '../features/partners/project-push/project-push.zh.ts'
import { texts as push } from '../features/people/push/push.zh.ts'
import { texts as alarmBreach } from '../features/alarms/alarm-breach/alarm-breach.zh.ts'
import { texts as nuisance } from '../features/alarms/nuisance/nuisance.zh.ts'
import { texts as openAccess } from '../features/partners/open-access/open-access.zh.ts'
import { texts as order } from '../features/orders/order/order.zh.ts'
import { texts as orderChecklist } from '../features/orders/order-checklist/order-checklist.zh.ts'
import { texts as orderPlan } from '../features/orders/order-plan/order-plan.zh.ts'
import { texts as productTrace } from '../features/equipment/product-trace/product-trace.zh.ts'
import { texts as project } from '../features/sites/project/project.zh.ts'
import { texts as projectNotifier } from '../features/sites/project-notifier/project-notifier.zh.ts'
import { texts as projectDocument } from '../features/sites/project-document/project-document.zh.ts'
import { texts as projectDossier } from '../features/overview/project-dossier/project-dossier.zh.ts'
import { texts as projectPerson } from '../features/sites/project-person/project-person.zh.ts'
import { texts as recall } from '../features/equipment/recall/recall.zh.ts'
import { texts as reportParam } from '../features/equipment/report-param/report-param.zh.ts'
import { texts as role } from '../features/people/role/role.zh.ts'
import { texts as session } from '../features/people/session/session.zh.ts'
import { texts as settings } from '../features/base/settings/settings.zh.ts'
import { texts as setUp } from '../features/overview/set-up/set-up.zh.ts'
import { texts as signSite } from '../features/sites/sign-site/sign-site.zh.ts'
import { texts as systemLog } from '../features/system/system-log/system-log.zh.ts'
import { texts as unknownReport } from '../features/equipment/unknown-report/unknown-report.zh.ts'
import { texts as upgrade } from '../features/equipment/upgrade/upgrade.zh.ts'
import { texts as userFeedback } from '../features/orders/user-feedback/user-feedback.zh.ts'
import { operationWords } from './operation-labels.ts'
import { audit } from './zh/audit.ts'
import { enums } from './zh/enums.ts'
import { errors } from './zh/errors.ts'
import { fields } from './zh/fields.ts'
import { imports } from './zh/imports.ts'
import { groups, usualOperations } from './zh/menus.ts'
import { notices } from './zh/outside-messages.ts'
import { messages } from './zh/in-site-messages.ts'
import { reasons } from './zh/reasons.ts'
import { pdf } from './zh/pdf.ts'
import { rules } from './zh/rules.ts'
import { said } from './zh/spoken-messages.ts'

/** The texts of the features, each next to its calls. */
export const features = [
  account,
  alarm,
  alarmDesk,
  alarmCall,
  alarmCheck,
  alarmFile,
  alarmNote,
  alarmTest,
  signalType,
  apiConfig,
  appDevice,
  appVersion,
  company,
  customer,
  customerContact,
  customerContract,
  home,
  dataProject,
  dataUser,
  device,
  deviceCommand,
  deviceModel,
  duty,
  fault,
  file,
  firmware,
  floorPlan,
  gateway,
  handOver,
  projectJoin,
  map,
  largeScreen,
  linkedRule,
  menu,
  message,
  messageRecord,
  messageTask,
  messageTemplate,
  notificationRun,
  notifyRule,
  notifyProvider,
  push,
  pushEndpoint,
  projectPush,
  alarmBreach,
  nuisance,
  openAccess,
  order,
  orderChecklist,
  orderPlan,
  productTrace,
  project,
  projectNotifier,
  projectDossier,
  projectPerson,
  projectDocument,
  recall,
  reportParam,
  role,
  session,
  settings,
  setUp,
  signSite,
  systemLog,
  unknownReport,
  upgrade,
  userFeedback,
] as const

/** Texts that server and console share: the general ones and those of the features. Other languages have the same shape. */
export const consoleZh = {
  errors: { ...errors, ...joined(features, 'errors') } satisfies Record<ErrorName, string>,
  rules,
  reasons: { ...reasons, ...joined(features, 'reasons') },
  menus: { ...groups, ...joined(features, 'menus') } satisfies Record<MenuCode, string>,
  operations: operationWords(usualOperations, joined(features, 'operations')),
  fields: { ...fields, ...joined(features, 'fields') },
  enums: { ...enums, ...joined(features, 'enums') } satisfies EnumTexts,
  audit: { ...audit, subjects: { ...audit.subjects, ...joined(features, 'subjects') } },
}

/** All texts that the server writes, including those in documents, messages and import results. No page loads these. */
export const zh = { ...consoleZh, imports, messages, notices, pdf, said }

export type ConsoleTexts = typeof consoleZh
/** Why a call is refused or an action is disabled; a precondition's name is that of its reason. */
export type ReasonName = keyof ConsoleTexts['reasons']
export type SharedTexts = typeof zh
