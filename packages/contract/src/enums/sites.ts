/** Enumerations of the district sites, part of `enums`. */
export const sitesEnums = {
  projectPersonRole: ['responsible', 'manager', 'controlRoom', 'serviceCompany', 'brigade', 'other'],
  projectDocumentKind: [
    'acceptance',
    'drawing',
    'emergencyPlan',
    'inspectionReport',
    'certificate',
    'contract',
    'training',
    'photo',
    'other',
  ],
  /** Fire risk class of a building. */
  riskClass: ['low', 'ordinary', 'high', 'severe'],
  /** Part of a project's life: before its completion, after it, or with its service stopped. */
  projectLifecycle: ['open', 'completed', 'stopped'],
  projectStatus: ['uninstall', 'installing', 'maintenance', 'overmaintenance'],
  auditState: ['pending', 'approved', 'rejected'],
  fireResistance: ['one', 'two', 'three', 'four'],
  /** How the identity of the person who asked for a test was checked. */
  identityCheck: ['callBack', 'password', 'onSite', 'written'],
  /** How an engineer's sign-in at a sign address is judged; `unknown`: the address has no position to compare with. */
  signInResult: ['inRadius', 'outOfRadius', 'mocked', 'unknown'],
  signScan: ['valid', 'elsewhere', 'forged'],
  notifierRole: ['responsible', 'manager', 'controlRoom', 'security', 'keyholder', 'other'],
  /** State of an application to join a project of another company; rights of a joined company besides seeing the project. */
  joinState: ['pending', 'agreed', 'rejected', 'ended'],
  joinRight: ['alarm', 'fault'],
} as const
