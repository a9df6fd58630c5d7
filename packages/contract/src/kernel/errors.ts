/** What the program itself refuses, whatever the call; part of `errorCatalogue`. Texts: texts/<language>/errors.ts. */
export const kernelErrors = {
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
  /** Neither JSON nor a form that can be read. */
  unreadable: { code: 1010, status: 400 },
  tooDeep: { code: 1011, status: 400 },
  mediaType: { code: 1012, status: 415 },
  /** There is no call or page at this address; `notFound` is about a record. */
  pathUnknown: { code: 1013, status: 404 },
  tooSlow: { code: 1014, status: 408 },
  tooMany: { code: 1015, status: 413 },
  mustSetUpTwoStep: { code: 1020, status: 403 },
  /** A write to something in a project that the caller's company has only joined. */
  joinedOnly: { code: 1021, status: 403 },
  /** A lost race, or an edit of a stale version: says who changed it, and when. */
  staleVersion: { code: 1100, status: 409 },
  wrongState: { code: 1101, status: 409 },
  duplicate: { code: 1102, status: 409 },
  inUse: { code: 1103, status: 409 },
  precondition: { code: 1104, status: 409 },
  /** The id was already used for another write (`once`). */
  requestReused: { code: 1105, status: 409 },
  wrongCredentials: { code: 1200, status: 401 },
  /** No key, or one that is unknown, disabled or expired. */
  keyInvalid: { code: 1217, status: 401 },
  importUnreadable: { code: 1304, status: 422 },
  notHere: { code: 1305, status: 422 },
  fileTooLarge: { code: 1401, status: 413 },
  reasonRequired: { code: 1503, status: 422 },
} as const
