/** Constants of the specification (section 9), of readings.md and of domain.md. Times in milliseconds unless the name says otherwise. */
export const limits = {
  pageSizes: [10, 25, 50, 80],
  defaultPageSize: 10,
  /** Lists count up to this number; beyond it `totalCapped` is true (readings.md, "Paths and transport"). */
  totalCap: 10_000,
  searchFieldsShown: 4,
  /** Maximum number of rows of one action. */
  rowsAtOnce: 1_000,
  /** Maximum number of devices that one command is sent to at once. */
  commandsAtOnce: 100,
  /** Maximum number of saved filters per person and list, and the length of their names. */
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
  /** Millions of pixels: more than phones produce, with a margin. A file of a few kilobytes can decode to gigabytes. */
  imageMegapixels: 16,
  /** A short video: one minute as phones compress it for sending. */
  videoBytes: 20_971_520,
  floorPlanBytes: 10_485_760,
  /** Minutes without key or pointer after which the holder of a site counts as absent, and after which they lose it. */
  deskAbsentMinutes: 5,
  deskLapseMinutes: 10,
  /** Minutes after a take-over in which another person is asked before confirming, even if the holder is absent. */
  deskFreshMinutes: 10,
  /** Maximum number of alarms in the queue of a console. */
  waitingAlarms: 20_000,
  /** Maximum number of people on the call list of a project. */
  callListLength: 50,
  /** Voice calls per number and minute; events held back are included in the next call. */
  voiceCallsAMinute: 2,
  /** Applications of one company to join one project, within this many days. */
  joinApplications: 3,
  joinApplicationDays: 30,
  /** Maximum number of contacts of a customer. */
  customerContacts: 50,
  avatarMinCrop: 50,
  deviceImageMinSide: 200,
  logo: { width: 200, height: 50 },
  loginLogo: { width: 250, height: 125 },
  loginBackground: { width: 1920, height: 1080 },
  collapsedLogo: { width: 32, height: 32 },

  /** Longest delay of a try from an unknown address while passwords are guessed, and how long an address stays known (domain.md, "Accounts"). */
  signInPause: 60_000,
  knownAddressDays: 30,
  /** How long a sign-in or an entered password proves who uses the session, for changes of one's own phone or mail. */
  proofFresh: 15 * 60_000,
  /** Time between password and code, and the number of wrong codes that ends it. */
  loginStepLife: 5 * 60_000,
  loginStepTries: 5,
  recoveryCodes: 10,
  captchaLife: 3 * 60_000,
  ticketLife: 60_000,
  /** Registered accounts per company that its staff have not enabled yet. */
  pendingRegistrations: 200,
  unusedEndpointDays: 7,
  /** How long a write that is sent again gets the first answer. */
  requestDays: 180,

  /** Open event streams; beyond this number the oldest is closed. */
  streamsPerSession: 12,
  streamsPerAccount: 40,

  languages: ['zh', 'en'],
  defaultLanguage: 'zh',
} as const

export type Language = (typeof limits.languages)[number]
