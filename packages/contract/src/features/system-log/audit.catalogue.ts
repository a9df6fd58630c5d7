import { accountEndpoints } from '../account/account.endpoints.ts'
import { apiConfigEndpoints, operatorPlatformEndpoints } from '../api-config/api-config.endpoints.ts'
import { agentOneEndpoints, agentTwoEndpoints, distributorEndpoints } from '../company/company.endpoints.ts'
import { customerEndpoints } from '../customer/customer.endpoints.ts'
import { menuEndpoints } from '../menu/menu.endpoints.ts'
import { roleEndpoints } from '../role/role.endpoints.ts'
import { auditedBy } from '../standard-calls.ts'

const companyVerbs = ['domain', 'renew', 'setAdmin', 'unmask'] as const

/**
 * Everything that leaves an audit row: the subjects, and what is done to them. An action is written `<subject>.<verb>`. The
 * writer accepts no others, the log's filter offers these, and all of their words are in texts/<language>/audit.ts.
 */
export const auditCatalogue = {
  account: auditedBy(
    accountEndpoints,
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
  ),
  agentOne: auditedBy(agentOneEndpoints, ...companyVerbs),
  agentTwo: auditedBy(agentTwoEndpoints, ...companyVerbs),
  alarm: [
    'confirm',
    'deal',
    'deviceLinked',
    'export',
    'misreport',
    'mute',
    'raise',
    'raiseAgain',
    'repairOrder',
    'restore',
    'shown',
  ],
  apiConfig: auditedBy(apiConfigEndpoints),
  apiLog: ['export'],
  auditLog: ['export'],
  company: ['expiryNotice'],
  companyConfig: ['update', 'updateInfo'],
  customer: auditedBy(customerEndpoints, 'unmask'),
  demo: ['seed'],
  device: ['move', 'register'],
  distributor: auditedBy(distributorEndpoints, ...companyVerbs),
  export: ['finish'],
  fault: ['complete', 'export', 'process', 'raise', 'release', 'restore', 'solve'],
  file: ['upload'],
  gateway: ['activate'],
  loginLog: ['export'],
  menu: auditedBy(menuEndpoints),
  message: ['del', 'read'],
  mqttLog: ['export'],
  operatorPlatform: auditedBy(operatorPlatformEndpoints),
  reportParam: ['register'],
  repairOrder: [
    'agree',
    'appraise',
    'assign',
    'complete',
    'create',
    'del',
    'deny',
    'edit',
    'export',
    'receive',
    'refuse',
    'signIn',
    'start',
  ],
  role: auditedBy(roleEndpoints, 'assign'),
  session: ['end', 'endOthers', 'login', 'logout', 'ticketLogin'],
  system: ['seed'],
  unknownCode: ['export', 'ignore', 'register'],
  unknownDevice: ['export', 'ignore', 'move', 'register'],
} as const

export type AuditSubject = keyof typeof auditCatalogue
/** What is done to a subject. */
export type AuditVerb<S extends AuditSubject> = (typeof auditCatalogue)[S][number]
/** What is done to some of the subjects. Each verb applies to all of them. */
export type AuditActionOf<S extends AuditSubject> = { [One in S]: `${One}.${AuditVerb<One>}` }[S]
export type AuditAction = AuditActionOf<AuditSubject>

/** Subjects that a verb applies to. */
export type AuditSubjectWith<V extends string> = {
  [S in AuditSubject]: V extends AuditVerb<S> ? S : never
}[AuditSubject]

export const auditActions: readonly AuditAction[] = Object.entries(auditCatalogue).flatMap(([subject, verbs]) =>
  verbs.map((verb) => `${subject}.${verb}` as AuditAction),
)

/** Kinds of objects that audit rows are about, mostly table names. */
export const auditObjectKinds = [
  'account',
  'alarm',
  'api_config',
  'company',
  'customer',
  'device',
  'export',
  'fault',
  'file',
  'gateway',
  'import',
  'menu',
  'operator_platform',
  'repairOrder',
  'report_param',
  'role',
  'unknown_report',
] as const
export type AuditObjectKind = (typeof auditObjectKinds)[number]

/** The words of one language: subjects, kinds of objects, and verbs. */
export interface AuditWords {
  readonly subjects: Readonly<Record<string, string>>
  readonly verbs: Readonly<Record<string, string>>
}

/** The label of a kind of object: `operator_platform` → "Carrier platform". An unknown kind in an old row is shown as it is. */
export const auditKindWord = ({ subjects }: AuditWords, kind: string): string =>
  subjects[kind.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase())] ?? kind

/** The name of an audit row's object. An export is named after its list. */
export const auditObjectName = (words: AuditWords, kind: string, name: string): string =>
  kind === 'export' ? auditKindWord(words, name) : name

/** The label of an action: `account.import.finish` → "Account · import finished". */
export const auditActionWords = (words: AuditWords, action: string): string => {
  const [subject = '', ...verbs] = action.split('.')
  const done = verbs.map((verb) => words.verbs[verb] ?? verb).join(' ')
  return [auditKindWord(words, subject), done].filter(Boolean).join(' · ')
}
