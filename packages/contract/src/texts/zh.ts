import type { EnumTexts } from './enum-texts.ts'
import type { MenuCode } from '../menus.ts'
import { texts as account } from '../features/account/account.zh.ts'
import { texts as alarm } from '../features/alarm/alarm.zh.ts'
import { texts as alarmDesk } from '../features/alarm-desk/alarm-desk.zh.ts'
import { texts as alarmCall } from '../features/alarm-call/alarm-call.zh.ts'
import { texts as alarmCheck } from '../features/alarm-check/alarm-check.zh.ts'
import { texts as alarmFile } from '../features/alarm-file/alarm-file.zh.ts'
import { texts as alarmNote } from '../features/alarm-note/alarm-note.zh.ts'
import { texts as alarmTest } from '../features/alarm-test/alarm-test.zh.ts'
import { texts as alarmType } from '../features/alarm-type/alarm-type.zh.ts'
import { texts as apiConfig } from '../features/api-config/api-config.zh.ts'
import { texts as appDevice } from '../features/app-device/app-device.zh.ts'
import { texts as appVersion } from '../features/app-version/app-version.zh.ts'
import { texts as company } from '../features/company/company.zh.ts'
import { texts as customer } from '../features/customer/customer.zh.ts'
import { texts as customerContact } from '../features/customer-contact/customer-contact.zh.ts'
import { texts as customerContract } from '../features/customer-contract/customer-contract.zh.ts'
import { texts as dataCentre } from '../features/data-centre/data-centre.zh.ts'
import { texts as dataProject } from '../features/data-project/data-project.zh.ts'
import { texts as dataUser } from '../features/data-user/data-user.zh.ts'
import { texts as device } from '../features/device/device.zh.ts'
import { texts as deviceCommand } from '../features/device-command/device-command.zh.ts'
import { texts as deviceModel } from '../features/device-model/device-model.zh.ts'
import { texts as duty } from '../features/duty/duty.zh.ts'
import { texts as fault } from '../features/fault/fault.zh.ts'
import { texts as faultType } from '../features/fault-type/fault-type.zh.ts'
import { texts as firmware } from '../features/firmware/firmware.zh.ts'
import { texts as file } from '../features/file/file.zh.ts'
import { texts as floorPlan } from '../features/floor-plan/floor-plan.zh.ts'
import { texts as gateway } from '../features/gateway/gateway.zh.ts'
import { texts as projectJoin } from '../features/project-join/project-join.zh.ts'
import { texts as handOver } from '../features/hand-over/hand-over.zh.ts'
import { texts as map } from '../features/map/map.zh.ts'
import { texts as largeScreen } from '../features/large-screen/large-screen.zh.ts'
import { texts as linkedRule } from '../features/linked-rule/linked-rule.zh.ts'
import { texts as menu } from '../features/menu/menu.zh.ts'
import { texts as message } from '../features/message/message.zh.ts'
import { texts as messageRecord } from '../features/message-record/message-record.zh.ts'
import { texts as messageTask } from '../features/message-task/message-task.zh.ts'
import { texts as messageTemplate } from '../features/message-template/message-template.zh.ts'
import { texts as notificationRun } from '../features/notification/notification.zh.ts'
import { texts as notifyRule } from '../features/notify-rule/notify-rule.zh.ts'
import { texts as notifyProvider } from '../features/notify-provider/notify-provider.zh.ts'
import { texts as pushEndpoint } from '../features/push-endpoint/push-endpoint.zh.ts'
import { texts as projectPush } from '../features/project-push/project-push.zh.ts'
import { texts as push } from '../features/push/push.zh.ts'
import { texts as alarmBreach } from '../features/alarm-breach/alarm-breach.zh.ts'
import { texts as nuisance } from '../features/nuisance/nuisance.zh.ts'
import { texts as openAccess } from '../features/open-access/open-access.zh.ts'
import { texts as order } from '../features/order/order.zh.ts'
import { texts as orderChecklist } from '../features/order-checklist/order-checklist.zh.ts'
import { texts as orderPlan } from '../features/order-plan/order-plan.zh.ts'
import { texts as productTrace } from '../features/product-trace/product-trace.zh.ts'
import { texts as project } from '../features/project/project.zh.ts'
import { texts as projectNotifier } from '../features/project-notifier/project-notifier.zh.ts'
import { texts as projectDocument } from '../features/project-document/project-document.zh.ts'
import { texts as projectDossier } from '../features/project-dossier/project-dossier.zh.ts'
import { texts as projectPerson } from '../features/project-person/project-person.zh.ts'
import { texts as recall } from '../features/recall/recall.zh.ts'
import { texts as reportParam } from '../features/report-param/report-param.zh.ts'
import { texts as role } from '../features/role/role.zh.ts'
import { texts as session } from '../features/session/session.zh.ts'
import { texts as settings } from '../features/settings/settings.zh.ts'
import { texts as setUp } from '../features/set-up/set-up.zh.ts'
import { texts as signSite } from '../features/sign-site/sign-site.zh.ts'
import { texts as systemLog } from '../features/system-log/system-log.zh.ts'
import { texts as unknownReport } from '../features/unknown-report/unknown-report.zh.ts'
import { texts as upgrade } from '../features/upgrade/upgrade.zh.ts'
import { texts as userFeedback } from '../features/user-feedback/user-feedback.zh.ts'
import { joined } from './joined.ts'
import { operationWords } from './operation-labels.ts'
import { audit } from './zh/audit.ts'
import { enums } from './zh/enums.ts'
import { errors } from './zh/errors.ts'
import { fields } from './zh/fields.ts'
import { imports } from './zh/imports.ts'
import { groups, operationVerbs } from './zh/menus.ts'
import { notices } from './zh/notices.ts'
import { messages, reasons } from './zh/reasons.ts'
import { pdf } from './zh/pdf.ts'
import { rules } from './zh/rules.ts'
import { said } from './zh/said.ts'

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
  alarmType,
  apiConfig,
  appDevice,
  appVersion,
  company,
  customer,
  customerContact,
  customerContract,
  dataCentre,
  dataProject,
  dataUser,
  device,
  deviceCommand,
  deviceModel,
  duty,
  fault,
  faultType,
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
  errors,
  rules,
  reasons,
  menus: { ...groups, ...joined(features, 'menus') } satisfies Record<MenuCode, string>,
  operations: operationWords(operationVerbs, joined(features, 'operations')),
  fields: { ...fields, ...joined(features, 'fields') },
  enums: { ...enums, ...joined(features, 'enums') } satisfies EnumTexts,
  audit: { ...audit, subjects: { ...audit.subjects, ...joined(features, 'subjects') } },
}

/** All texts that the server writes, including those in documents, messages and import results. No page loads these. */
export const zh = { ...consoleZh, imports, messages, notices, pdf, said }

export type ConsoleTexts = typeof consoleZh
export type SharedTexts = typeof zh
