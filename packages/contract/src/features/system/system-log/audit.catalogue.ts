import { allEndpoints } from '../../../all-endpoints.ts'
import * as endpoints from '../../../endpoints.ts'
import type { Endpoint } from '../../../kernel/endpoint.ts'
import { auditedActions, type AuditedAction, type EntityOf } from '../../base/file/standard-calls.ts'

const companyActs = ['domain', 'renew', 'setAdmin', 'unmask'] as const

const orderActs = [
  'agree',
  'appraise',
  'assign',
  'cancel',
  'complete',
  'contact',
  'deny',
  'edit',
  'hold',
  'holdEnd',
  'receive',
  'record',
  'refuse',
  'reschedule',
  'signIn',
  'start',
  'unhold',
] as const

/** Audited actions besides the usual ones: create, del, export, forbidden, import and update follow from the calls. */
const special = {
  account: [
    'assignProjects',
    'attempts',
    'beginTwoStep',
    'changePassword',
    'changePwd',
    'logoutAll',
    'recoveryCodes',
    'register',
    'resetTwoStep',
    'setPreference',
    'ticket',
    'twoStepOff',
    'twoStepOn',
    'unlock',
    'unmask',
    'updateInfo',
    'withdrawProjects',
  ],
  agentOne: companyActs,
  agentTwo: companyActs,
  alarm: [
    'breach',
    'called',
    'checked',
    'confirm',
    'deal',
    'deviceLinked',
    'escalated',
    'fileMade',
    'misreport',
    'mute',
    'noted',
    'raise',
    'raiseAgain',
    'repairOrder',
    'restore',
    'shown',
  ],
  alarmDesk: ['assign', 'lapse', 'release', 'take'],
  alarmTest: ['raise'],
  apiLog: ['export'],
  appVersion: ['issue', 'withdraw'],
  auditLog: ['export'],
  company: ['expiryNotice'],
  companyConfig: ['updateInfo'],
  customer: ['unmask'],
  customerContact: ['reorder', 'unmask'],
  demo: ['seed'],
  device: ['assign', 'bind', 'enable', 'locate', 'move', 'register', 'replace', 'scrap', 'tag', 'unbind'],
  deviceNotifier: ['unmask'],
  deviceUser: ['add'],
  distributor: companyActs,
  dutyNote: ['read'],
  expiryNotice: ['told'],
  export: ['finish'],
  handOver: ['begin', 'fail', 'finish'],
  fault: ['complete', 'export', 'process', 'raise', 'release', 'reopen', 'restore', 'snooze', 'solve', 'wake'],
  file: ['del', 'upload'],
  firmwareEdition: ['create', 'del', 'issue', 'update', 'withdraw'],
  firmwareKey: ['create', 'rotateSecret'],
  floorPlan: ['place', 'unplace'],
  gateway: ['activate', 'bind', 'linkKey', 'register', 'rotateSecret', 'unbind'],
  inspectOrder: orderActs,
  installOrder: orderActs,
  kioskLink: ['open', 'revoke'],
  linkedRule: ['run'],
  loginLog: ['export'],
  maintenanceOrder: orderActs,
  message: ['del', 'read'],
  messageRecord: ['resend'],
  messageTask: ['begin', 'cancel', 'fail', 'finish', 'retry', 'send', 'test'],
  messageTemplate: ['approve', 'reject', 'submit', 'withdraw'],
  mqttLog: ['export'],
  notificationRun: ['fail', 'phoneTake', 'stop', 'tell'],
  notifyProvider: ['test'],
  openAccess: ['rotateSecret'],
  project: ['alarmChecklist', 'complete', 'expire', 'reinstate', 'renew', 'resubmit', 'resume', 'start', 'stop', 'uncomplete'],
  projectNotifier: ['phoneSeq', 'setPasswords', 'showPasswords', 'unmask'],
  projectPerson: ['unmask'],
  projectTest: ['create', 'end'],
  projectJoin: ['agree', 'end', 'expire', 'reject'],
  projectUnionApply: ['agree', 'agreeAlone', 'reject'],
  projectPush: ['end'],
  push: ['register', 'unregister'],
  pushEndpoint: ['pause', 'replay', 'resume', 'rotateSecret', 'switchOff', 'test', 'warn'],
  recall: ['complete', 'told'],
  reportParam: ['register'],
  repairOrder: orderActs,
  role: ['assign'],
  sentCommand: ['answer', 'approve', 'cancel', 'decline', 'deliver', 'deny', 'fail', 'publish', 'resend', 'send', 'timeOut'],
  session: ['end', 'endOthers', 'login', 'logout', 'ticketLogin'],
  setUp: ['backup', 'hide', 'show'],
  system: ['seed'],
  unknownCode: ['ignore', 'register'],
  unknownDevice: ['ignore', 'move', 'register'],
  upgradeDevice: ['fail', 'leave', 'rollBack', 'tryAgain', 'upgraded'],
  upgradeTask: [
    'approve',
    'complete',
    'create',
    'del',
    'finish',
    'goOn',
    'halt',
    'reject',
    'suspend',
    'switchOff',
    'switchOn',
    'terminate',
    'update',
  ],
  userFeedback: ['complete', 'convert', 'release', 'reply'],
} as const satisfies Readonly<Record<string, readonly string[]>>

// A customer's account is audited as an account.
const { customerAccount: _account, ...calls } = endpoints
type Calls = typeof calls
type Special = typeof special

/** The subjects: everything that leaves an audit row is about one of these. */
export type AuditSubject =
  | keyof Special
  | { [F in keyof Calls]: [AuditedAction<Calls[F]>] extends [never] ? never : F }[keyof Calls]
/** Verbs that apply to any subject. */
export type AuditAct<S extends AuditSubject> =
  | (S extends keyof Calls ? AuditedAction<Calls[S]> : never)
  | (S extends keyof Special ? Special[S][number] : never)
/** Verbs that apply only to some subjects. */
export type AuditActionOf<S extends AuditSubject> = { [One in S]: `${One}.${AuditAct<One>}` }[S]
export type AuditAction = AuditActionOf<AuditSubject>

const callsOf: Readonly<Record<string, Readonly<Record<string, Endpoint>>>> = calls
const specialOf: Readonly<Record<string, readonly string[]>> = special
const actsOf = (subject: string): readonly string[] => [...auditedActions(callsOf[subject] ?? {}), ...(specialOf[subject] ?? [])]

/**
 * Everything that leaves an audit row: the subjects, and what is done to them. An action is written as `<subject>.<verb>`. The
 * writer accepts no others, and the log's filter offers these. The words for subjects are in the texts of their features, those
 * for verbs in texts/<language>/audit.ts.
 */
export const auditCatalogue = Object.fromEntries(
  Object.keys({ ...calls, ...special })
    .sort()
    .map((subject) => [subject, actsOf(subject)] as const)
    .filter(([, acts]) => acts.length > 0),
) as { readonly [S in AuditSubject]: readonly AuditAct<S>[] }

/** Subjects that a verb applies to. */
export type AuditSubjectWith<V extends string> = {
  [S in AuditSubject]: V extends AuditAct<S> ? S : never
}[AuditSubject]

export const auditActions: readonly AuditAction[] = Object.entries(auditCatalogue).flatMap(([subject, acts]) =>
  (acts as readonly string[]).map((act) => `${subject}.${act}` as AuditAction),
)

/** Kinds of objects besides those of the standard calls. */
const specialKinds = [
  'alarm',
  'device',
  'expiry_notice',
  'export',
  'fault',
  'file',
  'firmware_key',
  'gateway',
  'import',
  'inspectOrder',
  'installOrder',
  'kiosk_link',
  'maintenanceOrder',
  'notification_run',
  'project_test',
  'repairOrder',
  'report_param',
  'settings',
  'unknown_report',
  'user_feedback',
] as const

/** Kinds of objects that audit rows are about, mostly table names. The server's row kit writes no others. */
export type AuditObjectKind =
  | (typeof specialKinds)[number]
  | { [F in keyof typeof endpoints]: EntityOf<(typeof endpoints)[F]> }[keyof typeof endpoints]

const standardKinds = allEndpoints.flatMap(({ entry }) => entry.entity ?? []) as AuditObjectKind[]
export const auditObjectKinds: readonly AuditObjectKind[] = [...new Set([...standardKinds, ...specialKinds])].sort()

/** The words of one language: subjects, kinds of objects, and verbs. */
export interface AuditWords {
  readonly subjects: Readonly<Record<string, string>>
  readonly acts: Readonly<Record<string, string>>
}

/** The label of a kind of object: `operator_platform` → "Carrier platform". An unknown kind in an old row is shown as it is. */
export const auditKindWord = ({ subjects }: AuditWords, kind: string): string =>
  subjects[kind.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase())] ?? kind

/** The name of an audit row's object. An export is named after its list. */
export const auditObjectName = (words: AuditWords, kind: string, name: string): string =>
  kind === 'export' ? auditKindWord(words, name) : name

/** The label of an action: `account.import.finish` → "Account · import finished". */
export const auditActionWords = (words: AuditWords, action: string): string => {
  const [subject = '', ...acts] = action.split('.')
  const done = acts.map((act) => words.acts[act] ?? act).join(' ')
  return [auditKindWord(words, subject), done].filter(Boolean).join(' · ')
}
