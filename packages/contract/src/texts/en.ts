import type { ConsoleTexts, SharedTexts } from './zh.ts'
import { texts as account } from '../features/people/account/account.en.ts'
import { texts as alarm } from '../features/alarms/alarm/alarm.en.ts'
import { texts as alarmDesk } from '../features/alarms/alarm-desk/alarm-desk.en.ts'
import { texts as alarmCall } from '../features/alarms/alarm-call/alarm-call.en.ts'
import { texts as alarmCheck } from '../features/alarms/alarm-check/alarm-check.en.ts'
import { texts as alarmFile } from '../features/overview/alarm-file/alarm-file.en.ts'
import { texts as alarmNote } from '../features/alarms/alarm-note/alarm-note.en.ts'
import { texts as alarmTest } from '../features/notify/alarm-test/alarm-test.en.ts'
import { texts as signalType } from '../features/alarms/signal-type/signal-type.en.ts'
import { texts as apiConfig } from '../features/base/api-config/api-config.en.ts'
import { texts as appDevice } from '../features/equipment/app-device/app-device.en.ts'
import { texts as appVersion } from '../features/people/app-version/app-version.en.ts'
import { texts as company } from '../features/people/company/company.en.ts'
import { texts as customer } from '../features/people/customer/customer.en.ts'
import { texts as customerContact } from '../features/people/customer-contact/customer-contact.en.ts'
import { texts as customerContract } from '../features/people/customer-contract/customer-contract.en.ts'
import { texts as home } from '../features/overview/home/home.en.ts'
import { texts as dataProject } from '../features/overview/data-project/data-project.en.ts'
import { texts as dataUser } from '../features/overview/data-user/data-user.en.ts'
import { texts as device } from '../features/equipment/device/device.en.ts'
import { texts as deviceCommand } from '../features/equipment/device-command/device-command.en.ts'
import { texts as deviceModel } from '../features/equipment/device-model/device-model.en.ts'
import { texts as duty } from '../features/notify/duty/duty.en.ts'
import { texts as fault } from '../features/alarms/fault/fault.en.ts'
import { texts as firmware } from '../features/equipment/firmware/firmware.en.ts'
import { texts as file } from '../features/base/file/file.en.ts'
import { texts as floorPlan } from '../features/sites/floor-plan/floor-plan.en.ts'
import { texts as gateway } from '../features/equipment/gateway/gateway.en.ts'
import { texts as projectJoin } from '../features/sites/project-join/project-join.en.ts'
import { texts as handOver } from '../features/system/hand-over/hand-over.en.ts'
import { texts as map } from '../features/base/map/map.en.ts'
import { texts as largeScreen } from '../features/overview/large-screen/large-screen.en.ts'
import { texts as linkedRule } from '../features/equipment/linked-rule/linked-rule.en.ts'
import { texts as menu } from '../features/base/menu/menu.en.ts'
import { texts as message } from '../features/base/message/message.en.ts'
import { texts as messageRecord } from '../features/base/message-record/message-record.en.ts'
import { texts as messageTask } from '../features/notify/message-task/message-task.en.ts'
import { texts as messageTemplate } from '../features/notify/message-template/message-template.en.ts'
import { texts as notificationRun } from '../features/notify/notification/notification.en.ts'
import { texts as notifyRule } from '../features/notify/notify-rule/notify-rule.en.ts'
import { texts as notifyProvider } from '../features/notify/notify-provider/notify-provider.en.ts'
import { texts as pushEndpoint } from '../features/partners/push-endpoint/push-endpoint.en.ts'
import { texts as projectPush } from '../features/partners/project-push/project-push.en.ts'
import { texts as push } from '../features/people/push/push.en.ts'
import { texts as alarmBreach } from '../features/alarms/alarm-breach/alarm-breach.en.ts'
import { texts as nuisance } from '../features/alarms/nuisance/nuisance.en.ts'
import { texts as openAccess } from '../features/partners/open-access/open-access.en.ts'
import { texts as order } from '../features/orders/order/order.en.ts'
import { texts as orderChecklist } from '../features/orders/order-checklist/order-checklist.en.ts'
import { texts as orderPlan } from '../features/orders/order-plan/order-plan.en.ts'
import { texts as productTrace } from '../features/equipment/product-trace/product-trace.en.ts'
import { texts as project } from '../features/sites/project/project.en.ts'
import { texts as projectNotifier } from '../features/sites/project-notifier/project-notifier.en.ts'
import { texts as projectDocument } from '../features/sites/project-document/project-document.en.ts'
import { texts as projectDossier } from '../features/overview/project-dossier/project-dossier.en.ts'
import { texts as projectPerson } from '../features/sites/project-person/project-person.en.ts'
import { texts as recall } from '../features/equipment/recall/recall.en.ts'
import { texts as reportParam } from '../features/equipment/report-param/report-param.en.ts'
import { texts as role } from '../features/people/role/role.en.ts'
import { texts as session } from '../features/people/session/session.en.ts'
import { texts as settings } from '../features/base/settings/settings.en.ts'
import { texts as setUp } from '../features/overview/set-up/set-up.en.ts'
import { texts as signSite } from '../features/sites/sign-site/sign-site.en.ts'
import { texts as systemLog } from '../features/system/system-log/system-log.en.ts'
import { texts as unknownReport } from '../features/equipment/unknown-report/unknown-report.en.ts'
import { texts as upgrade } from '../features/equipment/upgrade/upgrade.en.ts'
import { texts as userFeedback } from '../features/orders/user-feedback/user-feedback.en.ts'
import { joined } from './joined.ts'
import { operationWords } from './operation-labels.ts'
import { audit } from './en/audit.ts'
import { enums } from './en/enums.ts'
import { errors } from './en/errors.ts'
import { fields } from './en/fields.ts'
import { imports } from './en/imports.ts'
import { groups, usualOperations } from './en/menus.ts'
import { notices } from './en/outside-messages.ts'
import { messages } from './en/in-site-messages.ts'
import { reasons } from './en/reasons.ts'
import { pdf } from './en/pdf.ts'
import { rules } from './en/rules.ts'
import { said } from './en/spoken-messages.ts'

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

/** Texts that server and console share: the general ones and those of the features. They have the same shape as the Chinese ones. */
export const consoleEn: ConsoleTexts = {
  errors: { ...errors, ...joined(features, 'errors') },
  rules,
  reasons: { ...reasons, ...joined(features, 'reasons') },
  menus: { ...groups, ...joined(features, 'menus') },
  operations: operationWords(usualOperations, joined(features, 'operations')),
  fields: { ...fields, ...joined(features, 'fields') },
  enums: { ...enums, ...joined(features, 'enums') },
  audit: { ...audit, subjects: { ...audit.subjects, ...joined(features, 'subjects') } },
}

/** All texts that the server writes, including those in documents, messages and import results. No page loads these. */
export const en: SharedTexts = { ...consoleEn, imports, messages, notices, pdf, said }
