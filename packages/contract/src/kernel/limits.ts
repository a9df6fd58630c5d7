/** Constants of the specification (section 9), of readings.md and of domain.md. Times in milliseconds unless the name says otherwise. */
export const limits = {
  pageSizes: [10, 25, 50, 80],
  defaultPageSize: 10,
  /** Lists count no further than this; beyond it `totalCapped` is true (readings.md, "Paths and transport"). */
  totalCap: 10_000,
  searchFieldsShown: 4,
  /** Rows that one action takes together. */
  rowsAtOnce: 1_000,
  /** Devices that one command is sent to at once. */
  commandsAtOnce: 100,
  /** Filters that a person may save of one list, and the characters of their names. */
  savedFilters: 10,
  savedFilterName: 30,

  menuWidth: 210,
  menuWidthCollapsed: 64,
  menuCollapseBelow: 992,
  resizeThrottle: 400,
  headerHeight: 64,

  errorToast: 4_000,
  blobErrorToast: 6_000,
  unsupportedToast: 3_000,
  sessionInvalidGuard: 2_000,
  chunkLoadTimeout: 120_000,

  accountMin: 6,
  accountMax: 20,
  passwordMin: 6,
  passwordMax: 30,
  resetPasswordMax: 16,

  imageBytes: 1_048_576,
  /** Millions of pixels: more than phones take, with a margin. A file of a few kilobytes can unfold to gigabytes. */
  imageMegapixels: 16,
  /** A short video: a minute of a phone's at the size in which it is usually passed on. */
  videoBytes: 20_971_520,
  floorPlanBytes: 10_485_760,
  /** Minutes without a key or pointer after which a person who has taken a site counts as absent, and after which they lose it. */
  deskAbsentMinutes: 5,
  deskLapseMinutes: 10,
  /** Alarms that the queue of a console knows. */
  waitingAlarms: 20_000,
  /** People in the call list of one project. */
  callListLength: 50,
  /** Voice calls that one number gets in a minute; what is held back is told in the next one. */
  voiceCallsAMinute: 2,
  /** Applications of one company to join one project, in so many days. */
  joinApplications: 3,
  joinApplicationDays: 30,
  /** Contacts of one customer. */
  customerContacts: 50,
  avatarMinCrop: 50,
  deviceImageMinSide: 200,
  logo: { width: 200, height: 50 },
  loginLogo: { width: 250, height: 125 },
  loginBackground: { width: 1920, height: 1080 },
  collapsedLogo: { width: 32, height: 32 },

  wrongPasswords: 5,
  lockOut: 15 * 60_000,
  /** The longest that an unknown address waits before a try while passwords are guessed, and for how long an address stays known (domain.md, "Accounts"). */
  signInPause: 60_000,
  knownAddressDays: 30,
  /** Between password and code; and the wrong codes that end it. */
  loginStepLife: 5 * 60_000,
  loginStepTries: 5,
  recoveryCodes: 10,
  captchaLife: 3 * 60_000,
  ticketLife: 60_000,
  /** Registered accounts of one company that its staff have not enabled yet. */
  pendingRegistrations: 200,
  unusedEndpointDays: 7,
  /** Whole months for which logs of calls, of MQTT messages and of sign-ins are kept; the audit log is kept for good. */
  logMonths: 13,
  /** For how long a write that is sent again is answered as the first time. */
  requestDays: 180,

  /** Open event streams; beyond it the oldest is closed. */
  streamsPerSession: 12,
  streamsPerAccount: 40,

  languages: ['zh', 'en'],
  defaultLanguage: 'zh',
} as const

export type Language = (typeof limits.languages)[number]
