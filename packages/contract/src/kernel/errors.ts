/**
 * The error catalogue: every failure that the product can name. `code` goes into the envelope, `status` is the HTTP status.
 * Texts are in texts/<language>/errors.ts under the same name. 103 is the specification's; the other codes are ours.
 */
export const errorCatalogue = {
  sessionInvalid: { code: 103, status: 401 },
  badRequest: { code: 1000, status: 400 },
  invalidInput: { code: 1001, status: 422 },
  noAccess: { code: 1002, status: 403 },
  notFound: { code: 1003, status: 404 },
  tooLarge: { code: 1004, status: 413 },
  tooManyRequests: { code: 1005, status: 429 },
  internal: { code: 1006, status: 500 },
  unavailable: { code: 1007, status: 503 },
  mustChangePassword: { code: 1008, status: 403 },
  notInPerson: { code: 1009, status: 403 },
  mustSetUpTwoStep: { code: 1020, status: 403 },
  /** A write to something in a project that the caller's company has only joined. */
  joinedOnly: { code: 1021, status: 403 },
  /** Neither JSON nor a form that can be read. */
  unreadable: { code: 1010, status: 400 },
  tooDeep: { code: 1011, status: 400 },
  mediaType: { code: 1012, status: 415 },
  /** There is no call or page at this address; `notFound` is about a record. */
  pathUnknown: { code: 1013, status: 404 },
  tooSlow: { code: 1014, status: 408 },
  tooMany: { code: 1015, status: 413 },

  /** A lost race, or an edit of a stale version: says who changed it, and when. */
  staleVersion: { code: 1100, status: 409 },
  wrongState: { code: 1101, status: 409 },
  duplicate: { code: 1102, status: 409 },
  inUse: { code: 1103, status: 409 },
  precondition: { code: 1104, status: 409 },
  /** The id was already used for another write (`once`). */
  requestReused: { code: 1105, status: 409 },
  /** What is followed cannot be continued from there: begin anew with the list. */
  cursorEnded: { code: 1106, status: 409 },

  wrongCredentials: { code: 1200, status: 401 },
  wrongCaptcha: { code: 1201, status: 422 },
  accountLocked: { code: 1202, status: 429 },
  accountDisabled: { code: 1203, status: 403 },
  companyDisabled: { code: 1204, status: 403 },
  companyExpired: { code: 1205, status: 403 },
  wrongOldPassword: { code: 1206, status: 422 },
  companyCodeUnknown: { code: 1207, status: 404 },
  ticketInvalid: { code: 1208, status: 401 },
  kioskEnded: { code: 1219, status: 401 },
  samePassword: { code: 1209, status: 422 },
  wrongPassword: { code: 1211, status: 422 },
  wrongCode: { code: 1212, status: 422 },
  signInPaused: { code: 1213, status: 429 },
  signInStepEnded: { code: 1214, status: 401 },
  /** No key, or one that is unknown, disabled or expired. */
  keyInvalid: { code: 1217, status: 401 },
  /** The key may not be used from the caller's address. */
  keyAddress: { code: 1218, status: 403 },
  /** A setting of the installation forbids it: says what is missing. */
  weakPassword: { code: 1215, status: 422 },
  usedPassword: { code: 1216, status: 422 },
  commonPassword: { code: 1220, status: 422 },
  /** The session's last proof of who uses it is too old for this change: the password is needed. */
  proofNeeded: { code: 1221, status: 422 },
  captchaMissing: { code: 1222, status: 422 },
  /** Only said to somebody who knows the password. */
  registrationPending: { code: 1223, status: 403 },
  companyCodeEmpty: { code: 1224, status: 422 },

  grantBeyondOwn: { code: 1300, status: 403 },
  levelTooHigh: { code: 1301, status: 403 },
  ownAccount: { code: 1302, status: 409 },

  quotaReached: { code: 1303, status: 409 },
  importUnreadable: { code: 1304, status: 422 },
  notHere: { code: 1305, status: 422 },
  roleRequired: { code: 1306, status: 422 },

  fileType: { code: 1400, status: 422 },
  fileTooLarge: { code: 1401, status: 413 },
  imageShape: { code: 1402, status: 422 },

  emptyMessage: { code: 1404, status: 422 },

  deviceMissing: { code: 1500, status: 404 },
  /** They exist, but stand in no project: never installed, or unbound meanwhile. */
  deviceInStock: { code: 1512, status: 409 },
  /** To be installed, but it hangs in another project. */
  deviceElsewhere: { code: 1513, status: 409 },
  projectNotApproved: { code: 1501, status: 409 },
  engineerUnfit: { code: 1502, status: 422 },
  engineerUncertified: { code: 1507, status: 422 },
  reasonRequired: { code: 1503, status: 422 },
  closeWhileActive: { code: 1504, status: 422 },
  /** Somebody else handles the alarms of this site: says who, and since when. */
  heldByOther: { code: 1505, status: 409 },
  operatorUnfit: { code: 1506, status: 422 },
  /** Already bound; says where to those who can see the place. */
  deviceBound: { code: 1510, status: 409 },
  /** The code exists; says where to those who can see the place. For others it is a `duplicate`. */
  codeInUse: { code: 1511, status: 409 },
} as const

export type ErrorName = keyof typeof errorCatalogue

/** Values for an error's text, by placeholder name. A list is formatted as in the reader's language. */
export type ErrorParams = Readonly<Record<string, string | number | readonly string[]>>

/** A failure of the catalogue. It is independent of the transport: each transport has one mapper that turns it into an answer. */
export class DomainError extends Error {
  readonly reason: ErrorName
  readonly params: ErrorParams
  /** The input field that caused it, if there is one. */
  readonly field: string | undefined

  constructor(reason: ErrorName, params: ErrorParams = {}, field?: string) {
    super(reason)
    this.name = 'DomainError'
    this.reason = reason
    this.params = params
    this.field = field
  }
}
