/**
 * Everything that leaves an audit row: the subjects, and what is done to them. A row's action is written `<subject>.<verb>`. The writer takes no other,
 * the log's filter offers these, and every word of them stands in texts/<language>/audit.ts.
 */
export const auditCatalogue = {
  account: [
    'attempts',
    'beginTwoStep',
    'changePassword',
    'changePwd',
    'create',
    'del',
    'export',
    'forbidden',
    'import',
    'import.finish',
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
    'update',
    'updateInfo',
  ],
  agentOne: ['create', 'del', 'domain', 'export', 'forbidden', 'renew', 'setAdmin', 'unmask', 'update'],
  agentTwo: ['create', 'del', 'domain', 'export', 'forbidden', 'renew', 'setAdmin', 'unmask', 'update'],
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
  apiConfig: ['create', 'del', 'export', 'update'],
  apiLog: ['export'],
  auditLog: ['export'],
  company: ['expiryNotice'],
  companyConfig: ['update', 'updateInfo'],
  customer: ['create', 'del', 'export', 'forbidden', 'import', 'import.finish', 'unmask', 'update'],
  demo: ['seed'],
  device: ['move', 'register'],
  distributor: ['create', 'del', 'domain', 'export', 'forbidden', 'renew', 'setAdmin', 'unmask', 'update'],
  export: ['finish'],
  fault: ['complete', 'export', 'process', 'raise', 'release', 'restore', 'solve'],
  file: ['upload'],
  gateway: ['activate'],
  loginLog: ['export'],
  menu: ['create', 'del', 'export', 'forbidden', 'update'],
  message: ['del', 'read'],
  mqttLog: ['export'],
  operatorPlatform: ['create', 'del', 'export', 'update'],
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
  role: ['assign', 'create', 'del', 'export', 'forbidden', 'update'],
  session: ['end', 'endOthers', 'login', 'logout', 'ticketLogin'],
  system: ['seed'],
  unknownCode: ['export', 'ignore', 'register'],
  unknownDevice: ['export', 'ignore', 'move', 'register'],
} as const

export type AuditSubject = keyof typeof auditCatalogue
/** What is done to a subject. */
export type AuditVerb<S extends AuditSubject> = (typeof auditCatalogue)[S][number]
/** What is done to some of the subjects, each verb being one of all of them. */
export type AuditActionOf<S extends AuditSubject> = { [One in S]: `${One}.${AuditVerb<One>}` }[S]
export type AuditAction = AuditActionOf<AuditSubject>

/** Subjects to which a verb is done. */
export type AuditSubjectWith<V extends string> = {
  [S in AuditSubject]: V extends AuditVerb<S> ? S : never
}[AuditSubject]

export const auditActions: readonly AuditAction[] = Object.entries(auditCatalogue).flatMap(([subject, verbs]) =>
  verbs.map((verb) => `${subject}.${verb}` as AuditAction),
)

/** Kinds of objects that rows are about, as they are written: most by the name of their table. */
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

/** The words of a language: subjects and kinds of objects, and what is done to them. */
export interface AuditWords {
  readonly subjects: Readonly<Record<string, string>>
  readonly verbs: Readonly<Record<string, string>>
}

/** A kind of object in words: `operator_platform` → "Carrier platform". What an older row has and nobody knows any more is shown as it is. */
export const auditKindWord = ({ subjects }: AuditWords, kind: string): string =>
  subjects[kind.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase())] ?? kind

/** The name of the object that a row is about; an export is called by its list. */
export const auditObjectName = (words: AuditWords, kind: string, name: string): string =>
  kind === 'export' ? auditKindWord(words, name) : name

/** An action in words: `account.import.finish` → "Account · import finished". */
export const auditActionWords = (words: AuditWords, action: string): string => {
  const [subject = '', ...verbs] = action.split('.')
  const done = verbs.map((verb) => words.verbs[verb] ?? verb).join(' ')
  return [auditKindWord(words, subject), done].filter(Boolean).join(' · ')
}
